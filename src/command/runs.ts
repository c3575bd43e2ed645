import { openStore } from '../journal/journal.ts';
import { formatNumber, formatSigned, table } from '../lib/format.ts';
import { type Command, limit } from './contract.ts';
import { type Status, statusOf } from './document.ts';
import { findState, isDriven } from './place.ts';

const SHOWN = 20;
const OPTIONS = { limit: limit(SHOWN) } as const;

type Line = Pick<
  Status,
  'run' | 'experiments' | 'cycles' | 'state' | 'strategy' | 'generation' | 'fitness' | 'files' | 'baseline' | 'best'
> & {
  readonly candidates: number;
};

export const command: Command<typeof OPTIONS, readonly Line[]> = {
  examples: ['evolve runs', 'evolve runs -n 100 --json'],
  positional: [],
  options: OPTIONS,
  async run(input, context) {
    const { stateDir } = findState(context.cwd);
    const store = openStore(stateDir);
    try {
      return store.runs(input.limit ?? SHOWN).flatMap((id) => {
        const view = store.journal(id).view();
        const run = view.run();
        if (run === undefined) return [];
        const { state, strategy, generation, fitness, files, baseline, best, candidates, experiments, cycles } =
          statusOf(view, run, isDriven(stateDir, id), Date.now());
        const bred = generation === undefined ? {} : { generation };
        const lab = {
          ...(experiments === undefined ? {} : { experiments }),
          ...(cycles === undefined ? {} : { cycles }),
        };
        return [
          { run: id, state, strategy, ...bred, ...lab, fitness, files, baseline, best, candidates: candidates.total },
        ];
      });
    } finally {
      store.close();
    }
  },
  text(lines, context) {
    if (lines.length === 0) return 'No runs yet.';
    const rows = lines.map(({ run, state, strategy, experiments, cycles, candidates, best, fitness }) => [
      run,
      state,
      experiments !== undefined ? 'experiments' : cycles !== undefined ? 'goals' : strategy,
      String(candidates),
      best.score === null ? '–' : formatNumber(best.score),
      best.delta === null ? '–' : formatSigned(best.delta),
      fitness,
    ]);
    const header = ['Run', 'State', 'Strategy', 'Candidates', 'Best', 'Change', 'Fitness'];
    return table(header, rows, ['left', 'left', 'left', 'right', 'right', 'right', 'left'], context.columns);
  },
};
