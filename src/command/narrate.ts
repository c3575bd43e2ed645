import { scoreOf } from '../domain/compare.ts';
import type { Recorded } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import type { View } from '../domain/view.ts';
import { formatNumber, formatSigned } from '../lib/format.ts';
import type { Context } from './contract.ts';
import { scoreIn } from './document.ts';

const EVERY_MS = 100;
const PAGE = 500;
/** A watcher is never so many generations behind. */
const RECENT = 100;

/** Tells what happens in a run while it happens, from the journal. */
export function narrate(journal: Journal, context: Context): { end(): void } {
  const view = journal.view();
  let seen = journal.tail(1)[0]?.seq ?? 0;
  const look = () => {
    for (let page = journal.read(seen, PAGE); page.length > 0; page = journal.read(seen, PAGE)) {
      for (const recorded of page) {
        seen = recorded.seq;
        for (const line of linesOf(recorded, view)) context.tell(line);
      }
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      look();
    },
  };
}

/** An event in words; most need none. */
export function linesOf({ event }: Recorded, view: View): readonly string[] {
  switch (event.type) {
    case 'evaluated': {
      const entry = view.entry(event.candidate);
      if (entry === undefined || entry.proposal.operator === 'seed') return [];
      const { id, operator } = entry.proposal;
      const made = `${operator.padEnd(6)}  ${entry.candidate?.summary ?? ''}`;
      const score = scoreOf(event.evaluation);
      if (score === null)
        return [
          `${id.padEnd(10)} ${event.evaluation.outcome.toUpperCase().padEnd(20)}  ${operator.padEnd(6)}  ${reasonIn(event.evaluation)}`,
        ];
      const baseline = scoreIn(view.entries(0)[0]) ?? score;
      const cached = event.sameAs === undefined ? '' : `  (same as ${event.sameAs})`;
      const numbers = `${formatNumber(score).padStart(10)} ${formatSigned(score - baseline).padStart(9)}`;
      return [`${id.padEnd(10)} ${numbers}  ${made}${cached}`];
    }
    case 'dropped':
      return [`${event.proposal.padEnd(10)} ${event.kind.padEnd(20)}  ${event.reason}`];
    case 'infra':
      return [`the machine failed: ${event.reason}`];
    case 'asked':
      return event.question.of === 'side-by-side' ? ['measuring the winner and the seed side by side …'] : [];
    case 'placed':
      return generationLine(event.proposal, view);
    default:
      return [];
  }
}

/** Said once per generation, with its last placement. */
function generationLine(proposal: string, view: View): readonly string[] {
  const batch = view.entry(proposal)?.proposal.batch ?? 0;
  if (batch === 0 || view.entries(batch).at(-1)?.proposal.id !== proposal) return [];
  const facts = view.history(RECENT).find((one) => one.batch === batch);
  const best = facts?.best === undefined ? '–' : formatNumber(facts.best);
  const average = facts?.average === undefined ? '–' : formatNumber(facts.average);
  return [`generation ${batch} · best ${best} · average ${average}`, ...warning(view, proposal)];
}

function warning(view: View, proposal: string): readonly string[] {
  const [first] = view.top(view.entry(proposal)?.proposal.home ?? '', 1);
  return first !== undefined && scoreIn(first) === null
    ? ['warning: no valid candidate is left; breeding from invalid ones.']
    : [];
}

const reasonIn = (evaluation: { outcome: string; reason?: string }): string => evaluation.reason ?? '';
