import { probe } from '../../lib/probe.ts';
import type { Check } from './check.ts';

/** How each tells its version. */
const TOOLS: readonly (readonly [name: string, ...args: string[]])[] = [
  ['node', '--version'],
  ['python3', '--version'],
  ['gcc', '--version'],
  ['g++', '--version'],
  ['rustc', '--version'],
  ['cargo', '--version'],
  ['go', 'version'],
  ['java', '-version'],
  ['make', '--version'],
];

/** Interpreters and compilers on PATH; none is needed but by code that is written for it. */
export function checkLanguages(): Promise<readonly Check[]> {
  return Promise.all(
    TOOLS.map(async ([name, ...args]): Promise<Check> => {
      const probed = await probe(name, args);
      const about = { group: 'languages', name } as const;
      if (probed.kind === 'missing') return { ...about, status: 'absent', found: 'not found' };
      if (probed.kind === 'version') return { ...about, status: 'ok', found: probed.version };
      return { ...about, status: 'warn', found: probed.why, advice: `See whether ${name} ${args.join(' ')} works.` };
    }),
  );
}
