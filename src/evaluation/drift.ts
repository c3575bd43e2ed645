import { median } from '../domain/compare.ts';
import type { Calibration, Slot } from '../workspace/workspace.ts';
import type { Staged } from './evaluation.ts';

/** Watches the machine while samples are taken, each in a slot. Costs nothing until it is used. */
export interface DriftWatch extends AsyncDisposable {
  /**
   * Takes a sample, and takes it again when the machine was not what it usually is just before or after.
   * Contract: at most `RETAKES` times, then it is kept with a note. What did not pass is never taken again.
   */
  around<T>(slot: Slot, take: () => Promise<Staged<T>>): Promise<Staged<T>>;
}

/** Readings of a quiet core repeat within a few per cent; a neighbour or another clock rate moves them by far more. */
const TOLERANCE = 0.1;
/** A machine that stays restless costs three runs a sample and no more: comparing in turns bears the rest. */
const RETAKES = 2;
/** A reading costs far less than a run: so many may wait for a passing disturbance to pass. */
const LOOKS = 3;
/** What is usual is what the last few samples saw: a machine that has changed for good is usual soon. */
const REMEMBERED = 15;
/** Before there are so many, nothing is usual. */
const FIRST = 3;

/** `calibrate` gives the workload for a slot's cores; it is made when a slot is first watched. */
export function driftWatch(calibrate: (cores: readonly number[]) => Calibration): DriftWatch {
  const bySlot = new Map<number, Gauge>();
  return {
    async around(slot, take) {
      const gauge = bySlot.get(slot.index) ?? gaugeOf(calibrate(slot.cores));
      bySlot.set(slot.index, gauge);
      for (let retakes = 0; ; retakes++) {
        const before = await gauge.settle();
        const staged = await take();
        if (!staged.ok) return staged;
        const off = Math.max(before, await gauge.look());
        if (off <= TOLERANCE || retakes === RETAKES) return noted(staged, retakes, off);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const gauge of bySlot.values()) await gauge.calibration[Symbol.asyncDispose]();
    },
  };
}

/** How far one slot is from what it usually is, as a share; 0 when nobody can tell. */
interface Gauge {
  readonly calibration: Calibration;
  look(): Promise<number>;
  /** Looks until all is as usual, but not for long. */
  settle(): Promise<number>;
}

function gaugeOf(calibration: Calibration): Gauge {
  const readings: number[] = [];
  async function look(): Promise<number> {
    const reading = await calibration.read();
    if (reading === undefined) return 0;
    const off = readings.length < FIRST ? 0 : Math.abs(reading / median(readings) - 1);
    readings.push(reading);
    if (readings.length > REMEMBERED) readings.shift();
    return off;
  }
  async function settle(): Promise<number> {
    let looks = 1;
    for (let off = await look(); ; off = await look()) {
      if (off <= TOLERANCE ? readings.length >= FIRST || looks >= LOOKS : looks >= LOOKS) return off;
      looks++;
    }
  }
  return { calibration, look, settle };
}

function noted<T>(staged: Extract<Staged<T>, { ok: true }>, retakes: number, off: number): Staged<T> {
  const { result } = staged;
  if (result.verdict !== 'pass' || (retakes === 0 && off <= TOLERANCE)) return staged;
  const times = retakes === 1 ? 'once' : `${retakes} times`;
  const still = off > TOLERANCE ? `; kept although it was still ${Math.round(100 * off)} % off` : '';
  return { ...staged, result: { ...result, note: `taken again ${times}: the machine drifted${still}` } };
}
