import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cheat,
  expectClean,
  expectHonestWins,
  expectNothing,
  MARK,
  type Tried,
  tryAll,
  withPython,
} from './kit.ts';

const LOG_BYTES = 6_000_000;

const CHEATS: readonly Cheat[] = [
  {
    name: 'leaves a process in a session of its own',
    code: `
def work():
    os.chdir("/")
    os.execve("/bin/sh", ["sh", "-c", "sleep 1000; : " + FACTS["mark"]], {})
daemon(work)`,
  },
  {
    name: 'leaves a process that ignores hang-ups',
    code: `
import subprocess
subprocess.Popen("nohup sh -c 'trap \\"\\" TERM INT HUP; sleep 1000; : " + FACTS["mark"] + "' &", shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)`,
  },
  {
    name: 'leaves a process that holds the output open',
    code: `
if os.fork() == 0:
    os.setsid()
    empty = os.open(os.devnull, os.O_RDWR)
    os.dup2(empty, 1)
    os.execvp("sleep", ["sleep", "1000"])`,
  },
  {
    name: 'leaves a process that forges the results to come',
    code: `
result = os.environ["EVOLVE_RESULT"]
def work():
    while os.getppid() != 0:
        time.sleep(0.2)
        write(result, '{"score": 1000000000}')
        write("data/later.json", "x")
daemon(work)`,
  },
  {
    name: 'leaves a process that keeps the machine busy',
    code: `
def work():
    while True: pass
daemon(work)`,
  },
  { name: 'ends its process group', code: 'say("TRIED"); os.kill(0, 9)', invalid: /SIGKILL|code/ },
  { name: 'ends all that it can see', code: 'say("TRIED"); os.kill(-1, 9); os.kill(1, 9)', invalid: /SIGKILL|code/ },
  { name: 'ends the benchmark', code: 'say("TRIED"); os.kill(os.getppid(), 9)', invalid: /SIGKILL|code/ },
  { name: 'stops the benchmark', code: 'say("TRIED"); os.kill(os.getppid(), 19)', invalid: /longer/ },
  {
    name: 'takes the limits of the benchmark away',
    code: `
import resource
for what in (resource.RLIMIT_CPU, resource.RLIMIT_NPROC, resource.RLIMIT_CORE):
    limit = resource.prlimit(os.getppid(), what)
    resource.prlimit(os.getppid(), what, (limit[1], limit[1]))
attempt(lambda: resource.setrlimit(resource.RLIMIT_CPU, (-1, -1)) is None and "cpu" if resource.getrlimit(resource.RLIMIT_CPU)[1] != -1 and os.getuid() else None)`,
  },
  {
    // So many at once that a machine without limits survives it, and each is there again as soon as it is gone.
    name: 'forks without end',
    code: `
say("TRIED")
for _ in range(6):
    try:
        if os.fork() == 0: os.setsid()
    except OSError:
        pass
while True:
    try:
        pid = os.fork()
        if pid == 0: os._exit(0)
        os.waitpid(pid, 0)
    except OSError:
        time.sleep(0.01)`,
    invalid: /longer|memory|failed|code/,
  },
  {
    name: 'takes memory in many processes',
    code: `
say("TRIED")
for _ in range(8):
    if os.fork() == 0:
        os.setsid()
        held = bytearray(os.urandom(1 << 20)) * 64
        time.sleep(100)
time.sleep(100)`,
    invalid: /memory|SIGKILL|code/,
  },
  {
    name: 'fills the temporary folders',
    code: `
if CALL == "1":
    for folder in (os.environ["TMPDIR"], "/tmp", "/dev/shm", "."):
        try:
            file = os.open("%s/%s-filled" % (folder, FACTS["mark"]), os.O_CREAT | os.O_RDWR)
            # Folders in memory count for its limit: all four must fit.
            os.posix_fallocate(file, 0, 50 << 20)
        except OSError as error:
            say("NO %r" % error)`,
  },
  {
    name: 'prints 200 MB',
    code: `
if CALL == "1":
    say("TRIED")
    block = b"x" * (1 << 20)
    for _ in range(200): os.write(2, block)
    say("")`,
  },
];

const FILLED = ['/tmp', '/dev/shm'].map((folder) => join(folder, `${MARK}-filled`));
afterAll(() => {
  for (const file of FILLED) rmSync(file, { force: true });
});

describe.skipIf(!withPython)('the processes of a candidate (needs Python)', () => {
  let tried: Tried;
  beforeAll(() => {
    tried = tryAll(CHEATS, { flags: ['--timeout', '4', '--memory', '300M'] });
  });

  it.each(CHEATS)('that $name gain nothing', (cheat) => expectNothing(tried, cheat));

  it('leave logs of a bounded size', () => {
    const folder = join(tried.folder, '.evolve/r1/candidates');
    const sizes = readdirSync(folder).map((id) => statSync(join(folder, id, 'benchmark.log')).size);
    expect(Math.max(...sizes)).toBeLessThan(LOG_BYTES);
  });

  it('leave nothing in the temporary folders', () => {
    expect(FILLED.filter((file) => existsSync(file))).toEqual([]);
  });

  it('of one that is honest win', () => expectHonestWins(tried));

  it('are gone afterwards', () => expectClean(tried));
});
