import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { Base } from './base.ts';
import { type Checkout, type CheckoutPlan, createCheckout } from './checkout.ts';
import { findInputs } from './inputs.ts';
import { findPlace } from './place.ts';
import { openRepository, type Repository } from './repository.ts';
import { scopeOf } from './scope.ts';

/** For the tests of this folder: real repositories in temporary folders. */
const folders: string[] = [];
// A file may have made thousands of files, on a machine that is busy.
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}, 120_000);

export function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'evolve-workspace-')));
  folders.push(folder);
  return folder;
}

const env = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'u',
  GIT_AUTHOR_EMAIL: 'u@x',
  GIT_COMMITTER_NAME: 'u',
  GIT_COMMITTER_EMAIL: 'u@x',
};

/** The user's own git. */
export function sh(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export type Files = Readonly<Record<string, string | Buffer>>;

export function write(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** A repository with one commit. */
export function repositoryWith(files: Files, ...init: string[]): string {
  const root = scratch();
  sh(root, 'init', '-q', '-b', 'main', ...init);
  write(root, files);
  sh(root, 'add', '-A');
  sh(root, 'commit', '-q', '-m', 'first');
  return root;
}

export async function opened(cwd: string): Promise<Repository> {
  const repository = await openRepository(await findPlace(cwd));
  onTestFinished(() => repository.close());
  return repository;
}

/** Reads what its owner has locked, and locks it again. */
function unlocking<T>(path: string, read: () => T): T {
  const { mode } = lstatSync(path);
  if ((mode & 0o500) === 0o500 || process.getuid?.() === 0) return read();
  chmodSync(path, 0o700);
  try {
    return read();
  } finally {
    chmodSync(path, mode & 0o7777);
  }
}

/** Every path below a folder with its type, mode and content. */
export function picture(root: string, without: (path: string) => boolean = () => false): Record<string, string> {
  const seen: Record<string, string> = {};
  const visit = (path: string): void => {
    for (const name of readdirSync(join(root, path)).sort()) {
      const below = path === '' ? name : `${path}/${name}`;
      if (without(below)) continue;
      const absolute = join(root, below);
      const found = lstatSync(absolute);
      const mode = (found.mode & 0o7777).toString(8);
      if (found.isSymbolicLink()) seen[below] = `link ${readlinkSync(absolute)}`;
      else if (found.isDirectory()) seen[below] = `folder ${mode}`;
      else {
        const content =
          (found.mode & 0o400) === 0 ? unlocking(absolute, () => readFileSync(absolute)) : readFileSync(absolute);
        seen[below] = `file ${mode} ${createHash('sha1').update(content).digest('hex')}`;
      }
      if (found.isDirectory()) unlocking(absolute, () => visit(below));
    }
  };
  visit('');
  return seen;
}

/** The user's repository as it must stay: all but our state and our ref. */
export function userPicture(root: string): Record<string, string> {
  return picture(root, (path) => path === '.evolve' || path === '.git/refs/evolve');
}

/** A checkout of a repository's base and a way to make candidates for it. */
interface Lane {
  readonly repository: Repository;
  readonly base: Base;
  readonly checkout: Checkout;
  candidate(changes: Readonly<Record<string, string | null>>, modes?: Modes): Promise<string>;
}
export type Modes = ReadonlyMap<string, '100644' | '100755' | '120000'>;

export async function lane(root: string, globs: readonly string[], plan: Partial<CheckoutPlan> = {}): Promise<Lane> {
  const repository = await opened(root);
  const base = await repository.base({ dirty: false });
  const scope = scopeOf(globs, await repository.files(base.tree));
  const inputs = await findInputs(repository, base, []);
  const dir = join(scratch(), 'lane');
  const checkout = await createCheckout(repository, dir, { base, scope, inputs, bind: false, ...plan });
  onTestFinished(() => checkout[Symbol.asyncDispose]());
  return {
    repository,
    base,
    checkout,
    async candidate(given, modes) {
      const changes = new Map(
        Object.entries(given).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
      );
      return (
        await repository.commit({ parents: [], onto: base.commit, changes, ...(modes && { modes }), message: 'c' })
      ).commit;
    },
  };
}

export const start: Files = {
  'algo.py': 'seed',
  'bench.py': 'bench',
  'src/a.py': 'a',
  'src/b.py': 'b',
  'data/x y é.csv': '1',
  '.gitignore': '*.log\n__pycache__\n',
};

export function startingRepository(): string {
  const root = repositoryWith({ ...start, 'run.sh': '#!/bin/sh\n' });
  chmodSync(join(root, 'run.sh'), 0o755);
  symlinkSync('data/x y é.csv', join(root, 'link'));
  sh(root, 'add', '-A');
  sh(root, 'commit', '-qm', 'modes');
  return root;
}
