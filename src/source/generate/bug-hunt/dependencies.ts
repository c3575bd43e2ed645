import type { Severity } from '../../../domain/work-item.ts';
import type { Clearing, Shelled } from '../../desk.ts';
import { isJson, type Json } from '../../json.ts';
import { at, type Check, type Finding, type Findings, found, joined, skipped, titled } from '../finding.ts';
import { objectOf } from '../manifest.ts';
import { lastWords } from '../output.ts';

const TIMEOUT_MS = 2 * 60_000;
const WITHOUT_WAITING = '--fetch-retries=0 --fetch-timeout=30000';
/** Of CVSS: what is called high. */
const GRAVE = 7;
const MAJORS = 2;

/** Dependencies with known vulnerabilities, or far behind, as the registry tells where the network is open. */
export const dependencies: Check = {
  name: 'dependencies',
  async look(site) {
    if (!site.files.includes('package.json')) return elsewhere(site.files);
    const { json } = site.manifest;
    const some = [json.dependencies, json.devDependencies].some((one) => isJson(one) && Object.keys(one).length > 0);
    if (!some) return found();
    return site.inCheckout(async (place) =>
      joined([
        site.files.includes('package-lock.json')
          ? await ask(place, `npm audit --json ${WITHOUT_WAITING}`, 'vulnerabilities', vulnerable)
          : skipped('vulnerable dependencies: npm audit needs a package-lock.json'),
        await ask(place, `npm outdated --json ${WITHOUT_WAITING}`, undefined, outdated),
      ]),
    );
  },
};

function elsewhere(files: readonly string[]): Findings {
  const other = ['go.mod', 'Cargo.toml', 'pyproject.toml', 'requirements.txt'].find((path) => files.includes(path));
  return other === undefined ? found() : skipped(`dependencies: those of ${other} are not looked at, only npm's are`);
}

/** Both exit with another code than 0 where they find something: what they print tells whether they got an answer. */
async function ask(
  place: Clearing,
  command: string,
  key: string | undefined,
  read: (answer: Json) => readonly Finding[],
): Promise<Findings> {
  const ran: Shelled = await place.run(command, { timeoutMs: TIMEOUT_MS });
  const answer = objectOf(ran.stdout.trim() === '' ? undefined : ran.stdout);
  const refused = isJson(answer.error) || ran.timedOut === true || (ran.code !== 0 && Object.keys(answer).length === 0);
  if (refused || (key !== undefined && answer[key] === undefined)) {
    const why = isJson(answer.error)
      ? String(answer.error.code ?? answer.error.summary ?? 'no answer')
      : lastWords(ran);
    return skipped(
      `dependencies: ${command.split(' --')[0]} got no answer (${why}); it needs the network, as --allow-network fitness gives it`,
    );
  }
  return found(...read(answer));
}

function vulnerable({ vulnerabilities }: Json): readonly Finding[] {
  if (!isJson(vulnerabilities)) return [];
  return Object.entries(vulnerabilities).flatMap(([name, one]): readonly Finding[] => {
    const via = isJson(one) && Array.isArray(one.via) ? one.via.filter(isJson) : [];
    const scored = via.map((cause) => ({ cause, score: isJson(cause.cvss) ? Number(cause.cvss.score) || 0 : 0 }));
    const worst = scored.sort((a, b) => b.score - a.score)[0];
    if (worst === undefined || worst.score < GRAVE) return [];
    const { title = 'a vulnerability', url = '', range = '' } = worst.cause;
    return [
      finding(
        name,
        `Update ${name}, which has a known vulnerability`,
        'high',
        worst.score,
        `${name} ${range}: ${title} (CVSS ${worst.score}) ${url}. Update it, or whatever brings it in, with package-lock.json.`,
      ),
    ];
  });
}

function outdated(answer: Json): readonly Finding[] {
  return Object.entries(answer).flatMap(([name, one]): readonly Finding[] => {
    const [current, latest] = isJson(one) ? [majorOf(one.current ?? one.wanted), majorOf(one.latest)] : [];
    if (current === undefined || latest === undefined || latest - current < MAJORS) return [];
    return [
      finding(
        name,
        `Update ${name}, which is majors behind`,
        'medium',
        latest - current,
        `${name} is at version ${current}, and ${latest} is out. Update it with package-lock.json, and follow its notes of what has changed.`,
      ),
    ];
  });
}

const majorOf = (version: unknown): number | undefined => {
  const major = /^\D{0,2}(\d+)\./.exec(String(version))?.[1];
  return major === undefined ? undefined : Number(major);
};

const finding = (name: string, title: string, severity: Severity, weight: number, description: string): Finding => ({
  title: titled(title),
  type: 'tech-debt',
  severity,
  description,
  evidence: `${at('package.json', 1)} (${name})`,
  path: 'package.json',
  weight,
});
