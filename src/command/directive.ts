import type { Directive } from '../domain/experiment.ts';

/** A directive as every `--json` has it. */
export interface DirectiveDocument {
  readonly id: string;
  readonly text: string;
  /** Whoever works on it is meant; null for all. */
  readonly experiment: string | null;
  readonly created_at: string;
  /** null while nobody has said so. */
  readonly acknowledged: { readonly by: string; readonly at: string } | null;
}

export const directiveDocument = ({ id, text, experiment, at, acknowledged }: Directive): DirectiveDocument => ({
  id,
  text,
  experiment: experiment ?? null,
  created_at: new Date(at).toISOString(),
  acknowledged:
    acknowledged === undefined ? null : { by: acknowledged.by, at: new Date(acknowledged.at).toISOString() },
});
