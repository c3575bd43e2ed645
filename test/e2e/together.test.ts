import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/lib/sqlite.ts';
import {
  evolve,
  fingerprint,
  json,
  onTerminal,
  processesWith,
  repository,
  SHELL_SQUARES,
  start,
  terminals,
  until,
} from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '-k', '4', '-g', '3', '--yes', '--json'];

describe('processes at once', () => {
  it('eight on one repository: one drives, the others are told so, and nothing is corrupted', async () => {
    const folder = repository(SHELL_SQUARES);
    const before = fingerprint(folder);
    const results = await Promise.all(Array.from({ length: 8 }, () => start(folder, RUN).ended));
    const drove = results.filter(({ code }) => code === 0);
    expect(drove.length).toBeGreaterThanOrEqual(1);
    for (const { code, stderr } of results.filter((result) => result.code !== 0)) {
      expect(code).toBe(2);
      expect(stderr).toMatch(/Another evolve is starting this run|is being driven by another evolve/);
    }
    for (const run of json(evolve(folder, ['runs', '--json']))) expect(run.state).toBe('finished');
    expect(fingerprint(folder)).toEqual(before);
    const database = openDatabase(join(folder, '.evolve/journal.db'));
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.close();
  });

  it('while one drives, others read, are refused or end it', async () => {
    const mark = `slow-${process.pid}`;
    const folder = repository({
      ...SHELL_SQUARES,
      'bench.sh': `${SHELL_SQUARES['bench.sh']}test "$EVOLVE_CANDIDATE" = gen1-1 && exec sleep 5000.${process.pid}\nexit 0\n`,
    });
    const { ended } = start(folder, [
      'run',
      `sh bench.sh ${mark}`,
      '--files',
      'numbers.js',
      '--yes',
      '--parallel',
      '1',
    ]);
    await until(() => processesWith(`5000.${process.pid}`).length > 0);
    expect(json(evolve(folder, ['status', '--json'])).state).toBe('running');
    expect(evolve(folder, ['run', `sh bench.sh ${mark}`, '--files', 'numbers.js', '--resume'])).toMatchObject({
      code: 2,
    });
    expect(evolve(folder, ['answer', 'gen1', 'continue']).stderr).toContain('driven by another evolve');
    expect(json(evolve(folder, ['stop', '--json']))).toMatchObject({ run: 'r1', state: 'stopped' });
    expect((await ended).code).toBe(0);
    expect(processesWith(`5000.${process.pid}`)).toEqual([]);
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ state: 'stopped', stop: { cause: 'request' } });
    expect(json(evolve(folder, ['stop', '--json']))).toMatchObject({ state: 'stopped' });
  });
});

describe('signals', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends a run cleanly with exit 130, and it can be continued',
    async (signal) => {
      const nap = `6000.${process.pid}`;
      const folder = repository({
        ...SHELL_SQUARES,
        'bench.sh': `${SHELL_SQUARES['bench.sh']}test "$EVOLVE_CANDIDATE" = gen1-1 && exec sleep ${nap}\nexit 0\n`,
      });
      const args = ['run', 'sh bench.sh', '--files', 'numbers.js', '--yes', '-g', '1', '--parallel', '1'];
      const { child, ended } = start(folder, args);
      await until(() => processesWith(nap).length > 0);
      child.kill(signal);
      const result = await ended;
      expect(result.code).toBe(130);
      expect(result.stderr).toContain('--resume');
      expect(processesWith(nap)).toEqual([]);
      expect(json(evolve(folder, ['status', '--json'])).state).toBe('interrupted');
      expect(json(evolve(folder, [...args, '--resume', '--timeout', '3s', '--json']))).toMatchObject({
        state: 'finished',
      });
    },
  );
});

describe('a second SIGINT', () => {
  it('ends it at once, and still nothing is left', async () => {
    const nap = `7000.${process.pid}`;
    const folder = repository({ ...SHELL_SQUARES, 'bench.sh': `${SHELL_SQUARES['bench.sh']}exec sleep ${nap}\n` });
    const { child, ended } = start(folder, ['run', 'sh bench.sh', '--files', 'numbers.js']);
    await until(() => processesWith(nap).length > 0);
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    await until(() => processesWith(nap).length === 0);
    expect(evolve(folder, ['status'])).toMatchObject({ code: 2 });
  });
});

