import { type Fields, fieldsIn, listIn, textIn } from './cli-event.ts';

/** A way to work that an agent offers, and how it is asked for. */
export interface ModeChoice {
  readonly id: string;
  /** Absent where it is a mode of the session. */
  readonly option?: string;
}

/** The names that agents give to the same thing, the wanted ones first. */
const LOOKING = ['plan', 'read-only', 'ask'];
const EDITING = ['acceptEdits', 'autoEdit', 'auto_edit', 'workspace-write', 'agent', 'build', 'code'];
/** Only in a sandbox: some would start one of their own in ours, which can't be. */
const FREE = ['agent-full-access', 'full-access', 'bypassPermissions', 'yolo'];

/** Modes to try in turn until one is taken, from the answer to `session/new`. None where the current one is as good. */
export function modesFor(session: Fields, access: 'read' | 'edit', shut: boolean): readonly ModeChoice[] {
  const { current, ids, option } = offered(session);
  const wanted = access === 'read' ? LOOKING : shut ? [...FREE, ...EDITING] : EDITING;
  const there = wanted.filter((id) => ids.includes(id));
  const good = there.indexOf(current);
  return there.slice(0, good < 0 ? undefined : good).map((id) => ({ id, ...(option === '' ? {} : { option }) }));
}

interface Offered {
  readonly current: string;
  readonly ids: readonly string[];
  readonly option: string;
}

function offered(session: Fields): Offered {
  const modes = fieldsIn(session, 'modes');
  const ids = idsIn(modes, 'availableModes', 'id');
  if (ids.length > 0) return { current: textIn(modes, 'currentModeId') ?? '', ids, option: '' };
  const select = listIn(session, 'configOptions').find((one) => textIn(one, 'category') === 'mode') ?? {};
  return {
    current: textIn(select, 'currentValue') ?? '',
    ids: idsIn(select, 'options', 'value'),
    option: textIn(select, 'id') ?? '',
  };
}

/** Of a flat list, or of one in groups. */
function idsIn(from: Fields, list: string, name: string): readonly string[] {
  return listIn(from, list).flatMap((one) => textIn(one, name) ?? idsIn(one, list, name));
}
