import type { Entry } from './view.ts';

/** What an experiment is about: what was made of it, where a driver had it made; else what it is for. */
export function hypothesisOf({ proposal, candidate }: Pick<Entry, 'proposal' | 'candidate'>): string {
  if (proposal.operator === 'seed') return 'the code as it was';
  const summary = proposal.seat === undefined ? '' : (candidate?.summary ?? '');
  return summary === '' ? proposal.brief.objective : summary;
}