describe.skipIf(!terminals)('on a terminal (needs script from util-linux)', () => {
  it.each([
    ['y', 'r1'],
    ['n', 'r2'],
  ])('asks before it continues an unfinished run: %s', (answer, run) => {
    const folder = repository(SHELL_SQUARES);
    expect(
      json(
        evolve(
          folder,
          RUN.filter((arg) => arg !== '--yes'),
        ),
      ),
    ).toMatchObject({ run: 'r1', state: 'paused' });
    const { stdout } = onTerminal(
      folder,
      ['run', 'sh bench.sh', '--files', 'numbers.js', '-g', '2', '--yes'],
      `${answer}\n`,
    );
    expect(stdout).toContain('Run r1 is unfinished (generation 1). Continue it? [Y/n]');
    expect(stdout).toContain(`run ${run} · generations`);
  });
});

describe.skipIf(!terminals)('on a terminal, with islands (needs script from util-linux)', () => {
  it('asks whether a finished run is resumed, with more iterations, or begun anew', () => {
    const folder = repository(SHELL_SQUARES);
    const run = ['run', 'sh bench.sh', '--files', 'numbers.js', '--strategy', 'islands', '--operator', 'tune', '--yes'];
    expect(evolve(folder, [...run, '-n', '1']).code).toBe(0);
    const resumed = onTerminal(folder, [...run, '-n', '2'], 'r\n').stdout;
    expect(resumed).toContain(
      'Run r1 is finished (1 of 1 iteration). Resume it (with more iterations: -n), or start fresh? [r/F]',
    );
    expect(resumed).toMatch(/Run r1 finished: 2 iterations done/);
    expect(onTerminal(folder, [...run, '-n', '1'], '\n').stdout).toMatch(/run r2 · islands/);
  });
});

describe.skipIf(!terminals)('on a terminal without --files (needs script from util-linux)', () => {
  it('asks which files may change', () => {
    const folder = repository(SHELL_SQUARES);
    const { stdout } = onTerminal(folder, ['run', 'sh bench.sh', '-g', '1', '--yes'], 'numbers.js\n');
    expect(stdout).toContain('Which files may change?');
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ state: 'finished', files: ['numbers.js'] });
  });
});

describe('the store', () => {
  it('of a newer version is refused with a clear word and left as it is', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, RUN));
    const path = join(folder, '.evolve/journal.db');
    const database = openDatabase(path);
    database.exec('pragma user_version = 99');
    database.close();
    const bytes = readFileSync(path);
    for (const args of [['status'], RUN]) {
      const result = evolve(folder, args);
      expect(result.code).toBe(2);
      expect(result.stderr).toContain('newer galapagos');
    }
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('that is torn is left as it is by all that would go on from it, and set aside with a word by a new run', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, RUN));
    const path = join(folder, '.evolve/journal.db');
    const whole = readFileSync(path);
    const damaged = [Buffer.from('this is no database, it is a text that goes on'.repeat(20)), scrambled(whole)];
    for (const [index, torn] of damaged.entries()) {
      writeFileSync(path, torn);
      for (const args of [['status'], [...RUN, '--resume'], [...RUN, '-q']]) {
        const result = evolve(folder, args);
        expect(result.code).toBe(2);
        expect(result.stderr).toContain('damaged');
        expect(readFileSync(path).equals(torn)).toBe(true);
      }
      const result = evolve(folder, RUN);
      expect(json(result)).toMatchObject({ run: 'r1', state: 'finished' });
      expect(result.stderr).toContain(`it is now in .evolve/damaged-${index + 1}, `);
      expect(readFileSync(join(folder, `.evolve/damaged-${index + 1}/journal.db`)).equals(torn)).toBe(true);
      expect(existsSync(join(folder, `.evolve/damaged-${index + 1}/r1/candidates`))).toBe(true);
    }
  });
});

/** The first page is fine, the rest is rubbish. */
function scrambled(whole: Buffer): Buffer {
  return Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 0x5a)]);
}
