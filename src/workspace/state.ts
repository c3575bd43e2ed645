import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../lib/user-error.ts';
import { git } from './git.ts';
import { type Place, stateName } from './place.ts';
import { secretGlobs } from './secret.ts';
import type { Format } from './tree.ts';

export interface State {
  readonly dir: string;
  readonly gitDir: string;
  readonly format: Format;
  /** Whether this call made `.evolve`, so that a start that fails can remove it again. */
  readonly created: boolean;
}

/** What a folder that is no repository leaves out of its seed: it is installed or generated, and given as an input. */
const notSource = [stateName, 'node_modules', '.venv', 'venv', 'vendor', '__pycache__'];

// Files stay as their bytes are: no line endings, keywords, encodings or filters, whatever .gitattributes says.
const rawBytes = '* -text !eol !ident !filter !working-tree-encoding\n';

const leftOverMs = 24 * 60 * 60 * 1000;

/** Makes `.evolve` and the private repository in it where missing; processes that do so at once end up with the same. */
export async function openState(place: Place): Promise<State> {
  const lender = await lenderOf(place);
  const dir = join(place.root, stateName);
  const created = await makeStateDir(dir);
  const gitDir = join(dir, 'git');
  const temporary = await temporaryDir(dir);
  if (!(await exists(gitDir))) await makeRepository(gitDir, temporary, lender.format);
  const config = await readFile(join(gitDir, 'config'), 'utf8');
  const format: Format = config.includes('objectformat = sha256') ? 'sha256' : 'sha1';
  if (lender.objects !== undefined && format !== lender.format) {
    throw new UserError(`${dir} holds ${format} objects but the repository is ${lender.format}: move ${dir} away`);
  }
  await borrow(gitDir, temporary, lender.objects);
  return { dir, gitDir, format, created };
}

async function lenderOf(place: Place): Promise<{ format: Format; objects?: string }> {
  if (place.kind === 'folder') return { format: 'sha1' };
  const args = ['rev-parse', '--show-object-format', '--git-path', 'objects'];
  const [format, ...path] = (await git(args, { cwd: place.root, config: 'user' })).toString('utf8').split('\n');
  const objects = resolve(place.root, path.join('\n').replace(/\n$/, ''));
  if (objects.includes('\n')) throw new UserError(`${place.root} has a line break in its path: rename the folder`);
  return { format: format === 'sha256' ? 'sha256' : 'sha1', objects: await realpath(objects) };
}

async function makeStateDir(dir: string): Promise<boolean> {
  const created = await mkdir(dir).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw new UserError(`can't write ${dir} (${error.code}): evolve keeps its state there, make it writable`);
    },
  );
  if (!(await lstat(dir)).isDirectory()) throw new UserError(`${dir} must be a folder, and no link: move it away`);
  const ignore = join(dir, '.gitignore');
  if ((await readFile(ignore, 'utf8').catch(() => '')) !== '*\n') await writeFile(ignore, '*\n');
  return created;
}

/** A folder for what is made under another name first; what a killed process left there a day ago goes. */
async function temporaryDir(dir: string): Promise<string> {
  const temporary = join(dir, 'tmp');
  await mkdir(temporary, { recursive: true });
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < Date.now() - leftOverMs)
      await rm(path, { recursive: true, force: true });
  }
  return temporary;
}

async function makeRepository(gitDir: string, temporary: string, format: Format): Promise<void> {
  const draft = join(temporary, `git-${randomUUID()}`);
  const version = format === 'sha256' ? 1 : 0;
  const extension = format === 'sha256' ? '[extensions]\n\tobjectformat = sha256\n' : '';
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'info']) {
    await mkdir(join(draft, folder), { recursive: true });
  }
  await writeFile(join(draft, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(
    join(draft, 'config'),
    `[core]\n\trepositoryformatversion = ${version}\n\tbare = true\n${extension}[gc]\n\tauto = 0\n`,
  );
  await writeFile(
    join(draft, 'info/exclude'),
    `${[...notSource.map((name) => `${name}/`), ...secretGlobs].join('\n')}\n`,
  );
  await writeFile(join(draft, 'info/attributes'), rawBytes);
  await rename(draft, gitDir).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/** Points to the user's objects; relative, so that a repository may move as a whole while it is used. */
async function borrow(gitDir: string, temporary: string, objects: string | undefined): Promise<void> {
  const own = join(gitDir, 'objects');
  const path = join(own, 'info/alternates');
  const wanted = objects === undefined ? '' : `${relative(await realpath(own), objects)}\n`;
  if ((await readFile(path, 'utf8').catch(() => '')) === wanted) return;
  const draft = join(temporary, `alternates-${randomUUID()}`);
  await writeFile(draft, wanted);
  await rename(draft, path);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
