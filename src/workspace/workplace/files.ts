import { mkdirSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Hit, Shell, WorkspaceFiles } from '../../domain/workplace.ts';
import { shellQuote } from '../../lib/format.ts';
import { glob } from '../../lib/glob.ts';
import { UserError } from '../../lib/user-error.ts';
import { complaint, git, tryGit } from '../git.ts';
import { runTree } from '../process-tree.ts';
import { inside } from './inside.ts';

/** More is no answer that anybody reads. */
const MOST_BYTES = 1024 * 1024;
const LINE = 500;

export interface FilesPlan {
  readonly root: string;
  /** The folder to work in, relative to the root. */
  readonly folder: string;
  /** Of the files as they were laid out. */
  readonly index: string;
  readonly gitDir: string;
}

/** The files of a workspace on this machine. Commands run as the caller, with the caller's environment. */
export function localFiles({ root, folder, index, gitDir }: FilesPlan): WorkspaceFiles {
  const cwd = join(root, folder);
  const at = (path: string, how: 'read' | 'write' = 'read') => inside(root, cwd, path, how);
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: root, GIT_INDEX_FILE: index };

  function read(path: string): string {
    const file = at(path);
    const found = statOf(file);
    if (found === undefined)
      throw new UserError(`There is no file ${path}: evolve exp glob finds those that there are`);
    if (found.isDirectory()) throw new UserError(`${path} is a folder: evolve exp glob "${path}/**" lists it`);
    if (!found.isFile()) throw new UserError(`${path} is no file.`);
    if (found.size > MOST_BYTES)
      throw new UserError(
        `${path} is larger than 1 MB: read parts of it with evolve exp bash "sed -n 1,200p '${path}'"`,
      );
    const text = decoded(readFileSync(file));
    if (text === undefined)
      throw new UserError(`${path} is no text: look at it with evolve exp bash "xxd '${path}' | head"`);
    return text;
  }

  function write(path: string, content: string): void {
    const file = at(path, 'write');
    if (statOf(file)?.isDirectory()) throw new UserError(`${path} is a folder.`);
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? error.code : error;
      throw new UserError(`${path} can't be written (${why}): see what is there with evolve exp bash "ls -l"`);
    }
  }

  return {
    async bash(command, { timeoutMs }, signal) {
      const shell = `command -v bash >/dev/null 2>&1 && exec bash -c ${shellQuote(command)}; exec sh -c ${shellQuote(command)}`;
      const run = { shell, cwd, env: ownEnvironment(), log: '/dev/null' };
      const limits = { timeoutMs, logBytes: Number.MAX_SAFE_INTEGER, tailBytes: MOST_BYTES };
      const { ended, stdout, stderr, truncated } = await runTree(run, limits, signal);
      if (ended.kind === 'failed-to-start') throw new Error(`the command could not be started: ${ended.reason}`);
      return { stdout, stderr, ...(truncated ? { truncated } : {}), code: codeOf(ended) };
    },
    read: async (path) => read(path),
    write: async (path, content) => write(path, content),
    async edit(path, change) {
      if (change.old === '') throw new UserError('The old text is empty: to make a file use evolve exp write');
      if (change.old === change.new) throw new UserError('The old and the new text are the same.');
      const parts = read(path).split(change.old);
      const count = parts.length - 1;
      if (count === 0) throw new UserError(`The old text is not in ${path}: read it again with evolve exp read`);
      if (count > 1 && !change.all)
        throw new UserError(`The old text is ${count} times in ${path}: give more of it, or add --replace-all`);
      write(path, parts.join(change.new));
      return count;
    },
    async glob(pattern, within = '.') {
      const start = relative(root, at(within));
      const matches = glob(pattern.replace(/^\.\//, ''));
      const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
      const listed = (await git(args, { cwd: root, config: 'none', env })).toString('utf8').split('\0');
      const found = [...new Set(listed)].filter(
        (path) => path !== '' && matches(relative(start, path)) && isIn(start, path),
      );
      return found
        .filter((path) => statOf(join(root, path))?.isFile())
        .map(fromFolder)
        .sort();
    },
    async grep(pattern, within = '.') {
      const start = relative(root, at(within)) || '.';
      const options = ['-z', '-n', '-I', '-E', '--untracked', '--no-color'];
      const args = ['--literal-pathspecs', 'grep', ...options, '-e', pattern, '--', start];
      const { code, stdout, stderr } = await tryGit(args, { cwd: root, config: 'none', env });
      if (code > 1) throw new UserError(`Nothing can be searched for by that pattern: ${complaint(stderr)}`);
      return hitsIn(stdout.toString('utf8')).map((hit) => ({ ...hit, path: fromFolder(hit.path) }));
    },
  };

  function fromFolder(path: string): string {
    return folder === '' ? path : relative(folder, path);
  }
}

/** undefined where there is nothing, or a file is on the way. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const isIn = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** undefined of what is no UTF-8, or has what no text has. */
function decoded(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Git in a workspace is the workspace's own, wherever the caller's points to. */
function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !name.startsWith('GIT_'),
  );
  return Object.fromEntries(entries.map(([name, value = '']) => [name, value]));
}

type Ended = Awaited<ReturnType<typeof runTree>>['ended'];

function codeOf(ended: Exclude<Ended, { kind: 'failed-to-start' }>): Shell['code'] {
  if (ended.kind === 'exited') return ended.code;
  if (ended.kind !== 'signalled') return null;
  const signals: Readonly<Record<string, number>> = constants.signals;
  return 128 + (signals[ended.signal] ?? 0);
}

function hitsIn(output: string): readonly Hit[] {
  return output.split('\n').flatMap((line) => {
    const [path, number, ...rest] = line.split('\0');
    if (path === undefined || number === undefined) return [];
    const text = rest.join('\0');
    return [{ path, line: Number(number), text: text.length > LINE ? `${text.slice(0, LINE)} …` : text }];
  });
}
