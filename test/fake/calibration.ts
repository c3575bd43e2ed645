import type { Calibration } from '../../src/workspace/workspace.ts';

/** Gives these readings in turn, and the last one for ever. */
export function scriptedCalibration(readings: readonly number[]): Calibration {
  let next = 0;
  let over = false;
  return {
    read: async () => (over ? undefined : readings[Math.min(next++, readings.length - 1)]),
    async [Symbol.asyncDispose]() {
      over = true;
    },
  };
}
