import type { Event } from '../../domain/event.ts';
import type { View } from '../../domain/view.ts';

/** What comes from people and agents, whoever drives. */
export const GIVEN: readonly Event['type'][] = [
  'acknowledged',
  'annotated',
  'calling',
  'called',
  'configured',
  'directed',
  'landed',
  'noted',
  'stop-requested',
];

/** What is recorded of a run that nobody drives. */
export function isFromOutside(event: Event): boolean {
  if (event.type === 'asked') return event.question.of === 'human';
  return event.type === 'answered' || isStop(event) || GIVEN.includes(event.type);
}

/** The end of a driver that was asked to stop: what it had done by then hung on when it looked. */
export const isStop = (event: Event | undefined): boolean => event?.type === 'stopped' && event.cause === 'request';

/** A view in which nobody asks to stop. */
export function deaf(view: View): View {
  return new Proxy(view, {
    get(target, name) {
      if (name === 'run')
        return () => {
          const { stopRequested: _request, ...run } = target.run() ?? {};
          return target.run() === undefined ? undefined : run;
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
