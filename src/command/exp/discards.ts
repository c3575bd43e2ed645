import type { Status } from '../../domain/experiment.ts';
import { hypothesisOf } from '../../domain/hypothesis.ts';
import type { Entry, View } from '../../domain/view.ts';
import { cut, plain } from '../../lib/width.ts';
import { limit } from '../contract.ts';
import { text } from '../option.ts';
import { documentIn, type ExperimentDocument } from './document.ts';
import { experimentVerb } from './verb.ts';

const SHOWN = 50;
const OPTIONS = {
  like: text('--like <text>', 'only those that have words of this text in hypothesis or reason, the most words first'),
  limit: limit(SHOWN),
} as const;

interface Discards {
  /** The words that were looked for. */
  readonly like: string | null;
  readonly discards: readonly ExperimentDocument[];
  /** How many more there are. */
  readonly more: number;
}

export const command = experimentVerb<typeof OPTIONS, Discards>({
  details: 'What was discarded or pruned, with the reason: look here before you try something.',
  examples: ['evolve exp discards', 'evolve exp discards --like "cache heap"'],
  positional: [],
  options: OPTIONS,
  run(lab, { like, limit: most = SHOWN }) {
    const found = likeness(lab.view, like);
    const shown = found.slice(0, most).map((entry) => documentIn(lab, entry));
    return { like: like ?? null, discards: shown, more: found.length - shown.length };
  },
  text: ({ like, discards, more }, { columns }) =>
    discards.length === 0
      ? like === null
        ? 'Nothing was discarded or pruned yet.'
        : 'Nothing like that was discarded or pruned.'
      : [
          ...discards.map((one) => cut(lineOf(one), columns)),
          ...(more === 0 ? [] : [`… ${more} more: evolve exp discards -n ${discards.length + more}`]),
        ].join('\n'),
});

const lineOf = ({ id, status, prune_kind, hypothesis, reason }: ExperimentDocument): string =>
  `${id} ${prune_kind === null ? status : `${status} (${prune_kind})`} · ${plain(hypothesis)} · ${plain(reason ?? '')}`;

const LAID: readonly Status[] = ['discarded', 'pruned'];
const PAGE = 500;

/** The laid aside that have any of the words; those with the most of them first, then the newest change. */
function likeness(view: View, like = ''): readonly Entry[] {
  const words = [...new Set(like.toLowerCase().split(/\s+/).filter(Boolean))];
  return LAID.flatMap((status) => [...everyOne(view, status)])
    .map((entry) => ({ entry, hits: hitsIn(entry, words), at: entry.experiment?.changedAt ?? 0 }))
    .filter(({ hits }) => words.length === 0 || hits > 0)
    .sort((a, b) => b.hits - a.hits || b.at - a.at)
    .map(({ entry }) => entry);
}

function hitsIn(entry: Entry, words: readonly string[]): number {
  const told = `${hypothesisOf(entry)}\n${entry.experiment?.laid?.reason ?? ''}`.toLowerCase();
  return words.filter((word) => told.includes(word)).length;
}

function* everyOne(view: View, status: Status): Generator<Entry> {
  for (let from = 0; ; from += PAGE) {
    const page = view.experiments(status, PAGE, from);
    yield* page;
    if (page.length < PAGE) return;
  }
}
