import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, fingerprint, git, json, repository, SHELL_SQUARES, temporary, write } from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '-k', '4', '-g', '2', '--yes', '--json'];

interface Shape {
  /** Where evolve is called. */
  readonly folder: string;
  readonly flags?: readonly string[];
}

const shapes: Readonly<Record<string, () => Shape>> = {
  'a shallow clone': () => {
    const origin = repository(SHELL_SQUARES);
    git(origin, 'commit', '-q', '--allow-empty', '-m', 'more');
    const folder = join(temporary(), 'shallow');
    git(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, folder);
    return { folder };
  },
  'a sparse checkout': () => {
    const folder = repository({ ...SHELL_SQUARES, 'other/big.txt': 'x', 'more/y.txt': 'y' });
    git(folder, 'sparse-checkout', 'set', 'more');
    return { folder };
  },
  'a linked worktree': () => {
    const main = repository(SHELL_SQUARES);
    const folder = join(temporary(), 'linked tree');
    git(main, 'worktree', 'add', '-q', folder, '-b', 'side');
    return { folder };
  },
  'a repository with a submodule': () => {
    const inner = repository({ 'offset.txt': '0' });
    const folder = repository({
      ...SHELL_SQUARES,
      'bench.sh': `test -f sub/offset.txt || exit 9\n${SHELL_SQUARES['bench.sh']}`,
    });
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
    git(folder, 'commit', '-qm', 'submodule');
    return { folder };
  },
  'core.autocrlf with Windows line ends in the working tree': () => {
    const folder = repository(SHELL_SQUARES);
    git(folder, 'config', 'core.autocrlf', 'true');
    writeFileSync(
      join(folder, 'numbers.js'),
      readFileSync(join(folder, 'numbers.js'), 'utf8').replaceAll('\n', '\r\n'),
    );
    git(folder, 'add', '-A');
    git(folder, 'status', '--porcelain');
    return { folder };
  },
  'an unborn HEAD': () => {
    const folder = join(temporary(), 'unborn');
    mkdirSync(folder);
    git(folder, 'init', '-q', '-b', 'main');
    write(folder, SHELL_SQUARES);
    return { folder, flags: ['--dirty'] };
  },
  'commit signing and failing hooks': () => {
    const folder = repository(SHELL_SQUARES);
    git(folder, 'config', 'commit.gpgsign', 'true');
    git(folder, 'config', 'gpg.program', '/bin/false');
    git(folder, 'config', 'core.hooksPath', '.hooks');
    write(folder, {
      '.git/hooks/post-checkout': '#!/bin/sh\nexit 1\n',
      '.git/hooks/reference-transaction': '#!/bin/sh\nexit 1\n',
    });
    return { folder };
  },
  'a folder that is no repository': () => {
    const folder = temporary();
    write(folder, SHELL_SQUARES);
    return { folder };
  },
  'a name with quotes, dollars and stars': () => {
    const folder = join(temporary(), `o'neil "$HOME" *[x]`);
    mkdirSync(folder);
    git(folder, 'init', '-q', '-b', 'main');
    write(folder, SHELL_SQUARES);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'start');
    return { folder };
  },
};

describe.each(Object.entries(shapes))('%s', (_name, make) => {
  it('evolves, stays byte-identical, and takes the patch', () => {
    const { folder, flags = [] } = make();
    const before = fingerprint(folder);
    const report = json(evolve(folder, [...RUN, ...flags]));
    expect(report).toMatchObject({ state: 'finished', candidates: { total: 6, broken: 0 } });
    expect(report.best.score).toBeGreaterThan(report.baseline.score);
    expect(fingerprint(folder)).toEqual(before);
    git(folder, 'apply', '--check', report.patch);
    git(folder, 'apply', report.patch);
    const again = json(evolve(folder, [...RUN, '-k', '2', '-g', '1', '--fresh', '--dirty']));
    expect(again.baseline.score).toBe(report.best.score);
  });
});
