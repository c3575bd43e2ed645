import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { findPlace } from './place.ts';
import { openRepository, type Repository } from './repository.ts';

/** For the tests of this folder: real repositories in temporary folders. */
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

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

/** Every path below a folder with its type, mode and content. */
export function picture(root: string, without: (path: string) => boolean = () => false): Record<string, string> {
  const seen: Record<string, string> = {};
  const visit = (path: string): void => {
    for (const name of readdirSync(join(root, path)).sort()) {
      const below = path === '' ? name : `${path}/${name}`;
      if (without(below)) continue;
      const found = lstatSync(join(root, below));
      const mode = (found.mode & 0o7777).toString(8);
      if (found.isSymbolicLink()) seen[below] = `link ${readlinkSync(join(root, below))}`;
      else if (found.isDirectory()) seen[below] = `folder ${mode}`;
      else
        seen[below] = `file ${mode} ${createHash('sha1')
          .update(readFileSync(join(root, below)))
          .digest('hex')}`;
      if (found.isDirectory()) visit(below);
    }
  };
  visit('');
  return seen;
}

/** The user's repository as it must stay: all but our state and our ref. */
export function userPicture(root: string): Record<string, string> {
  return picture(root, (path) => path === '.evolve' || path === '.git/refs/evolve');
}
