import { GOAL_TYPES, type Goal } from '../../domain/goals.ts';
import { nearest } from '../../lib/nearest.ts';
import { mistake } from '../mistake.ts';
import type { Remark } from '../remark.ts';
import type { Setting, Written } from '../written.ts';
import { kindOf } from '../written.ts';
import { parseYaml } from '../yaml.ts';
import { shortHash } from './directives.ts';
import { GOAL_ID, type GoalsFile, isWeight, USUAL_WEIGHT } from './file.ts';

const KEYS = ['version', 'mission', 'goals'];
const GOAL_KEYS = ['id', 'description', 'check', 'weight', 'type', 'pillar', 'continuous', 'tags'];

/** What a GOALS.yaml says. Throws `UserError` on text that is no YAML; all else that is wrong is among its problems. */
export async function readGoalsYaml(text: string, path: string): Promise<GoalsFile> {
  const problems: Remark[] = [];
  const oddities: Remark[] = [];
  const written = await parseYaml(text, path);
  if (written === undefined || written.kind !== 'map')
    throw mistake(path, 1, 'write version, mission and goals, each as "key: value".');
  const value = (key: string): Written | undefined => written.settings.find((one) => one.key === key)?.value;
  strange(written.settings, KEYS, oddities);
  const version = value('version');
  const number = version?.kind === 'scalar' ? version.value : undefined;
  if (number !== 1 && number !== 2 && number !== 3)
    problems.push({
      line: version?.line ?? 1,
      text: `the version is ${version === undefined ? 'missing' : kindOf(version)}: write "version: 2".`,
    });
  if (number === 1) oddities.push({ line: version?.line ?? 1, text: 'version 1 is deprecated: evolve goals migrate' });
  const list = value('goals');
  const items = list?.kind === 'list' ? list.items : [];
  if (list?.kind !== 'list' && !(list?.kind === 'scalar' && list.value === null))
    problems.push({ line: list?.line ?? 1, text: 'goals must be a list: "- id: …" for each goal.' });
  const lineBy = new Map<string, number>();
  const goals = items.flatMap((item): Goal[] => {
    const goal = goalOf(item, problems, oddities);
    if (goal === undefined) return [];
    const before = lineBy.get(goal.id);
    if (before !== undefined)
      problems.push({ line: item.line, text: `${goal.id} is given twice, first on line ${before}: keep one.` });
    else lineBy.set(goal.id, item.line);
    return [goal];
  });
  return {
    text,
    problems: [...problems].sort((a, b) => a.line - b.line),
    goals: {
      path,
      version: typeof number === 'number' ? number : 0,
      era: shortHash(text),
      mission: textOf(value('mission')) ?? '',
      northStars: [],
      antiStars: [],
      directives: [],
      goals,
      warnings: oddities.map((one) => `${path}:${one.line}: ${one.text}`),
    },
  };
}

/** The one goal of an item; undefined where it is no goal at all. */
function goalOf(item: Written, problems: Remark[], oddities: Remark[]): Goal | undefined {
  if (item.kind !== 'map') {
    problems.push({ line: item.line, text: `a goal is a map of keys, not ${kindOf(item)}.` });
    return undefined;
  }
  strange(item.settings, GOAL_KEYS, oddities);
  const value = (key: string): Written | undefined => item.settings.find((one) => one.key === key)?.value;
  const id = textOf(value('id')) ?? '';
  const name = id === '' ? 'a goal' : id;
  const wrong = (key: string, text: string): void => {
    problems.push({ line: value(key)?.line ?? item.line, text });
  };
  const needed = (key: string): string => {
    const text = textOf(value(key)) ?? '';
    if (text.trim() === '') wrong(key, `${name} has no ${key}: add it.`);
    return text;
  };
  if (needed('id') !== '' && !GOAL_ID.test(id))
    wrong('id', `the id ${JSON.stringify(id)} is not kebab-case: use a-z, 0-9 and single dashes.`);
  const [description, check] = [needed('description'), needed('check')];
  const given = value('weight');
  const weight = given?.kind === 'scalar' ? given.value : undefined;
  if (!isWeight(weight))
    wrong(
      'weight',
      `the weight of ${name} is ${given === undefined ? 'missing' : kindOf(given)}: give a whole number from 1 to 10.`,
    );
  const kind = textOf(value('type'));
  const type = GOAL_TYPES.find((one) => one === kind);
  if (value('type') !== undefined && type === undefined)
    wrong('type', `the type of ${name} is ${JSON.stringify(kind ?? '')}: it is one of ${GOAL_TYPES.join(', ')}.`);
  const pillar = textOf(value('pillar'));
  const tags = value('tags');
  if (tags !== undefined && tags.kind !== 'list') wrong('tags', `the tags of ${name} must be a list.`);
  const words = tags?.kind === 'list' ? tags.items.flatMap((one) => textOf(one) ?? []) : [];
  const continuous = continuousOf(value('continuous'));
  if (continuous === null)
    wrong('continuous', `continuous of ${name} takes a metric and a threshold that is a number.`);
  return {
    id,
    description,
    check,
    weight: isWeight(weight) ? weight : USUAL_WEIGHT,
    type: type ?? 'health',
    ...(pillar === undefined || pillar === '' ? {} : { pillar }),
    ...(continuous === undefined || continuous === null ? {} : { continuous }),
    ...(words.length === 0 ? {} : { tags: words }),
  };
}

/** Null where it is given and wrong. */
function continuousOf(written: Written | undefined): Goal['continuous'] | null {
  if (written === undefined) return undefined;
  if (written.kind !== 'map') return null;
  const metric = textOf(written.settings.find(({ key }) => key === 'metric')?.value);
  const threshold = written.settings.find(({ key }) => key === 'threshold')?.value;
  const number = threshold?.kind === 'scalar' ? threshold.value : undefined;
  return metric === undefined || metric === '' || typeof number !== 'number' ? null : { metric, threshold: number };
}

function strange(settings: readonly Setting[], known: readonly string[], oddities: Remark[]): void {
  for (const { key, line } of settings) {
    if (known.includes(key)) continue;
    const meant = nearest(key, known);
    oddities.push({
      line,
      text: `unknown key ${JSON.stringify(key)} is left out.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
    });
  }
}

const textOf = (written: Written | undefined): string | undefined =>
  written?.kind === 'scalar' && written.value !== null ? written.text : undefined;
