import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { at, type Check, type Finding, type Findings, found, joined, places, skipped, titled } from '../finding.ts';
import { isApart } from '../kind.ts';
import { lastWords } from '../output.ts';
import { MOST_FILES, type Site } from '../site.ts';

const TIMEOUT_MS = 5 * 60_000;
const SCRIPTS = ['generate', 'gen', 'codegen', 'build'];
/** What programs write and people read. */
const WRITTEN = /\.(?:[cm]?[jt]sx?|py|go|rs|java|c|cc|cpp|h|hpp|json|ya?ml|toml|md|sql|css|html|txt|proto|graphql|sh)$/;
const FROM = /\bgenerated\b[^\n]*?\bfrom\s+[`'"]?([\w@./-]+\.\w+)/i;

/** Generated files that are older than what they are made from, and scripts that would change files that are tracked. */
export const generated: Check = {
  name: 'generated files',
  look: async (site) => joined([await byHeader(site), await byScript(site)]),
};

async function byHeader(site: Site): Promise<Findings> {
  const commits = await site.commits();
  const files = new Set(site.files);
  const newest = (path: string) => commits.findIndex(({ paths }) => paths.includes(path));
  const findings: Finding[] = [];
  const written = site.files.filter((path) => WRITTEN.test(path) && !isApart(path));
  for (const path of written.slice(0, MOST_FILES)) {
    const head = ((await site.text(path)) ?? '').split('\n').slice(0, 8);
    const line = head.findIndex((one) => FROM.test(one));
    const named = FROM.exec(head[line] ?? '')?.[1];
    if (named === undefined) continue;
    const source = [posix.normalize(named), posix.join(dirname(path), named)].find(
      (one) => files.has(one) && one !== path,
    );
    if (source === undefined) continue;
    const [made, changed] = [newest(path), newest(source)];
    if (made === -1 || changed === -1 || changed >= made) continue;
    findings.push({
      title: titled(`Generate ${path} again from ${source}`),
      type: 'tech-debt',
      severity: 'medium',
      description: `${at(path, line + 1)} says that it is generated from ${source}, which has changed since. Generate it again, and have a check hold one to the other.`,
      evidence: at(path, line + 1),
      path,
      weight: made - changed,
    });
  }
  return found(...findings);
}

async function byScript(site: Site): Promise<Findings> {
  const { scripts, targets } = site.manifest;
  const names = SCRIPTS.filter((name) => scripts[name] !== undefined || targets[name] !== undefined);
  const all: Findings[] = [];
  for (const name of names) {
    const command = scripts[name] === undefined ? `make ${name}` : `npm run --silent ${name}`;
    all.push(
      await site.inCheckout(async (place) => {
        const before = prints(place.root, site.files);
        const ran = await place.run(command, { timeoutMs: TIMEOUT_MS });
        if (ran.code !== 0) return skipped(`generated files: ${command} can't be run here (${lastWords(ran)})`);
        const after = prints(place.root, site.files);
        const changed = site.files.filter((path) => before.get(path) !== after.get(path));
        return changed.length === 0 ? found() : found(ofScript(command, changed));
      }),
    );
  }
  return joined(all);
}

const ofScript = (command: string, changed: readonly string[]): Finding => ({
  title: titled(`Run ${command.replace(' --silent', '')} and keep what it makes`),
  type: 'tech-debt',
  severity: 'medium',
  description: `${command} changes files that are tracked: ${places(changed)}. What lies in the repository is not what its source makes. Run it, and have a check hold one to the other.`,
  evidence: places(changed),
  ...(changed[0] === undefined ? {} : { path: changed[0] }),
  weight: changed.length,
});

function prints(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  return new Map(files.map((path) => [path, printOf(join(root, path))]));
}

function printOf(path: string): string {
  try {
    return createHash('sha1').update(readFileSync(path)).digest('hex');
  } catch {
    // It is gone, which is a change.
    return '';
  }
}
