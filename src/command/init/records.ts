import { relative } from 'node:path';
import { differ, scoreOf } from '../../domain/compare.ts';
import { seedId } from '../../domain/config.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { editSettings } from '../../spec/spec.ts';
import type { FileInput } from '../config/file.ts';
import type { Context } from '../contract.ts';
import { checkedIn, harnessKey } from '../doctor/red-team/checked.ts';
import type { Opened } from '../take.ts';
import type { Begun } from './begun.ts';
import { keepProject, projectPath, projectText } from './project.ts';
import { missingIn, newConfig, textOf } from './saved.ts';

/** Writes down what was found out, for people: the settings, and the file for those who work here. */
export async function keepRecords(
  { repository, store, chosen }: Opened,
  written: FileInput & { readonly save?: boolean },
  file: string | undefined,
  context: Context,
): Promise<Begun> {
  const view = store.journal(chosen.run).view();
  const facts = view.run();
  const baseline = view.entry(seedId('rounds'))?.evaluation;
  if (facts === undefined || baseline?.outcome !== 'scored') throw new Error(`run ${chosen.run} is not open`);
  const { config, base } = facts;
  const stateDir = repository.state.dir;
  const key = await harnessKey(repository, base, config);
  const checked = checkedIn(stateDir).find((one) => one.key === key);
  const said = checked === undefined ? {} : { said: checked.said ?? [] };
  if (keepProject(stateDir, projectText({ run: chosen.run, config, baseline, ...said })) === 'kept')
    context.tell('.evolve/project.md has been edited and stays as it is: see whether it still holds');
  return {
    run: chosen.run,
    known: false,
    fitness: config.identity.fitness,
    files: config.identity.files,
    direction: config.fixed.direction,
    score: scoreOf(baseline),
    deterministic: !differ(baseline.samples),
    config: file === undefined ? null : await keepSettings(file, written, context),
    project: relative(context.cwd, projectPath(stateDir)),
    changed: [],
  };
}

/** The name of the file where it was written. */
async function keepSettings(
  file: string,
  { save, ...settings }: FileInput & { readonly save?: boolean },
  context: Context,
): Promise<string | null> {
  const name = relative(context.cwd, file);
  const text = textOf(file);
  if (text === undefined) {
    writeWhole(file, await newConfig(settings));
    return name;
  }
  const missing = await missingIn(text, settings);
  if (missing.length === 0) return null;
  const keys = [...new Set(missing.map(({ path }) => path.join('.')))].join(', ');
  if (save !== true && !(await agreed(`Write ${keys} to ${name}? [Y/n] `, context))) {
    context.tell(`${name} has other settings (${keys}) and stays as it is; --save would write them`);
    return null;
  }
  const edited = await editSettings(text, missing);
  const left = await missingIn(edited, settings);
  if (left.length > 0) throw new UserError(`${name} could not be changed: write ${keys} into it yourself.`);
  writeWhole(file, edited);
  return name;
}

async function agreed(question: string, context: Context): Promise<boolean> {
  const reply = context.interactive ? await context.ask(question) : undefined;
  return reply !== undefined && !/^n/i.test(reply.trim());
}
