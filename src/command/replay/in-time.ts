import type { Event, Recorded } from '../../domain/event.ts';
import type { Ask, Strategy } from '../../domain/strategy.ts';
import { GIVEN } from './outside.ts';
import type { Tape } from './tape.ts';

/** A strategy reads the clock a moment before or after the journal does. */
const MOMENT_MS = 1000;

/**
 * A strategy that lives in the time of a recording: what came too late then does so again, and nothing else. A replay is
 * faster and slower than the run was.
 */
export function inTime(strategy: Strategy, tape: Tape): Strategy {
  const idle = strategy.idle?.bind(strategy);
  return {
    ...strategy,
    ask(view, slots) {
      const at = tape.now();
      const first = strategy.ask(view, slots, at);
      if (view.run()?.config.adjustable.budget.minutes === undefined || fits(first, ownIn(tape)?.event)) return first;
      const others = [at - MOMENT_MS, at + MOMENT_MS].map((now) => strategy.ask(view, slots, now));
      return others.find((ask) => fits(ask, ownIn(tape)?.event)) ?? first;
    },
    ...(idle === undefined ? {} : { idle: (view) => idle(view, tape.now() - MOMENT_MS) }),
    tooLate(view, _now, id) {
      const next = ownIn(tape);
      if (next?.event.type !== 'dropped' || next.event.proposal !== id) return undefined;
      const { reason } = next.event;
      const moments = [next.at, next.at + MOMENT_MS];
      return moments.some((now) => strategy.tooLate(view, now, id) === reason) ? reason : undefined;
    },
  };
}

/** What the driver itself recorded next: what others did meanwhile is put in by itself. */
function ownIn(tape: Tape): Recorded | undefined {
  for (const recorded of tape.rest()) if (!GIVEN.includes(recorded.event.type)) return recorded;
  return undefined;
}

/** Whether an event is what comes of it. */
function fits(ask: Ask, event: Event | undefined): boolean {
  switch (ask.kind) {
    case 'finish':
      return event?.type === 'finished' && event.cause === ask.cause;
    case 'stop':
      return event?.type === 'stopped';
    case 'propose':
      return event?.type === 'proposed';
    case 'pause':
      return keyOf(event) === ask.question.key;
    case 'gather':
      return ask.questions.some(({ key }) => key === keyOf(event));
    case 'record':
      return event?.type === (ask.events[0]?.type ?? 'memo');
    case 'wait':
      return false;
  }
}

function keyOf(event: Event | undefined): string | undefined {
  if (event?.type === 'asked') return event.question.key;
  return event?.type === 'answered' ? event.key : undefined;
}
