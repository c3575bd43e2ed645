/**
 * A place where a test may end this process at once, as `kill -9` would: the n-th boundary passed, counted over the
 * whole process. Costs nothing unless `GALAPAGOS_KILL_AT` is set.
 */
const killAt = Number(process.env.GALAPAGOS_KILL_AT ?? 0);
let passed = 0;

export function boundary(): void {
  if (killAt === 0) return;
  passed += 1;
  if (passed === killAt) process.kill(process.pid, 'SIGKILL');
}
