import { formatScore, formatSigned } from '../lib/format.ts';
import { type Command, RUN } from './contract.ts';
import { appliedText, type Status, statusOf } from './document.ts';
import { isDriven, withRun } from './place.ts';

const OPTIONS = { run: RUN } as const;

export const command: Command<typeof OPTIONS, Status> = {
  examples: ['evolve status', 'evolve status --json', 'evolve status --run r2'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, ({ stateDir, view, run }) =>
      statusOf(view, run, isDriven(stateDir, run.id), Date.now()),
    ),
  text(status) {
    const { baseline, best, candidates, stale, question, stop } = status;
    const ended = stop === null ? '' : ` (${stop.reason})`;
    const lines = [
      `Run ${status.run} is ${status.state}${ended} · generation ${status.generation} · stale ${stale.count}/${stale.limit}`,
      `Fitness    ${status.fitness}`,
      ...(status.goal === undefined ? [] : [`Goal       ${status.goal}`]),
      `Baseline   ${formatScore(baseline.score)}`,
      `Best       ${formatScore(best.score)}  ${best.delta === null ? '' : formatSigned(best.delta)}  ${best.id}`,
      `Candidates ${candidates.total} · ${candidates.scored} scored · ${candidates.invalid} invalid · ${candidates.broken} broken · ${candidates.cached} cached`,
    ];
    if (status.applied !== undefined) lines.push(`Applied    ${appliedText(status.applied)}`);
    if (question !== undefined) {
      lines.push(
        question.text,
        ...question.options.map(({ name, text }) => `  evolve answer ${question.id} ${name.padEnd(8)}  ${text}`),
      );
    }
    return lines.join('\n');
  },
};
