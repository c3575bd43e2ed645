import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { AgentTask } from '../domain/agent.ts';
import type { Mount, Workspace } from '../domain/workspace.ts';
import { type Box, remove } from '../workspace/workspace.ts';
import { environment } from './environment.ts';
import { type Guard, guard } from './obeyed.ts';
import { dropped, temporaryFolder } from './temporary.ts';

/** What of the user's configuration an agent needs. Absolute paths; what is not there is left out. */
export interface Config {
  /** Folders that it writes to while it works. */
  readonly folders: readonly string[];
  /** Files in the user's home that it writes: in a sandbox it gets copies, which are thrown away. */
  readonly files?: readonly string[];
  /** Parts of the folders that later sessions of the user obey: in a sandbox they can't be written. */
  readonly kept?: readonly string[];
}

/** What a program asks of the place it works in. */
export interface Needs {
  /** Its program, found. */
  readonly program: string;
  /** Beginnings of the names of its own variables. */
  readonly variables: readonly string[];
  /** Further ones, that the user's configuration names. */
  named?(env: Env): readonly string[];
  /** Variables that it gets unless the user has set them. */
  readonly settings?: Readonly<Record<string, string>>;
  config(env: Env): Config;
  /** A configuration of its own in an empty folder: the variables that say so. */
  apart(folder: string): Readonly<Record<string, string>>;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Where one call works. */
export interface Site extends Disposable {
  readonly root: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder of its own that is gone afterwards. */
  readonly temp: string;
  readonly promptFile: string;
  readonly log: string;
  readonly binds: readonly Mount[];
  /** Present in a sandbox, and only there may an agent be told to ask nobody. */
  readonly box?: Box;
}

/** What every program may know. */
const COMMON = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TERM|COLORTERM|TZ|TMPDIR|XDG_\w+)$/;
const CONNECTION =
  /^((https?|all|no|ftp)_proxy|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE)$/i;

/** Contract: what it makes is gone when it is disposed of, but for prompt and log in the workspace's notes. */
export function siteOf(task: AgentTask<unknown>, needs: Needs, isolate: boolean): Site {
  const temp = temporaryFolder();
  try {
    return siteIn(temp, task, needs, isolate);
  } catch (error) {
    dropped(temp);
    throw error;
  }
}

function siteIn(temp: string, task: AgentTask<unknown>, needs: Needs, isolate: boolean): Site {
  const { workspace, key } = task;
  const [tmp, own, nothing] = [join(temp, 'tmp'), join(temp, 'config'), join(temp, 'work')];
  for (const folder of [tmp, own, nothing]) mkdirSync(folder);
  const notes = workspace?.notes ?? temp;
  mkdirSync(notes, { recursive: true });
  const step = stepOf(key);
  const promptFile = join(notes, `prompt${step}.md`);
  const known = allowed(process.env, needs, workspace?.env ?? []);
  // Some keep programs in their configuration and refuse to when it lies in the temporary folder.
  const changed = { TMPDIR: tmp, ...(isolate ? needs.apart(own) : {}) };
  // Without it their folders would be looked for where we are.
  const home = { HOME: known.HOME || userInfo().homedir };
  const caller = { ...needs.settings, ...known, ...home, ...changed };
  const env = workspace === undefined ? caller : environment(caller, workspace, task, promptFile);
  const config = isolate ? { folders: [] } : needs.config(env);
  const log = join(notes, `agent${step}.log`);
  const guarded = guard(workspace?.shut === undefined ? [] : (config.kept ?? []));
  return {
    root: workspace?.root ?? nothing,
    cwd: workspace?.cwd ?? nothing,
    env,
    temp,
    promptFile,
    log,
    ...shutIn(workspace, task.access, temp, needs.program, { ...config, ...guarded }, env),
    [Symbol.dispose]() {
      dropped(temp);
      guarded.restore(log);
    },
  };
}

/** A candidate's author has the plain names; who works on it later has others. */
function stepOf(key: string): string {
  const step = key.split('/').slice(1).join('-');
  return step === '' || step === 'author' ? '' : `-${step.replace(/[^\w.-]/g, '-')}`;
}

function allowed(caller: Env, needs: Needs, allowedBy: readonly string[]): Record<string, string> {
  const own = new RegExp(`^(${needs.variables.join('|')})`);
  const listed = [...allowedBy, ...(needs.named?.(caller) ?? [])];
  const kept = Object.entries(caller).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined &&
      (COMMON.test(pair[0]) || CONNECTION.test(pair[0]) || own.test(pair[0]) || listed.includes(pair[0])),
  );
  return Object.fromEntries(kept);
}

function shutIn(
  workspace: Workspace | undefined,
  access: 'read' | 'edit',
  temp: string,
  program: string,
  config: Config & Pick<Guard, 'binds' | 'read'>,
  env: Env,
): Pick<Site, 'binds' | 'box'> {
  const shut = workspace?.shut;
  if (workspace === undefined || shut === undefined) return { binds: workspace?.mounts ?? [] };
  for (const file of (config.files ?? []).filter(existsSync)) lend(file, shut.home, env);
  const folders = config.folders.filter(existsSync);
  const work = access === 'edit' ? [workspace.root] : [];
  const read = access === 'edit' ? [] : [workspace.root];
  const reach = {
    ...shut.reach,
    network: true,
    // It reads its prompt there, and what we write there later must not be led elsewhere.
    read: [...shut.reach.read, ...read, workspace.notes, ...config.read, ...partsOf(program)],
  };
  const own = [...work, temp, ...folders];
  return { binds: [...shut.binds, ...config.binds], box: { own, home: shut.home, hidden: shut.hidden, reach } };
}

/** A copy in what stands in for the home. */
function lend(file: string, home: string, { HOME = homedir() }: Env): void {
  if (dirname(file) !== HOME) return;
  const copy = join(home, basename(file));
  // Whoever was here before may have left a link.
  remove(copy);
  cpSync(file, copy, { dereference: true });
}

/** What a program consists of: with all packages that lie beside it, or with its folder unless that is a home. */
function partsOf(program: string): readonly string[] {
  const real = realpathSync(program);
  const packages = /^(.*?\/node_modules)\//.exec(real)?.[1];
  const folder = packages ?? dirname(real);
  return `${homedir()}/`.startsWith(`${folder}/`) ? [program, real] : [program, folder];
}
