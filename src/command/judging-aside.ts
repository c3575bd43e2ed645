import { judgesIn } from '../domain/author.ts';
import type { RunConfig } from '../domain/config.ts';
import type { Ledger } from '../domain/ledger.ts';
import { plural } from '../lib/format.ts';
import { plain } from '../lib/width.ts';
import type { Context } from './contract.ts';
import { outlayText, unrecorded } from './unrecorded.ts';

/** For measurements of a run's candidates that its journal does not have. */
export interface Aside {
  readonly ledger: Ledger;
  /** Says what the judges have cost, where there are any. */
  done(): void;
}

/** Says who will judge, before so many measurements that no budget counts. */
export function judgingAside(
  { fixed, adjustable }: RunConfig,
  measurements: number,
  { tell }: Pick<Context, 'tell'>,
): Aside {
  const ledger = unrecorded(tell);
  const judges = fixed.judging === undefined ? [] : judgesIn(adjustable).map(({ name }) => plain(name));
  if (judges.length === 0) return { ledger, done: () => {} };
  const calls = plural(measurements * judges.length, 'call');
  tell(`${judges.join(' and ')} will judge: about ${calls}, which the run’s budget does not count`);
  return { ledger, done: () => tell(`judging took ${outlayText(ledger.outlay())}`) };
}
