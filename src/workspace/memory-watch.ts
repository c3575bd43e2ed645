import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Also the delay of the first look, so that short commands pay nothing. */
const EVERY_MS = 100;
/** A look may cost this share of the time at most, however large the tree. */
const SHARE = 0.05;

/**
 * Calls `over` once when the tree of `root` (and, `inGroup`, what is left in its process group) holds more memory than
 * the limit. Returns the function that ends the watch. Does nothing where there is no /proc.
 */
export function watchMemory(root: number, inGroup: boolean, limitMb: number, over: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const from = performance.now();
    if (exceeds(members(root, inGroup), limitMb * 1024)) {
      over();
      return;
    }
    timer = setTimeout(look, Math.max(EVERY_MS, (performance.now() - from) / SHARE));
  };
  if (existsSync('/proc/self/status')) timer = setTimeout(look, EVERY_MS);
  return () => clearTimeout(timer);
}

/** The same where the kernel keeps the limit, and ends one process of the tree: the others may wait for it for ever. */
export function watchGroup(spent: () => boolean, over: () => void): () => void {
  const timer = setInterval(() => {
    if (!spent()) return;
    clearInterval(timer);
    over();
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Resident memory counts a page once for every process that shares it, so many forks of one large parent look larger
 * than they are. It is cheap to read and never too low: only when it is over the limit is the shared part divided.
 */
function exceeds(pids: readonly number[], limitKb: number): boolean {
  if (sum(pids.map(residentKb)) <= limitKb) return false;
  return sum(pids.map((pid) => kb(`/proc/${pid}/smaps_rollup`, 'Pss') ?? residentKb(pid))) > limitKb;
}

/** What the tree of `root` holds now; a page that several share counts for each. */
export function residentMb(root: number, inGroup: boolean): number {
  return sum(members(root, inGroup).map(residentKb)) / 1024;
}

function residentKb(pid: number): number {
  return kb(`/proc/${pid}/status`, 'VmRSS') ?? 0;
}

function kb(path: string, field: string): number | undefined {
  const text = read(path);
  const at = text.indexOf(`\n${field}:`);
  return at < 0 ? undefined : Number.parseInt(text.slice(at + field.length + 2), 10);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The process and everything below it; `inGroup` also what left the tree but not the process group. */
function members(root: number, inGroup: boolean): number[] {
  const below = inGroup ? scanned(root) : lister();
  const pids = new Set([root]);
  for (const pid of pids) for (const child of below(pid)) pids.add(child);
  return [...pids];
}

export function children(pid: number): number[] {
  return lister()(pid);
}

/** Not every kernel lists children. */
function lister(): (pid: number) => number[] {
  return existsSync('/proc/thread-self/children') ? listed : scanned();
}

function listed(pid: number): number[] {
  return names(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`)
      .split(' ')
      .filter((word) => word !== '')
      .map(Number),
  );
}

/** The same from one pass over all processes; the members of `group` count as children of its leader. */
function scanned(group?: number): (pid: number) => number[] {
  const below = new Map<number, number[]>();
  const put = (parent: number, pid: number): void => {
    const siblings = below.get(parent);
    if (siblings === undefined) below.set(parent, [pid]);
    else siblings.push(pid);
  };
  for (const row of rows()) {
    put(row.parent, row.pid);
    if (row.group === group) put(group, row.pid);
  }
  return (pid) => below.get(pid) ?? [];
}

/** Whether the group has a member that is not a zombie: those wait for their reaper, which may be slow or missing. */
export function groupLives(group: number): boolean {
  const all = rows();
  return all.length === 0 || all.some((row) => row.group === group && row.state !== 'Z' && row.state !== 'X');
}

/** Empty where there is no /proc. */
function rows(): { pid: number; state: string; parent: number; group: number }[] {
  const pids = names('/proc').map(Number).filter(Number.isInteger);
  return pids.map((pid) => {
    const stat = read(`/proc/${pid}/stat`);
    // The name in parentheses may itself hold spaces and parentheses.
    const [state = 'X', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, state, parent: Number(parent), group: Number(group) };
  });
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty for a process that ended in the meantime. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
