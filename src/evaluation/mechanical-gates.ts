import type { Edited } from './mechanical.ts';
import { lineAt } from './mechanical-text.ts';

/** Marks that take a test out, or let it fail. */
const SKIPS =
  /@(?:pytest\.mark\.|unittest\.)?(?:skip(?:if|unless)?|xfail|expectedFailure|Disabled|Ignore)\b|\bpytest\.(?:skip|xfail)\s*\(|\b(?:it|test|describe|suite)\.(?:skip|todo|failing|only)\s*\(|\bx(?:it|describe|test)\s*\(|\b[tb]\.Skip(?:Now|f)?\s*\(|#\[ignore\b|\bGTEST_SKIP\s*\(|\bself\.skipTest\s*\(/gi;

const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|specs?|gates?)\/|(?:^|[/._-])(?:test|spec|gate)s?[._-][^/]*$|[._-](?:test|spec)s?\.\w+$|(?:^|\/)conftest\.py$/i;

const CONFIG =
  /(?:^|\/)(?:pytest\.ini|tox\.ini|setup\.cfg|conftest\.py|sitecustomize\.py|usercustomize\.py|(?:jest|vitest|mocha|karma)\.config\.\w+|\.mocharc\.\w+|\.nycrc)$/i;

/** Edits of what checks the code: tests, their configuration, and the commands that packages are run by. */
export function weakenedBy({ path, before, after }: Edited): readonly string[] {
  if (after === undefined)
    return TEST_FILE.test(path) ? [`${path}: a test is deleted. Put it back; mend the code instead.`] : [];
  const skips = [...after.matchAll(SKIPS)].filter(({ 0: text, index }) => isNew(before ?? '', after, text, index));
  return [
    ...skips
      .slice(0, 3)
      .map(
        ({ 0: text, index }) =>
          `${path}:${lineAt(after, index)}: a test is taken out (${text.trim()}). Put it back; mend the code instead.`,
      ),
    ...(CONFIG.test(path) && before !== after
      ? [`${path}: it configures what checks the code. Leave it as it was.`]
      : []),
    ...(/(?:^|\/)package\.json$/.test(path) ? scripts(path, before, after) : []),
  ];
}

/** Marks are counted by line: the same line may have moved. */
function isNew(before: string, after: string, text: string, index: number): boolean {
  const line =
    after
      .slice(after.lastIndexOf('\n', index) + 1)
      .split('\n')[0]
      ?.trim() ?? text;
  return !before.split('\n').some((one) => one.trim() === line);
}

function scripts(path: string, before: string | undefined, after: string): readonly string[] {
  const [was, is] = [scriptsIn(before), scriptsIn(after)];
  if (was === undefined || was === is) return [];
  return [`${path}: its scripts differ, by which it is built and tested. Leave them as they were.`];
}

function scriptsIn(text: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    return typeof parsed === 'object' && parsed !== null && 'scripts' in parsed ? JSON.stringify(parsed.scripts) : '{}';
  } catch {
    return undefined;
  }
}
