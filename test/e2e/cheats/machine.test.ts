import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cheat,
  expectClean,
  expectHonestWins,
  expectNothing,
  gains,
  MARK,
  machine,
  type Tried,
  tryAll,
  withPython,
} from './kit.ts';

const root = process.getuid?.() === 0;
const SECRET = `secret-${MARK}`;
const HOLDOUT = [
  ...['--holdout', 'test -f private/held-out.json && python3 bench.py'],
  ...['--holdout-input', 'private/held-out.json'],
];

const CHEATS: readonly Cheat[] = [
  {
    name: 'reads keys in its environment',
    code: `attempt(lambda: [name for name in os.environ if FACTS["terces"][::-1] in os.environ[name] or name.startswith("GALAPAGOS")] or None)`,
  },
  {
    name: 'reads keys in the environment of other processes',
    code: `
for pid in filter(str.isdigit, os.listdir("/proc")):
    for name in ("environ", "cmdline"):
        attempt(lambda: FACTS["terces"][::-1].encode() in open("/proc/%s/%s" % (pid, name), "rb").read(), name)`,
  },
  {
    name: 'connects to a service of the machine',
    open: true,
    code: `
import socket
attempt(lambda: socket.create_connection(("127.0.0.1", FACTS["tcp"]), 1).recv(9), "tcp")`,
  },
  {
    name: 'sends packets to a service of the machine',
    open: true,
    code: `
import socket
def ask():
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.settimeout(1)
    one.sendto(b"?", ("127.0.0.1", FACTS["udp"]))
    return one.recv(9)
if CALL == "1": attempt(ask, "udp")`,
  },
  {
    name: 'connects to a socket of the machine by its path',
    open: true,
    code: `
import socket
def ask():
    one = socket.socket(socket.AF_UNIX)
    one.connect(FACTS["path"])
    return one.recv(9)
attempt(ask, "socket")`,
  },
  {
    name: 'connects to a socket without a path',
    open: true,
    code: `
import socket
def ask():
    one = socket.socket(socket.AF_UNIX)
    one.connect("\\0" + FACTS["abstract"])
    return one.recv(9)
attempt(ask, "abstract")`,
  },
  {
    name: 'sees an interface of the machine',
    code: `
import socket
attempt(lambda: [name for _, name in socket.if_nameindex() if name != "lo"] or None, "interfaces")`,
  },
  { name: 'reads a key in the home', open: true, code: 'attempt(lambda: read(FACTS["home"] + "/.ssh/id_test"))' },
  {
    name: 'reads the repository of the user',
    open: true,
    code: `
for name in ("bench.py", "private/held-out.json", ".git/HEAD"):
    attempt(lambda: read(FACTS["repository"] + "/" + name), name)`,
  },
  {
    name: 'reads the held-out data',
    open: true,
    code: `
import glob
for path in ("private/held-out.json", FACTS["repository"] + "/private/held-out.json", FACTS["outside"] + "/held-out.json"):
    attempt(lambda: read(path), path)
attempt(lambda: glob.glob(FACTS["repository"] + "/.evolve/**/held-out*", recursive=True) or None, "found")`,
  },
  {
    name: 'reads the journal',
    open: true,
    code: `
for name in ("journal.db", "git/HEAD"):
    attempt(lambda: read(FACTS["repository"] + "/.evolve/" + name), name)`,
  },
  {
    name: 'reads code and logs of other candidates',
    open: true,
    code: `
for folder in ("r1/candidates", "r1/lanes"):
    def others():
        names = os.listdir(FACTS["repository"] + "/.evolve/" + folder)
        return [name for name in names if os.environ["EVOLVE_CANDIDATE"] != name and ("/lanes/%s/" % name) not in os.getcwd()] or None
    attempt(others, folder)`,
  },
  {
    name: 'writes into the home',
    open: true,
    code: `
for name in (".local/bin/python3_", ".local/lib/python3.11/site-packages/x.pth", ".config/git/config", ".profile"):
    leave(FACTS["home"] + "/" + name)`,
    leaves: ({ home }) => ['.local/bin/python3_', '.config/git/config', '.profile'].map((name) => join(home, name)),
  },
  {
    name: 'writes a program into a folder of the PATH',
    open: true,
    code: `
for folder in os.environ["PATH"].split(":"):
    if folder.startswith(FACTS["home"]):
        attempt(lambda: write(folder + "/judge", "#!/bin/sh\\necho fair\\n"), folder)
        attempt(lambda: write(folder + "/other", ""), folder)
assert FACTS["home"] in os.environ["PATH"]`,
  },
  {
    name: 'writes into the repository of the user',
    open: true,
    code: `
for name in (".git/hooks/pre-commit_", "private/evil", "evil"):
    leave(FACTS["repository"] + "/" + name)`,
    leaves: ({ folder }) => ['.git/hooks/pre-commit_', 'private/evil', 'evil'].map((name) => join(folder, name)),
  },
  {
    name: 'writes the journal',
    open: true,
    code: `
attempt(lambda: open(FACTS["repository"] + "/.evolve/journal.db", "r+b"), "journal")
leave(FACTS["repository"] + "/.evolve/r1/evil")`,
    leaves: ({ folder }) => [join(folder, '.evolve/r1/evil')],
  },
  {
    name: 'writes traces of another candidate',
    open: true,
    code: 'leave(FACTS["repository"] + "/.evolve/r1/candidates/gen0-seed/traces/task_a.json", "{}")',
    leaves: ({ folder }) => [join(folder, '.evolve/r1/candidates/gen0-seed/traces/task_a.json')],
  },
  {
    name: 'attaches to a process of the machine',
    code: `
import ctypes, signal
pid = FACTS["pid"]
libc = ctypes.CDLL(None, use_errno=True)
attempt(lambda: libc.ptrace(16, pid, 0, 0) == 0, "ptrace")
attempt(lambda: libc.ptrace(0x4206, pid, 0, 0) == 0, "seize")
attempt(lambda: open("/proc/%d/mem" % pid, "rb"), "memory")
attempt(lambda: read("/proc/%d/cmdline" % pid) or None, "command line")
attempt(lambda: os.kill(pid, signal.SIGKILL) is None, "kill")
attempt(lambda: os.pidfd_open(pid), "pidfd")`,
  },
  {
    name: 'looks at the machine through other processes',
    open: true,
    code: `
for pid in filter(str.isdigit, os.listdir("/proc")):
    for way in ("root", "cwd/../../../../../.."):
        attempt(lambda: read("/proc/%s/%s%s/.ssh/id_test" % (pid, way, FACTS["home"])), way)`,
  },
  {
    name: 'sets the clock',
    code: 'attempt(lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()) is None)',
  },
  {
    name: 'names the machine',
    code: `
import socket
attempt(lambda: socket.sethostname(socket.gethostname()) is None)`,
  },
  { name: 'goes before all others', code: 'attempt(lambda: os.nice(-1) is not None)' },
  {
    name: 'mounts a file system',
    open: root,
    code: `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
attempt(lambda: libc.mount(b"none", b"data", b"tmpfs", 0, None) == 0)
attempt(lambda: libc.umount2(b"data", 0) == 0)`,
  },
  {
    name: 'opens switches of the kernel for writing',
    code: `
for path in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/sys/kernel/pid_max"):
    attempt(lambda: open(path, "r+b" if "sysrq" not in path else "wb"), path)`,
  },
  {
    name: 'opens the disks',
    code: `
import stat
for name in os.listdir("/dev"):
    path = "/dev/" + name
    if stat.S_ISBLK(os.stat(path).st_mode) or name in ("mem", "kmsg", "port"):
        attempt(lambda: open(path, "rb"), path)`,
  },
  {
    name: 'makes namespaces of its own',
    code: `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10000000 | 0x00020000) == 0:
    libc.mount(b"none", b"data", b"tmpfs", 0, None)
    attempt(lambda: read(FACTS["home"] + "/.ssh/id_test"))
    attempt(lambda: libc.umount2(FACTS["home"].encode(), 2) == 0 and read(FACTS["home"] + "/.ssh/id_test"))`,
  },
];

