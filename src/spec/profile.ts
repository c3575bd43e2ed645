import type { core } from 'zod';
import type { Profile, TrackerCommands } from '../domain/contract.ts';
import { linesOf } from './markdown.ts';
import { mistake } from './mistake.ts';
import type { PROFILE, WrittenProfile } from './profile-schema.ts';
import type { ReadText } from './read-text.ts';

const FOLDER = 'docs/contracts/repo-execution-profile';

/** The profile of a version is the first of these that says one. */
export const PROFILES = [`${FOLDER}.json`, `${FOLDER}.md`] as const;

/**
 * The execution profile of a version; undefined where it has none. In Markdown it is the first block of JSON.
 * Contract: throws `UserError` that names file, line and field on the first thing that is wrong.
 */
export async function profileIn(read: ReadText): Promise<Profile | undefined> {
  for (const path of PROFILES) {
    const text = await read(path);
    const block = text === undefined ? undefined : path.endsWith('.md') ? blockOf(text) : { text, from: 1 };
    if (block !== undefined) return profileOf(block, path, (await import('./profile-schema.ts')).PROFILE);
  }
  return undefined;
}

interface Block {
  readonly text: string;
  /** The line of the file on which it begins. */
  readonly from: number;
}

function blockOf(text: string): Block | undefined {
  const all = linesOf(text);
  const from = all.findIndex((one) => /^\s*```+\s*json\b/i.test(one.text));
  if (from === -1) return undefined;
  const to = all.findIndex((one, index) => index > from && /^\s*```+\s*$/.test(one.text));
  const inside = all.slice(from + 1, to === -1 ? undefined : to);
  return { text: inside.map((one) => one.text).join('\n'), from: from + 2 };
}

function profileOf(block: Block, path: string, schema: typeof PROFILE): Profile {
  let json: unknown;
  try {
    json = JSON.parse(block.text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    throw mistake(path, lineAt(block, at), 'this is no JSON: look at the commas, quotes and brackets.');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const keys = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
    const field = keys.join('.') || 'the profile';
    throw mistake(path, lineOfField(block, keys), `${field}: ${reasonOf(issue, json)}`);
  }
  const { tracker_commands: tracker, definition_of_done: done, ...rest } = parsed.data;
  return {
    path,
    startupReads: rest.startup_reads,
    goalsSource: { primary: rest.goals_source.primary, mirrors: rest.goals_source.compatibility_mirrors },
    validation: rest.validation_commands,
    tracker: trackerOf(tracker),
    done: {
      predicates: done.predicates,
      validations: done.required_validations,
      cleanGit: done.require_clean_git,
    },
    ...(rest.work_selection_order === undefined ? {} : { order: rest.work_selection_order }),
  };
}

function reasonOf(issue: core.$ZodIssue | undefined, json: unknown): string {
  if (issue === undefined) return 'is wrong.';
  if (issue.code === 'unrecognized_keys') return 'is not a field of a profile: remove it.';
  let value = json;
  for (const key of issue.path) value = value !== null && typeof value === 'object' ? Object(value)[key] : undefined;
  if (value === undefined) return 'is missing: add it.';
  return `${issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '')}.`;
}

/** Others write `<id>` for what we write `{id}`. */
const placed = (command: string): string => command.replace(/<(id|status)>/g, '{$1}');

function trackerOf(tracker: WrittenProfile['tracker_commands']): TrackerCommands {
  const { ready, show, update, close, shell_prefix: prefix, doctor, ...others } = tracker;
  return {
    ready: placed(ready),
    show: placed(show),
    update: placed(update),
    close: placed(close),
    ...(prefix === undefined || prefix.trim() === '' ? {} : { prefix }),
    ...(doctor === undefined ? {} : { doctor }),
    others: Object.fromEntries(
      Object.entries(others).flatMap(([key, value]) => (value === undefined ? [] : [[key, placed(value)]])),
    ),
  };
}

const lineAt = ({ text, from }: Block, offset: number): number => from + text.slice(0, offset).split('\n').length - 1;

/** Where the last key of a path is written that can be found; where the profile begins when none is. */
function lineOfField(block: Block, keys: readonly PropertyKey[]): number {
  let at = 0;
  for (const key of keys) {
    if (typeof key !== 'string') continue;
    const found = block.text.indexOf(JSON.stringify(key), at);
    if (found === -1) break;
    at = found;
  }
  return lineAt(block, at);
}
