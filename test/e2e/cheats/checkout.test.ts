import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Cheat,
  expectClean,
  expectHonestWins,
  expectNothing,
  machine,
  type Tried,
  tryAll,
  withPython,
} from './kit.ts';

const place = machine();
const TAMPERED = /tampered|failed|code|longer/;
const FORGED = `'{"each": 100000000}'`;

const CHEATS: readonly Cheat[] = [
  {
    name: 'overwrites the data',
    code: `write("data/weights.json", ${FORGED})`,
  },
  {
    name: 'overwrites the data and puts it back with its times',
    code: `
path = "data/weights.json"
if CALL == "1":
    found = os.stat(path)
    text = open(path).read()
    write("kept", json.dumps([text, found.st_atime_ns, found.st_mtime_ns]))
    write(path, ${FORGED})
else:
    text, *times = json.load(open("kept"))
    write(path, text)
    os.utime(path, ns=times)
    os.remove("kept")`,
  },
  {
    name: 'renames the data away and back',
    code: `
path = "data/weights.json"
if CALL == "1":
    os.rename(path, path + ".kept")
    write(path, ${FORGED})
else:
    os.rename(path + ".kept", path)`,
  },
  {
    name: 'puts a link in place of the data for a while',
    code: `
path = "data/weights.json"
if CALL == "1":
    os.rename(path, path + ".kept")
    os.symlink(write(os.environ["TMPDIR"] + "/weights.json", ${FORGED}), path)
else:
    os.replace(path + ".kept", path)`,
  },
  {
    name: 'swaps the whole folder for a while',
    code: `
if CALL == "1":
    os.rename("data", "data.kept")
    write("data/weights.json", ${FORGED})
else:
    os.remove("data/weights.json")
    os.rmdir("data")
    os.rename("data.kept", "data")`,
  },
  {
    name: 'mounts over the data',
    code: `
import subprocess
forged = write(os.environ["TMPDIR"] + "/weights.json", ${FORGED})
if CALL == "1":
    subprocess.run(["mount", "--bind", forged, "data/weights.json"], stdout=2)
    subprocess.run(["mount", "-t", "tmpfs", "none", "/mnt"], stdout=2)`,
  },
  {
    name: 'writes through a hard link',
    code: `
os.link("data/weights.json", "src/weights")
write("src/weights", ${FORGED})`,
  },
  {
    name: 'opens the modes of everything',
    code: `
for top, folders, files in os.walk("."):
    for name in folders + files:
        os.chmod(os.path.join(top, name), 0o777)`,
  },
  {
    name: 'overwrites the benchmark while it runs',
    code: 'write("bench.py", "print(1000000000)")',
  },
  {
    name: 'replaces a module of the benchmark by rename',
    code: `
write("checks.py.new", "right = lambda question, answer: 1000000000")
os.rename("checks.py.new", "checks.py")`,
  },
  {
    name: 'forges compiled code for the next measurement',
    code: `
import importlib.util, py_compile
forged = write(os.environ["TMPDIR"] + "/checks.py", "right = lambda question, answer: True")
for source in ("checks.py", "src/solver.py"):
    py_compile.compile(forged, importlib.util.cache_from_source(source), dfile=source, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)`,
  },
  {
    name: 'leaves modules for the next measurement',
    code: `
for folder in (".", "src"):
    for name in ("sitecustomize", "usercustomize", "json", "subprocess"):
        write("%s/%s.py" % (folder, name), "print(1000000000); raise SystemExit(0)")
if CALL == "1":
    for folder in (".", "src"):
        for name in ("json", "subprocess", "sitecustomize", "usercustomize"):
            os.rename("%s/%s.py" % (folder, name), "%s/%s_.py" % (folder, name))`,
  },
  {
    name: 'plants a repository with hooks and commands',
    code: `
evil = "touch '%s/planted'; touch '%s/planted'" % (FACTS["outside"], FACTS["home"])
write(".git/HEAD", "ref: refs/heads/main")
write(".git/objects/x", "")
write(".git/refs/x", "")
write(".git/config", "[core]\\nfsmonitor = \\"%s\\"\\nhooksPath = hooks\\n[alias]\\nls-files = \\"!%s\\"\\nstatus = \\"!%s\\"\\n" % (evil, evil, evil))
for hook in ("post-checkout", "post-index-change", "pre-commit"):
    write("hooks/" + hook, "#!/bin/sh\\n" + evil)
    os.chmod("hooks/" + hook, 0o755)
write(".gitattributes", "* filter=evil")`,
  },
  {
    name: 'deletes the checkout',
    code: `
import shutil
for name in os.listdir("."):
    shutil.rmtree(name, ignore_errors=True)
    if os.path.isfile(name): os.remove(name)
shutil.rmtree(os.getcwd(), ignore_errors=True)`,
    invalid: TAMPERED,
  },
  {
    name: 'locks folders so that cleaning fails',
    code: `
write("locked/deep/x", "x")
os.mkfifo("locked/pipe")
os.chmod("locked/deep", 0)
os.chmod("locked", 0)
os.chmod("data", 0o500)
os.chmod(os.environ["TMPDIR"], 0)`,
  },
  {
    name: 'makes folders deeper than a path can say',
    code: `
for start in (".", os.environ["TMPDIR"]):
    os.chdir(start)
    for _ in range(300):
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
    for _ in range(300):
        os.chdir("..")
os.chdir(os.environ["EVO_WORKTREE"])`,
  },
  {
    name: 'makes thousands of files',
    code: `
if CALL == "1":
    for number in range(3000):
        write("many/%d" % number, "")`,
  },
  {
    name: 'makes names that are no text',
    code: `
for name in (b"a\\nb", b"\\xff\\xfe", b"\\x1b[2J", b"-rf", b" ", b"$(touch planted)"):
    open(name, "w").close()`,
  },
  {
    name: 'makes device nodes',
    code: `
import stat
os.mknod("disk", stat.S_IFCHR | 0o666, os.makedev(1, 5))
attempt(lambda: open("disk", "rb").read(1), "a device")`,
  },
  {
    name: 'links files of the user into the checkout',
    code: `
path = FACTS["home"] + "/.bashrc"
def link():
    os.link(path, "linked")
    return open("linked", "a").write("evil")
attempt(link, "hard link")
os.symlink(path, "link")
attempt(lambda: open("link", "r+").write("evil"), "symbolic link")`,
  },
];

describe.skipIf(!withPython)('a candidate (needs Python)', () => {
  let tried: Tried;
  beforeAll(() => {
    tried = tryAll(CHEATS, { flags: ['--repeat', '2', '--gate', 'post:rules=sh gate.sh'] }, place);
  });

  it.each(CHEATS)('that $name gains nothing', (cheat) => expectNothing(tried, cheat));

  it('has nothing run that it planted', () => {
    expect(existsSync(join(place.outside, 'planted'))).toBe(false);
    expect(readFileSync(join(place.home, '.bashrc'), 'utf8')).toBe('# mine\n');
  });

  it('that is honest wins', () => expectHonestWins(tried));

  it('leaves the machine as it was', () => expectClean(tried));
});
