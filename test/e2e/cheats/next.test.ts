import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cheat,
  expectClean,
  expectHonestWins,
  gains,
  MARK,
  SEED_SCORE,
  type Tried,
  tryAll,
  withPython,
} from './kit.ts';

/** Folders in which one candidate may leave something for another, as Python. */
const FOLDERS: readonly (readonly [name: string, path: string, open?: true])[] = [
  ['a cache in the temporary folder of the machine', '"/tmp"', true],
  ['a cache in the temporary folder that is kept', '"/var/tmp"', true],
  ['a cache in shared memory', '"/dev/shm"', true],
  ['a cache in the home', 'FACTS["home"]', true],
  ['a cache in its own home', 'os.environ["HOME"]', true],
  ['a cache in its own temporary folder', 'os.environ["TMPDIR"]'],
  ['a cache among its checkpoints', 'os.environ["EVOLVE_CHECKPOINT_DIR"]'],
  ['a cache above the checkout', '".."'],
  ['a cache in the checkout', '"."'],
  ['a cache in a folder that git ignores', '"private"'],
  ['a cache of compiled code', '"__pycache__"'],
  ['a cache of tests', '".pytest_cache/v"'],
  ['a cache among its sources', '"src"'],
];

/** Places that are no files: how to look there, and how to leave something. */
const OTHERS: readonly (readonly [name: string, look: string, plant: string, open?: true])[] = [
  ['System V memory', 'libc.shmget(KEY, 4096, 0o600) >= 0', 'libc.shmget(KEY, 4096, 0o1600)', true],
  ['a System V queue', 'libc.msgget(KEY, 0o600) >= 0', 'libc.msgget(KEY, 0o1600)', true],
  ['System V semaphores', 'libc.semget(KEY, 1, 0o600) >= 0', 'libc.semget(KEY, 1, 0o1600)', true],
  [
    'a key of the kernel',
    'platform.machine() == "x86_64" and libc.syscall(250, 10, -4, b"user", NAME, 0) > 0',
    'libc.syscall(248, b"user", NAME, b"x", 1, -4)',
  ],
];

const KEY = 0x6a000000 + (process.pid & 0xffff);

const LOOKER = 'nothing, but looks';

/** Looks everywhere for what others have left. */
const LOOK = `
import ctypes, glob, platform
libc = ctypes.CDLL(None, use_errno=True)
KEY = ${KEY}
NAME = FACTS["mark"].encode()
if CALL == "1":
${FOLDERS.map(([name, path]) => `    attempt(lambda: glob.glob(${path} + "/" + FACTS["mark"] + "-*") or None, "${name}:")`).join('\n')}
${OTHERS.map(([name, look]) => `    attempt(lambda: ${look}, "${name}:")`).join('\n')}`;

const CHEATS: readonly Cheat[] = [
  ...FOLDERS.map(([name, path]) => ({
    name,
    code: `${LOOK}\nwrite(${path} + "/" + FACTS["mark"] + "-" + os.environ["EVOLVE_CANDIDATE"], "")`,
  })),
  ...OTHERS.map(([name, , plant]) => ({ name, code: `${LOOK}\n${plant}` })),
  { name: LOOKER, code: LOOK },
];

describe.skipIf(!withPython)('a candidate for the next one (needs Python)', () => {
  const flags = ['--parallel', '1'];
  afterAll(() => {
    for (const folder of ['/tmp', '/var/tmp', '/dev/shm'])
      for (let one = 1; one <= CHEATS.length; one++) rmSync(join(folder, `${MARK}-gen1-${one}`), { force: true });
    for (const kind of ['-M', '-Q', '-S']) spawnSync('ipcrm', [kind, String(KEY)]);
  });

  describe('in its sandbox', () => {
    let tried: Tried;
    beforeAll(() => {
      tried = tryAll(CHEATS, { flags });
    });
    it.each(CHEATS)('that leaves $name leaves nothing to be found', ({ name }) => {
      const { log, score } = tried.of(name);
      expect(log).toMatch(/^TRIED$/m);
      expect(score).toBe(SEED_SCORE);
      const found = CHEATS.flatMap((cheat) => gains(tried, cheat));
      expect(found.filter((line) => line.startsWith(`GAIN ${name}:`))).toEqual([]);
    });
    it('that is honest wins', () => expectHonestWins(tried));
    it('leaves the machine as it was', () => expectClean(tried));
  });

  describe('without a sandbox', () => {
    let tried: Tried;
    beforeAll(() => {
      tried = tryAll(CHEATS, { flags: [...flags, '--sandbox', 'off'] });
    });
    it.each([...FOLDERS.filter(([, , open]) => open), ...OTHERS.filter(([, , , open]) => open)])(
      'that leaves %s leaves it to be found',
      (name) => {
        expect(gains(tried, { name: LOOKER }).filter((line) => line.startsWith(`GAIN ${name}:`))).toHaveLength(1);
      },
    );
    it('still leaves no process', () => expect(tried.alive).toEqual([]));
  });
});
