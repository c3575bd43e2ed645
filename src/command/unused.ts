import { isByIslands, type RunConfig } from '../domain/config.ts';

/** What was asked for and does nothing in this run, each with what it would need. */
export function unusedLines(config: RunConfig): readonly string[] {
  const { identity, adjustable } = config;
  const { operator, parallel, idle = 0, partner = 0, control = 0, repair } = adjustable;
  if (isByIslands(config)) {
    const given = { '--idle': idle > 0, '--partner': partner > 0, '--no-repair': repair === false };
    return Object.entries(given).flatMap(([flag, isGiven]) =>
      isGiven
        ? [`${flag} does nothing here: with islands each change is one iteration, and nothing is done beside`]
        : [],
    );
  }
  const alone = operator !== 'agent';
  return [
    ...(idle > 0 && alone ? ['--idle does nothing here: it fills slots while agents think (--agent)'] : []),
    ...(idle > 0 && !alone && parallel < 2
      ? ['--idle does nothing at --parallel 1, where a run does not depend on time']
      : []),
    ...(partner > 0 && alone ? ['--partner does nothing here: it tunes what agents bring (--agent)'] : []),
    ...(control > 0 && identity.strategy === 'best-of-n'
      ? ['--control does nothing here: with best-of-n all changes are plain']
      : []),
  ];
}
