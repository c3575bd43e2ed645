import { isAbsolute, normalize } from 'node:path';
import { textIn } from '../files.ts';
import { isJson, type Json, objectIn, textOf } from '../json.ts';

const CLOSURES = ['.agents/releases/evidence-only-closures', '.agents/council/evidence-only-closures'];
const RUNS = '.agents/rpi/runs';
const DONE = ['completed', 'complete', 'done', 'succeeded', 'success'];

/** Whether what an item calls its proof says that it is done already. What can't be read proves nothing. */
export function isProven(root: string, item: Json): boolean {
  const proof = item.proof_ref;
  if (!isJson(proof)) return false;
  switch (proof.kind) {
    case 'completed_run':
      return isRunDone(root, textOf(proof.run_id));
    case 'evidence_only_closure': {
      const id = nameOf(proof.target_id);
      return id !== undefined && CLOSURES.some((folder) => objectAt(root, `${folder}/${id}.json`) !== undefined);
    }
    case 'execution_packet': {
      const path = textOf(proof.path);
      const packet = path === undefined || isOutside(path) ? undefined : objectAt(root, path);
      return packet !== undefined && (isDone(packet) || isRunDone(root, textOf(packet.run_id)));
    }
    default:
      return false;
  }
}

function isRunDone(root: string, run: string | undefined): boolean {
  const id = nameOf(run);
  const state = id === undefined ? undefined : objectAt(root, `${RUNS}/${id}/phased-state.json`);
  return state !== undefined && isDone(state);
}

const isDone = ({ terminal_status, status }: Json): boolean =>
  DONE.includes(String(terminal_status ?? status ?? '').toLowerCase());

const objectAt = (root: string, path: string): Json | undefined => objectIn(textIn(root, path) ?? '');

/** A name that stays in its folder. */
const nameOf = (value: unknown): string | undefined => {
  const name = textOf(value);
  return name !== undefined && /^[\w][\w.-]*$/.test(name) ? name : undefined;
};

const isOutside = (path: string): boolean => isAbsolute(path) || normalize(path).startsWith('..');
