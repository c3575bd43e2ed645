import { differ, scoreOf } from '../../domain/compare.ts';
import { seedId } from '../../domain/config.ts';
import type { Journal } from '../../domain/journal.ts';
import { adjust } from '../config/adjust.ts';
import type { FileInput } from '../config/file.ts';
import type { Begun } from './begun.ts';

/** Gives a run that is there the settings that may change. */
export function readjust(journal: Journal, input: FileInput): Begun {
  const changed = adjust(journal, input);
  const view = journal.view();
  const run = view.run();
  if (run === undefined) throw new Error(`run ${journal.run} is not open`);
  const { identity, fixed } = run.config;
  const root = view.entry(seedId('rounds'))?.evaluation;
  return {
    run: run.id,
    known: true,
    fitness: identity.fitness,
    files: identity.files,
    direction: fixed.direction,
    score: root === undefined ? null : scoreOf(root),
    deterministic: root?.outcome === 'scored' ? !differ(root.samples) : null,
    config: null,
    project: '.evolve/project.md',
    changed,
  };
}
