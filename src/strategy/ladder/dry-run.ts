import type { Pick } from './memos.ts';

/** What would be done, for people. */
export function wouldDo({ choice, generators = [] }: Pick): string {
  switch (choice.kind) {
    case 'work': {
      const items = choice.works.map(
        ({ source, target, title }) => `${source} ${target}${title === target ? '' : ` (${title})`}`,
      );
      return `would work on ${items.join(', ')}`;
    }
    case 'quarantine':
      return `would leave the goal ${choice.goal} alone: it broke again ${choice.count} times`;
    case 'nothing':
      return generators.length === 0
        ? 'nothing waits, and nothing would be looked for'
        : `nothing waits; would look for work: ${generators.join(', ')}`;
  }
}
