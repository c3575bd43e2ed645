import type { Remark } from '../../domain/experiment.ts';
import { plain } from '../../lib/width.ts';

/** Something that was said, as `--json` has it. */
export interface RemarkDocument {
  readonly seq: number;
  readonly created_at: string;
  readonly text: string;
  readonly experiment: string | null;
  readonly task: string | null;
}

export const remarkDocument = ({ seq, at, text, experiment, task }: Remark): RemarkDocument => ({
  seq,
  created_at: new Date(at).toISOString(),
  text,
  experiment: experiment ?? null,
  task: task ?? null,
});

/** On one line: when, about what, and the text. */
export function remarkLine({ created_at, text, experiment, task }: RemarkDocument): string {
  const about = [experiment, task].filter((part) => part !== null).join(' ');
  return [minute(created_at), ...(about === '' ? [] : [plain(about)]), plain(text)].join('  ');
}

export const minute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
