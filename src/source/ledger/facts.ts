import type { Repository } from '../../workspace/workspace.ts';
import type { LedgerFacts } from './rules.ts';

/** What the ledger asks of the repository, answered by it: it borrows the user's own objects. */
export function ledgerFacts(repository: Pick<Repository, 'read' | 'changes'>): LedgerFacts {
  return {
    resolves: (sha) =>
      repository.read(sha, '.').then(
        () => true,
        () => false,
      ),
    changed: async (from, to) => (await repository.changes(from, to)).map(({ path }) => path),
  };
}
