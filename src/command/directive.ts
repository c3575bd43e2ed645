import type { Acknowledgement, Directive } from '../domain/experiment.ts';

/** A directive as every `--json` has it. */
export interface DirectiveDocument {
  readonly id: string;
  readonly text: string;
  /** Whoever works on it is meant; null for all. */
  readonly experiment: string | null;
  readonly created_at: string;
  /** For all; null while nobody has said so. */
  readonly acknowledged: Read | null;
  /** For one experiment alone. */
  readonly heard: readonly (Read & { readonly experiment: string })[];
}

interface Read {
  readonly by: string;
  readonly at: string;
}

export const directiveDocument = ({
  id,
  text,
  experiment,
  at,
  acknowledged,
  heard = [],
}: Directive): DirectiveDocument => ({
  id,
  text,
  experiment: experiment ?? null,
  created_at: new Date(at).toISOString(),
  acknowledged: acknowledged === undefined ? null : readBy(acknowledged),
  heard: heard.map((one) => ({ experiment: one.experiment, ...readBy(one) })),
});

const readBy = ({ by, at }: Acknowledgement): Read => ({ by, at: new Date(at).toISOString() });
