import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk';
import type { ToolCall } from './acp-told.ts';

/** How far an agent is trusted. */
export interface Trust {
  readonly root: string;
  readonly cwd: string;
  readonly access: 'read' | 'edit';
  /** A sandbox keeps it from everything else. */
  readonly shut: boolean;
}

const HARMLESS = ['read', 'search', 'think', 'switch_mode'];
const CHANGING = ['edit', 'delete', 'move'];

/** Whether a tool may be used: in a sandbox all of them, elsewhere only to look around and to edit inside the workspace. */
export function allowed({ kind = 'other', paths }: ToolCall, { root, cwd, access, shut }: Trust): boolean {
  if (CHANGING.includes(kind)) {
    if (access === 'read') return false;
    return shut || (paths.length > 0 && paths.every((path) => isInside(path, root, cwd)));
  }
  return shut || HARMLESS.includes(kind);
}

type Options = RequestPermissionRequest['options'];

/** The answer among those offered; nothing fitting is no permission. */
export function answerOf(options: Options, allow: boolean): RequestPermissionResponse {
  const kinds = allow ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const [chosen] = kinds.flatMap((kind) => options.find((one) => one.kind === kind) ?? []);
  return {
    outcome: chosen === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen.optionId },
  };
}

/** Where the path really leads, also when it is yet to be made. */
function isInside(path: string, root: string, cwd: string): boolean {
  const real = realOf(isAbsolute(path) ? resolve(path) : resolve(cwd, path));
  return real.startsWith(`${realOf(root)}/`);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : `${realOf(parent)}/${path.slice(parent === '/' ? 1 : parent.length + 1)}`;
  }
}
