import { cut, plain } from '../../lib/width.ts';
import { limit } from '../contract.ts';
import { minute } from './remark.ts';
import { experimentVerb } from './verb.ts';

const SHOWN = 20;
const OPTIONS = { limit: limit(SHOWN) } as const;

interface InfraLog {
  readonly events: readonly InfraLine[];
}

interface InfraLine {
  readonly seq: number;
  readonly created_at: string;
  /** `noted`: somebody has said so. `machine`: it failed, and no experiment is to blame. */
  readonly kind: 'noted' | 'machine';
  readonly breaking: boolean;
  readonly message: string;
}

export const command = experimentVerb<typeof OPTIONS, InfraLog>({
  examples: ['evolve exp infra log', 'evolve exp infra log -n 100 --json'],
  positional: [],
  options: OPTIONS,
  run: ({ view }, { limit: most = SHOWN }) => ({
    events: view.remarks({ kind: 'infra' }, most).map(({ seq, at, text, breaking, noted }) => ({
      seq,
      created_at: new Date(at).toISOString(),
      kind: noted === true ? ('noted' as const) : ('machine' as const),
      breaking: breaking === true,
      message: text,
    })),
  }),
  text: ({ events }, { columns }) =>
    events.length === 0
      ? 'Nothing happened to the machine. Note what did: evolve exp infra event -m "…" [--breaking]'
      : events.map((one) => cut(lineOf(one), columns)).join('\n'),
});

const lineOf = ({ created_at, kind, breaking, message }: InfraLine): string =>
  `${minute(created_at)}  ${breaking ? 'new epoch' : kind === 'machine' ? 'machine failed' : 'noted'}  ${plain(message)}`;
