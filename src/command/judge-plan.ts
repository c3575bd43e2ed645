import { languageNameOf } from '../code/code.ts';
import type { RunConfig } from '../domain/config.ts';
import type { Version } from '../domain/lane.ts';
import { CLOSED } from '../domain/sandbox.ts';
import { type Judge, type JudgePlan, openDesk, type Shown } from '../evaluation/evaluation.ts';
import type { Repository, Scope } from '../workspace/workspace.ts';

/** Larger files are data. */
const MOST_BYTES = 2 * 1024 * 1024;

export interface JudgeSite {
  readonly repository: Repository;
  readonly scope: Scope;
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
      const files = await shownIn(commit);
      if (target === undefined) return { goal, files };
      return {
        goal,
        files,
        symbol: target.symbol,
        ...(target.context === undefined ? {} : { context: target.context }),
      };
    },
    desk: ({ id }: Version) =>
      openDesk({
        folder: site.folder,
        notes: site.artifacts(id),
        mounts: bind ? [{ from: place.root, to: place.root, deep: true }] : [],
        ...(boxed ? { shut } : {}),
      }),
  };

  async function shownIn(commit: string): Promise<readonly Shown[]> {
    const entries = (await repository.files(commit)).filter(({ path, mode }) => mode !== '120000' && scope.has(path));
    const shown = await Promise.all(
      entries.map(async ({ path }): Promise<readonly Shown[]> => {
        const bytes = await repository.read(commit, path);
        if (bytes === undefined || bytes.length > MOST_BYTES) return [];
        const language = languageNameOf(path);
        return [{ path, text: bytes.toString('utf8'), ...(language === undefined ? {} : { language }) }];
      }),
    );
    return shown.flat();
  }
}
