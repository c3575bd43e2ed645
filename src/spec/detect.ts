import type { ReadText } from './read-text.ts';

/** A command that tells whether a repository is well. */
export interface Detected {
  readonly command: string;
  /** The file that it was found in. */
  readonly from: string;
}

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

/** The command that runs the tests of a repository, by the first of its files that says one. */
export async function detectTests(read: ReadText, files: readonly string[]): Promise<Detected | undefined> {
  for (const from of MAKEFILES) {
    if ((await targetsIn(read, from)).includes('test')) return { command: 'make test', from };
  }
  if ((await scriptsIn(read)).test !== undefined) return { command: `${packager(files)} test`, from: 'package.json' };
  if ((await read('go.mod')) !== undefined) return { command: 'go test ./...', from: 'go.mod' };
  if ((await read('Cargo.toml')) !== undefined) return { command: 'cargo test', from: 'Cargo.toml' };
  for (const from of ['pyproject.toml', 'setup.py']) {
    if ((await read(from)) !== undefined) return { command: await pythonTests(read, files), from };
  }
  return undefined;
}

/** The scripts of package.json, but for the one that npm writes into every new package. */
export async function scriptsIn(read: ReadText): Promise<Readonly<Record<string, string>>> {
  const text = await read('package.json');
  try {
    const { scripts } = Object(JSON.parse(text ?? '{}'));
    const entries = Object.entries(Object(scripts)).flatMap(([name, value]) => {
      const line = typeof value === 'string' ? value.trim() : '';
      return line === '' || line.includes('no test specified') ? [] : [[name, line] as const];
    });
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/** The targets of a makefile. */
export async function targetsIn(read: ReadText, path: string): Promise<readonly string[]> {
  const text = (await read(path)) ?? '';
  return [...text.matchAll(/^([A-Za-z0-9][\w.-]*)\s*:(?!=)/gm)].map(([, name = '']) => name);
}

/** The program that runs the scripts of package.json. */
export function packager(files: readonly string[]): string {
  if (files.includes('pnpm-lock.yaml')) return 'pnpm';
  if (files.includes('yarn.lock')) return 'yarn';
  return files.some((file) => file === 'bun.lock' || file === 'bun.lockb') ? 'bun run' : 'npm';
}

async function pythonTests(read: ReadText, files: readonly string[]): Promise<string> {
  const telling = ['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'requirements.txt', 'requirements-dev.txt'];
  const said = await Promise.all(telling.map(read));
  const pytest =
    said.some((text) => text?.includes('pytest')) ||
    files.some((file) => /(^|\/)(pytest\.ini|conftest\.py)$/.test(file));
  return pytest ? 'python3 -m pytest -q' : 'python3 -m unittest discover';
}
