import { isDeepStrictEqual } from 'node:util';
import type { Goal, Goals } from '../../domain/goals.ts';
import { UserError } from '../../lib/user-error.ts';
import { mistake } from '../mistake.ts';
import { addDirective, moveDirective, type NewDirective, removeDirective } from './edit-directives.ts';
import { addGate, removeGate } from './edit-gates.ts';
import { addYamlGoal, migrateYaml, removeYamlGoal } from './edit-yaml.ts';
import type { GoalsFile } from './file.ts';
import { goalsOf, isYaml } from './goals.ts';
import { goalsMarkdown, plainLine } from './write-markdown.ts';

/** A change of a goals file. */
export type GoalsEdit =
  | { readonly kind: 'add'; readonly goal: Goal }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'direct'; readonly directive: NewDirective }
  | { readonly kind: 'undirect'; readonly number: number }
  /** To a place among the directives, from 1. */
  | { readonly kind: 'prioritize'; readonly number: number; readonly place: number }
  /** YAML of version 1 becomes version 2. */
  | { readonly kind: 'migrate' };

/**
 * A goals file after a change, read again. Contract: what the change is not about stays as it is, byte by byte; throws `UserError` where
 * the file has problems before, the change can't be made, or the file would have problems after it.
 */
export async function editGoals(file: GoalsFile, edit: GoalsEdit): Promise<GoalsFile> {
  refuseProblems(file);
  const edited = await goalsOf(await editedText(file, edit), file.goals.path);
  refuseProblems(edited);
  if (!isDeepStrictEqual(partsAfter(edited.goals), expectedAfter(file.goals, edit)))
    throw new UserError(`${file.goals.path} is written in a way that can't be changed from here: edit it by hand.`);
  return edited;
}

/** What a change must have left: a text in which a fence stays open, say, would swallow what follows. */
const partsAfter = ({ goals, directives }: Goals) => ({
  goals: goals.map(({ id }) => id),
  directives: directives.map(({ title }) => title).sort(),
});

function expectedAfter(before: Goals, edit: GoalsEdit): ReturnType<typeof partsAfter> {
  const { goals, directives } = partsAfter(before);
  switch (edit.kind) {
    case 'add':
      return { goals: [...goals, edit.goal.id], directives };
    case 'remove':
      return { goals: goals.filter((id) => !edit.ids.includes(id)), directives };
    case 'direct':
      return { goals, directives: [...directives, plainLine(edit.directive.title)].sort() };
    case 'undirect':
      return { goals, directives: partsAfter({ ...before, directives: without(before, edit.number) }).directives };
    case 'prioritize':
    case 'migrate':
      return { goals, directives };
  }
}

const without = ({ directives }: Goals, number: number) => directives.filter((one) => one.number !== number);

function refuseProblems({ goals, problems: [problem] }: GoalsFile): void {
  if (problem !== undefined) throw mistake(goals.path, problem.line, problem.text);
}

async function editedText({ text, goals }: GoalsFile, edit: GoalsEdit): Promise<string> {
  const yaml = isYaml(goals.path);
  switch (edit.kind) {
    case 'add':
      if (goals.goals.some(({ id }) => id === edit.goal.id))
        throw new UserError(
          `${goals.path} has a goal ${edit.goal.id} already: remove it first: evolve goals remove ${edit.goal.id}`,
        );
      return yaml ? addYamlGoal(text, edit.goal) : addGate(text, edit.goal);
    case 'remove': {
      const gone = edit.ids.find((one) => !goals.goals.some(({ id }) => id === one));
      if (gone !== undefined)
        throw new UserError(
          `${goals.path} has no goal ${gone}. There are: ${goals.goals.map(({ id }) => id).join(', ') || 'none'}.`,
        );
      let left = text;
      for (const id of edit.ids) left = yaml ? await removeYamlGoal(left, id) : removeGate(left, id);
      return left;
    }
    case 'migrate':
      return yaml ? migrateYaml(text) : text;
    default:
      break;
  }
  if (yaml) throw new UserError(`${goals.path} has no directives. Make it a GOALS.md: evolve goals migrate --to-md`);
  if (edit.kind === 'direct') return addDirective(text, edit.directive);
  if (!goals.directives.some(({ number }) => number === edit.number))
    throw new UserError(
      `${goals.path} has no directive ${edit.number}. There are: ${goals.directives.map(({ number }) => number).join(', ') || 'none'}.`,
    );
  if (edit.kind === 'undirect') return removeDirective(text, edit.number);
  return moveDirective(
    text,
    edit.number,
    edit.place,
    goals.goals.map(({ id }) => id),
  );
}

/** The same goals as a GOALS.md. */
export const asMarkdown = ({ goals }: GoalsFile): string => goalsMarkdown(goals);
