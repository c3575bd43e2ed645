import { tryGit } from './git.ts';

/** What git knows of how a version came to be: of the user's own repository, which is only read. */
export interface History {
  /** When the newest commit was made. Milliseconds since 1970. */
  readonly at: number;
  /** From the newest; merges have no paths. */
  commits(most: number): Promise<readonly PastCommit[]>;
  /** When lines of a file, from 1, were last changed. */
  changed(path: string, lines: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

export interface PastCommit {
  readonly sha: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly subject: string;
  readonly paths: readonly string[];
}

/** What the user has set for reading must not get in the way of a program that reads. */
const SETTINGS = ['log.showSignature=false', 'blame.ignoreRevsFile=', 'color.ui=never', 'diff.relative=false'];

/** The history of the first of these commits and branches that has this tree, else of HEAD; undefined where there is none. */
export async function historyOf(root: string, tree: string, revs: readonly string[]): Promise<History | undefined> {
  const read = async (args: readonly string[]) => {
    const { code, stdout } = await tryGit(args, { cwd: root, config: 'user', settings: SETTINGS });
    return code === 0 ? stdout.toString('utf8') : undefined;
  };
  const hasTree = async (rev: string) =>
    (await read(['rev-parse', '--verify', '--quiet', `${rev}^{tree}`]))?.trim() === tree;
  let from = 'HEAD';
  for (const rev of revs) {
    if (!(await hasTree(rev))) continue;
    from = rev;
    break;
  }
  const tip = (await read(['log', '-1', '--format=%H %ct', from, '--']))?.trim().split(' ');
  const [sha, at] = tip ?? [];
  if (sha === undefined || at === undefined) return undefined;
  return {
    at: Number(at) * 1000,
    async commits(most) {
      const format = '--format=%x01%H%x00%ct%x00%s%x00';
      const text = await read(['log', '-z', '--no-renames', '--name-only', `-n${most}`, format, sha, '--']);
      return (text ?? '').split('\x01').slice(1).map(commitIn);
    },
    async changed(path, lines) {
      const ranges = lines.flatMap((line) => ['-L', `${line},${line}`]);
      const text = lines.length === 0 ? '' : await read(['blame', '--line-porcelain', ...ranges, sha, '--', path]);
      return timesIn(text ?? '');
    },
  };
}

function commitIn(text: string): PastCommit {
  const [sha = '', at = '0', subject = '', ...paths] = text.split('\0');
  const named = paths.map((path) => path.replace(/^\n/, '')).filter((path) => path !== '');
  return { sha, at: Number(at) * 1000, subject, paths: named };
}

function timesIn(blame: string): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let line = 0;
  for (const text of blame.split('\n')) {
    const head = /^[0-9a-f]{40,64} \d+ (\d+)/.exec(text);
    if (head !== null) line = Number(head[1]);
    const time = /^committer-time (\d+)$/.exec(text);
    if (time !== null) times.set(line, Number(time[1]) * 1000);
  }
  return times;
}