/** What a test without a sandbox shows to be a real danger. */
const OPEN = CHEATS.filter(({ open }) => open);

describe.skipIf(!withPython)('a candidate on a machine (needs Python)', () => {
  const services: ChildProcess[] = [];
  const env = { MACHINE_API_KEY: SECRET, GALAPAGOS_BACK_OFF_MS: '5,5' };

  async function attempt(cheats: readonly Cheat[], flags: readonly string[] = []) {
    const place = machine();
    const service = spawn('python3', [join(import.meta.dirname, 'service.py')], {
      cwd: '/',
      env: { PATH: process.env.PATH, KEY: SECRET },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    services.push(service);
    const abstract = `${MARK}-${services.length}`;
    const path = join(place.base, 'service.sock');
    service.stdin.write(`${JSON.stringify({ path, abstract })}\n`);
    const [line] = await once(service.stdout, 'data');
    // Backwards, because a candidate that holds a key is left out.
    const facts = { terces: [...SECRET].reverse().join(''), ...JSON.parse(String(line)), abstract, path };
    const files = { 'private/held-out.json': '[]\n' };
    const tried = tryAll(cheats, { flags: [...HOLDOUT, ...flags], env, facts, files }, place);
    return { tried, service };
  }

  afterAll(async () => {
    for (const service of services) {
      const ended = once(service, 'exit');
      service.stdin?.end();
      await ended;
    }
  });

  describe('in its sandbox', () => {
    let tried: Tried;
    let service: ChildProcess;
    beforeAll(async () => {
      ({ tried, service } = await attempt(CHEATS));
    });

    it.each(CHEATS)('that $name gains nothing', (cheat) => expectNothing(tried, cheat));
    it('that is honest wins', () => expectHonestWins(tried));
    it('leaves the machine as it was', () => {
      expectClean(tried);
      expect(service.exitCode ?? service.signalCode).toBeNull();
    });
  });

  describe('without a sandbox', () => {
    let tried: Tried;
    beforeAll(async () => {
      ({ tried } = await attempt(OPEN, ['--sandbox', 'off']));
    });

    it.each(OPEN)('that $name is seen to succeed', (cheat) => {
      expect(gains(tried, cheat)).not.toEqual([]);
    });
    it('still leaves no process', () => expect(tried.alive).toEqual([]));
  });
});
