import { join } from 'node:path';
import { definitionsIn, languageNameOf, located } from '../code/code.ts';
import type { RunConfig } from '../domain/config.ts';
import type { Version } from '../domain/lane.ts';
import { CLOSED } from '../domain/sandbox.ts';
import type { Target } from '../domain/target.ts';
import { type Judge, type JudgePlan, openDesk, type Shown } from '../evaluation/evaluation.ts';
import type { Repository, Scope } from '../workspace/workspace.ts';

/** Larger files are data. */
const MOST_BYTES = 2 * 1024 * 1024;

export interface JudgeSite {
  readonly repository: Repository;
  readonly scope: Scope;
  readonly seed: Version;
  readonly judges: readonly Judge[];
  /** For what is gone when a call has ended. */
  readonly folder: string;
  /** Whether judges can be kept from what is not theirs. */
  readonly bind: boolean;
  artifacts(candidate: string): string;
}

/** How the candidates of a run are judged; undefined where nobody does. */
export function judgePlanOf({ fixed, adjustable }: RunConfig, site: JudgeSite): JudgePlan | undefined {
  const { judging, target, sandbox = CLOSED } = fixed;
  const { repository, scope, judges, bind } = site;
  if (judging === undefined) return undefined;
  const { place, state } = repository;
  const boxed = bind && sandbox.mode !== 'off';
  const shut = { hidden: [place.root, state.dir], reach: sandbox.reach.agent };
  return {
    ...judging,
    judges,
    timeoutMs: adjustable.agentTimeoutMs,
    async exhibit({ commit }) {
      const { goal } = adjustable;
      if (target === undefined) return { goal, files: await shownIn(commit) };
      const { path, symbol, context } = target;
      const text = await definitionIn(commit, target);
      return { goal, symbol, files: [shown(path, text)], ...(context === undefined ? {} : { context }) };
    },
    desk: ({ id }: Version) =>
      openDesk({
        folder: site.folder,
        kept: join(site.artifacts(id), 'judge'),
        mounts: bind ? [{ from: place.root, to: place.root, deep: true }] : [],
        ...(boxed ? { shut } : {}),
      }),
  };

  async function shownIn(commit: string): Promise<readonly Shown[]> {
    const entries = (await repository.files(commit)).filter(({ path, mode }) => mode !== '120000' && scope.has(path));
    const texts = await Promise.all(entries.map(async ({ path }) => [path, await textOf(commit, path)] as const));
    return texts.flatMap(([path, text]) => (text === '' ? [] : [shown(path, text)]));
  }

  async function textOf(commit: string, path: string): Promise<string> {
    const bytes = await repository.read(commit, path);
    return bytes === undefined || bytes.length > MOST_BYTES ? '' : bytes.toString('utf8');
  }

  /** The target as a version has it, with what it has put beside it; all of the file where it is not to be found. */
  async function definitionIn(commit: string, { path, ...rest }: Target): Promise<string> {
    const text = await textOf(commit, path);
    const own = await located(path, text, { path, ...rest });
    if (own === undefined) return text;
    const [before, after] = await Promise.all(
      [textOf(site.seed.commit, path), text].map(async (one) => definitionsIn(path, await one)),
    );
    const known = new Set(before?.kind === 'found' ? before.definitions.map(({ symbol }) => symbol) : []);
    const added = after?.kind === 'found' && rest.helpers ? after.definitions : [];
    const helpers = added.filter(
      ({ symbol, local }) => local === undefined && !known.has(symbol) && !symbol.startsWith(`${rest.symbol}.`),
    );
    return [
      ...helpers.filter(({ start }) => start < own.start),
      own,
      ...helpers.filter(({ start }) => start >= own.end),
    ]
      .map(({ start, end }) => text.slice(start, end))
      .join('\n\n');
  }
}

function shown(path: string, text: string): Shown {
  const language = languageNameOf(path);
  return { path, text, ...(language === undefined ? {} : { language }) };
}
