import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type Box, homeOf, roomBytes, type Wrapped, within } from './box.ts';
import { SANDBOX_FAILED } from './namespace.ts';
import { privateIn, switches } from './private.ts';
import { quoted, tool } from './tool.ts';
import { mountVeil, veilOptions } from './veil.ts';
import { shownIn } from './view.ts';

/** One mount to make: how, from what, onto what. */
type Order = readonly [way: string, from: string, to: string];

/** Where others' files, sockets of services and removable disks are. */
const COVERED = ['/home', '/root', '/run', '/media', '/tmp', '/var/tmp', '/dev/shm', '/sys/fs/cgroup'];
/** What programs need of /dev; the rest, such as disks, is root's. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`);
/** Where things wait while their place is covered; the first that holds nothing of it. */
const STAGES = ['/mnt', '/srv', '/var/empty', '/var/opt', '/var/lib', '/boot'];

/**
 * The mounts that hide the user's files from a command and make the rest read-only, for `confining`. What must be seen
 * in a covered place is put aside first and back afterwards.
 */
export function confinement(task: Wrapped, box: Box): readonly Order[] {
  const { outer, hide, inner } = shownIn(task, box);
  const home = homeOf(task.env);
  const devices = process.getuid?.() === 0 ? DEVICES.filter((path) => existsSync(path)) : [];
  const covers = topmost([
    ...[...COVERED, ...box.hidden, ...homes(home)].filter((path) => existsSync(path)),
    ...(devices.length > 0 ? ['/dev'] : []),
  ]);
  const isCovered = (path: string): boolean => covers.some((folder) => within(path, folder));
  const moved = [
    ...(home === undefined ? [] : [{ from: box.home, to: home, writable: true }]),
    ...devices.map((path) => ({ from: path, to: path, writable: true })),
    ...(box.reach.network ? nameService(isCovered) : []),
    ...outer.map(({ path, writable }) => ({ from: path, to: path, writable })),
  ];
  const later = [
    ...inner.map(({ path, writable }) => ({ from: path, to: path, writable })),
    ...task.binds.map(({ from, to, writable = false }) => ({ from, to, writable })),
  ];
  const wanted = [...moved, ...later].filter(({ to, writable }) => writable || isCovered(to));
  const stage = stageFor(wanted.map(({ from }) => from));
  const aside = new Map(wanted.map((one, index) => [one, `${stage}/${index}`]));
  const back = (one: (typeof wanted)[number]): readonly Order[] => {
    const from = aside.get(one);
    return from === undefined ? [] : [['show', from, one.to]];
  };
  const room = `size=${roomBytes(task)},mode=`;
  const veil: readonly Order[] = task.veil === undefined ? [] : [['veil', veilOptions(task.veil), task.veil.dir]];
  return [
    ...veil,
    ['cover', `${room}755`, stage],
    ...wanted.map((one): Order => [one.writable ? 'aside' : 'aside-read', one.from, aside.get(one) ?? '']),
    ...privateIn('/etc').map((path): Order => ['mask', '/dev/null', path]),
    ['read-only', '', '/'],
    ...writableMounts(covers, stage).map((path): Order => ['try-read-only', '', path]),
    ...switches().map((path): Order => ['lock', '', path]),
    ...covers.map((path): Order => ['cover', `${room}${/tmp$|shm$/.test(path) ? '1777' : '755'}`, path]),
    ...(devices.length > 0 ? devicesFor(room) : []),
    ...moved.flatMap(back),
    ...hide.map((path): Order => ['cover', `${room}755`, path]),
    ...later.flatMap(back),
    ['drop', '', stage],
  ];
}

/** Script for the arguments `way from to … line`. */
export function confining(oldpwd: string | undefined): string[] {
  const mount = quoted(tool('mount'));
  const make = `{ [ -e "$3" ] || { [ -d "$2" ] && mkdir -p -- "$3"; } || { mkdir -p -- "\${3%/*}" && : >"$3"; }; }`;
  const ways = {
    veil: mountVeil('"$3"', '"$2"'),
    cover: `${mount} -t tmpfs -o "$2" -- tmpfs "$3"`,
    mask: `if [ -d "$3" ]; then ${mount} -t tmpfs -o ro -- tmpfs "$3"; else ${mount} --bind -- "$2" "$3"; fi`,
    aside: `${make} && ${mount} --rbind -- "$2" "$3"`,
    'aside-read': `${make} && ${mount} --rbind -- "$2" "$3" && ${mount} -o remount,bind,ro -- "$3"`,
    show: `${make} && ${mount} --move -- "$2" "$3"`,
    'read-only': `${mount} -o remount,bind,ro -- "$3"`,
    'try-read-only': `${mount} -o remount,bind,ro -- "$3" 2>/dev/null || :`,
    lock: `${mount} -o bind,ro -- "$3" "$3"`,
    folder: 'mkdir -p -- "$3"',
    link: 'ln -s -- "$2" "$3"',
    drop: `${quoted(tool('umount'))} -l -- "$3"`,
  };
  const cases = Object.entries(ways).map(([way, line]) => `${way}) ${line};;`);
  return [
    `while [ $# -gt 1 ]; do { case $1 in ${cases.join(' ')} esac; } || exit ${SANDBOX_FAILED}; shift 3; done`,
    `cd -- "$PWD" || exit ${SANDBOX_FAILED}`,
    oldpwd === undefined ? 'unset OLDPWD' : `OLDPWD=${quoted(oldpwd)}`,
  ];
}

function devicesFor(room: string): readonly Order[] {
  const links = [
    ['/proc/self/fd', '/dev/fd'],
    ['/proc/self/fd/0', '/dev/stdin'],
    ['/proc/self/fd/1', '/dev/stdout'],
    ['/proc/self/fd/2', '/dev/stderr'],
  ] as const;
  return [
    ...links.map(([from, to]): Order => ['link', from, to]),
    ['folder', '', '/dev/shm'],
    ['cover', `${room}1777`, '/dev/shm'],
  ];
}

/** The user's home by all accounts. */
function homes(home: string | undefined): readonly string[] {
  const other = homeOf({ HOME: userInfo().homedir });
  return [home, other].filter((path) => path !== undefined);
}

/** What lies in another one goes with it. */
function topmost(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => !paths.some((other) => other !== path && within(path, other)));
}

function stageFor(sources: readonly string[]): string {
  const free = STAGES.find((path) => existsSync(path) && !sources.some((source) => within(source, path)));
  if (free === undefined) throw new Error(`no folder of ${STAGES.join(', ')} is free for the sandbox`);
  return free;
}

/** Other disks. /proc is the command's own. */
function writableMounts(covers: readonly string[], stage: string): readonly string[] {
  const apart = [...covers, stage, '/proc', '/dev'];
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, , , , at, options] = line.split(' ');
      return at === undefined || options?.split(',').includes('ro') === true ? [] : [decoded(at)];
    })
    .filter((path, at, all) => path !== '/' && all.indexOf(path) === at && !apart.some((one) => within(path, one)));
}

const decoded = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

function nameService(isCovered: (path: string) => boolean) {
  const real = '/run/systemd/resolve/stub-resolv.conf';
  return existsSync(real) && isCovered(real) ? [{ from: real, to: real, writable: false }] : [];
}
