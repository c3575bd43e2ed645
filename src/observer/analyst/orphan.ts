import type { CandidateId } from '../../domain/candidate.ts';
import type { GraphicsUse, Host, Process, Processes } from './host.ts';
import type { Sight } from './sight.ts';
import type { Sighting } from './sighting.ts';

/** Evaluations that somebody else began and nobody carries out. `isActive` is asked last: one may just have ended. */
export const interrupted = (
  { active }: Pick<Sight, 'active'>,
  { isClaimed }: Pick<Host, 'isClaimed'>,
  isActive: (id: CandidateId) => boolean,
): readonly Sighting[] =>
  active
    .filter(({ id, hand }) => hand && !isClaimed(id) && isActive(id))
    .map(({ id, attempt }) => ({
      kind: 'alert',
      head: `${id} attempt ${attempt} was interrupted`,
      rest: `nobody evaluates it. Go on with evolve exp eval ${id}, or give it up with evolve exp discard ${id} --reason …`,
    }));

/** Checkouts of evaluations that were killed. */
export const leftovers = ({ checkouts, isClaimed }: Pick<Host, 'checkouts' | 'isClaimed'>): readonly Sighting[] =>
  checkouts()
    // One that ends between the two looks has taken its checkouts away before it lets go.
    .filter((id) => !isClaimed(id) && checkouts().includes(id))
    .map((id) => ({
      kind: 'alert',
      head: `checkouts of a killed evaluation of ${id} are left`,
      rest: `nobody holds them. The next evolve exp eval takes them away`,
    }));

/**
 * Processes that work where this driver's lanes do and do not belong to it: their lane is gone.
 * Contract: only those that were there at the look before; one that has just left its parent may be about to end.
 */
export function strays(
  processes: Processes,
  before: ReadonlySet<number>,
): { readonly sightings: readonly Sighting[]; readonly pids: ReadonlySet<number> } {
  const found = processes.all.filter(({ cwd, pid }) => isInside(cwd, processes.lanes) && !isOurs(processes, pid));
  const sightings = found
    .filter(({ pid }) => before.has(pid))
    .map(
      ({ pid, name }): Sighting => ({
        kind: 'alert',
        head: `process ${pid} (${name}) has outlived its lane`,
        rest: `see what it is: ${psOf(pid)}. Nothing was killed; end it yourself if it is a leftover`,
      }),
    );
  return { sightings, pids: new Set(found.map(({ pid }) => pid)) };
}

/** Who holds much of a graphics card and does not belong to this run. One that can't be seen from here may be ours, so it is left out. */
export const strangers = (uses: readonly GraphicsUse[], processes: Processes, leastMb: number): readonly Sighting[] => {
  const seen = new Map(processes.all.map((one) => [one.pid, one]));
  return uses
    .filter(({ pid, mb }) => mb >= leastMb && seen.has(pid))
    .filter(
      ({ pid }) => !isOurs(processes, pid) && !lineOf(processes, pid).some(({ cwd }) => isInside(cwd, processes.run)),
    )
    .map(({ pid, name, mb }) => ({
      kind: 'alert',
      head: `process ${pid} (${name}) holds graphics memory and belongs to no lane`,
      rest: `${mb} MB. Verify: nvidia-smi and ${psOf(pid)}. Nothing was killed; end it yourself if nobody needs it`,
    }));
};

const psOf = (pid: number): string => `ps -o pid,ppid,user,etime,args -p ${pid}`;

const isOurs = (processes: Processes, pid: number): boolean =>
  lineOf(processes, pid).some((one) => one.pid === processes.own);

/** A process and those that it comes from. */
function lineOf({ all }: Processes, pid: number): readonly Process[] {
  const known = new Map(all.map((one) => [one.pid, one]));
  const line: Process[] = [];
  for (let at = known.get(pid); at !== undefined && !line.includes(at); at = known.get(at.parent)) line.push(at);
  return line;
}

const isInside = (path: string | undefined, folder: string): boolean =>
  path !== undefined && (path === folder || path.startsWith(`${folder}/`));
