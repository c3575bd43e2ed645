import type { Listing } from './listing.ts';

/** npm writes a script that fails into every new package. */
const PLACEHOLDER = /no test specified/;

function npmScripts({ read }: Pick<Listing, 'read'>): Readonly<Record<string, string>> {
  try {
    const manifest: unknown = JSON.parse(read('package.json'));
    if (typeof manifest !== 'object' || manifest === null || !('scripts' in manifest)) return {};
    const { scripts } = manifest;
    if (typeof scripts !== 'object' || scripts === null) return {};
    const entries = Object.entries(scripts).flatMap(([name, line]) =>
      typeof line === 'string' && !PLACEHOLDER.test(line) ? [[name, line] as const] : [],
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/** Names of the scripts of package.json. */
export const scriptsIn = (listing: Pick<Listing, 'read'>): readonly string[] => Object.keys(npmScripts(listing));

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];
const RULE = /^([A-Za-z][\w.-]*(?:[ \t]+[A-Za-z][\w.-]*)*)[ \t]*:(?![:=])([^\n]*)\n((?:[ \t]+[^\n]*\n|\n(?=\t))*)/gm;

function makeRules({ paths, read }: Listing): ReadonlyMap<string, string> {
  const file = MAKEFILES.find((name) => paths.includes(name));
  if (file === undefined) return new Map();
  const rules = [...`${read(file)}\n`.matchAll(RULE)].flatMap(([, names = '', , recipe = '']) =>
    names.split(/\s+/).map((name) => [name, recipe] as const),
  );
  return new Map(rules);
}

/** Names of the targets of the Makefile. */
export const targetsIn = (listing: Listing): readonly string[] => [...makeRules(listing).keys()];

const BY_NPM = /^(?:npm|pnpm|yarn)\s+(?:run(?:-script)?\s+)?(?:-s\s+|--silent\s+)*([\w:.-]+)/;
const BY_MAKE = /^make\s+(?:-s\s+|--silent\s+)*([\w.-]+)/;
/** A script that calls a script is enough. */
const MOST_STEPS = 3;

/** A command in place of the script or target that it names. */
export function expanded(listing: Listing, command: string, steps = MOST_STEPS): string {
  const line = command.trim();
  const script = npmScripts(listing)[BY_NPM.exec(line)?.[1] ?? ''];
  const recipe = makeRules(listing).get(BY_MAKE.exec(line)?.[1] ?? '');
  const inner = script ?? recipe?.replace(/^\s*[@-]*/gm, '').trim();
  return inner === undefined || inner === '' || steps === 0 ? line : expanded(listing, inner, steps - 1);
}
