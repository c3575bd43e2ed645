import type { Directive } from '../../domain/goals.ts';
import type { GoalsEdit } from '../../spec/spec.ts';
import { type Edited, editHere } from './edit.ts';

/** What has come of a change of directives. */
export interface Steered {
  readonly file: string;
  readonly directives: readonly Pick<Directive, 'number' | 'title' | 'id' | 'steer'>[];
  readonly era: string;
}

export async function steer(cwd: string, file: string | undefined, edit: GoalsEdit): Promise<Steered> {
  return steered(await editHere(cwd, file, () => edit));
}

function steered({ after }: Edited): Steered {
  const directives = after.directives.map(({ number, title, id, steer: to }) => ({
    number,
    title,
    id,
    ...(to === undefined ? {} : { steer: to }),
  }));
  return { file: after.path, directives: directives.sort((a, b) => a.number - b.number), era: after.era };
}

export const steeredText = ({ file, directives }: Steered): string =>
  directives.length === 0
    ? `${file}: no directives. Add one: evolve goals steer add "TITLE" --steer increase`
    : [
        `${file}: the lowest number is worked on first`,
        ...directives.map(
          ({ number, title, steer: to }) => `  ${number}. ${title}${to === undefined ? '' : ` (${to})`}`,
        ),
      ].join('\n');
