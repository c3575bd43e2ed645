import { describe, expect, it } from 'vitest';
import type { Contract } from '../../domain/contract.ts';
import { boundsOf, isSubstantial, scopeFor } from './scope.ts';

const contract = (more: Partial<Contract>): Contract => ({
  bundle: [],
  notes: [],
  mutable: [],
  immutable: [],
  ...more,
});
const files = ['src/a.ts', 'src/gen/b.ts', 'checks/lint.sh', 'GOALS.md', 'package.json'];
const entries = files.map((path) => ({ path, mode: '100644' as const, sha: '' }));
const within = (scope: ReturnType<typeof scopeFor>) => files.filter((path) => scope.has(path));

describe('what may change in a cycle', () => {
  it('is everything but what is protected, and ours', () => {
    const scope = scopeFor(contract({ immutable: ['checks/**', 'GOALS.md'] }), entries);
    expect(within(scope)).toEqual(['src/a.ts', 'src/gen/b.ts', 'package.json']);
    expect(scope.has('.agents/evolve/cycle-history.jsonl')).toBe(false);
    expect(scope.has('.agents/rpi/next-work.jsonl')).toBe(false);
    expect(scope.has('.agents/learnings/a.md')).toBe(true);
    expect(scope.names('package.json')).toBe(false);
  });

  it('is also what the work is about', () => {
    const scope = scopeFor(contract({ immutable: ['checks/**', 'GOALS.md'] }), entries, [
      'checks/lint.sh',
      'evolve.yaml',
    ]);
    expect(within(scope)).toEqual(['src/a.ts', 'src/gen/b.ts', 'checks/lint.sh', 'package.json']);
    expect([scope.names('checks/lint.sh'), scope.names('evolve.yaml'), scope.has('.agents/evolve/x')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is never more than the program allows', () => {
    const program = {
      ...{ path: 'PROGRAM.md', objective: '', unit: '', validation: [], policy: [], escalation: '', stops: [] },
      ...{ mutable: ['src/**'], immutable: ['src/gen/**'] },
    };
    const held = contract({ program, mutable: ['src/**'], immutable: ['src/gen/**', 'GOALS.md'] });
    expect(within(scopeFor(held, entries, ['src/gen/b.ts', 'GOALS.md', '.agents/rpi/x']))).toEqual(['src/a.ts']);
  });

  it('is told in short where something is left out, and whole to whoever is to keep to it', () => {
    const mutable = Array.from({ length: 9 }, (_, nth) => `f${nth}`);
    expect(scopeFor(contract({ mutable }), entries).globs.join(', ')).toBe(
      'f0, f1, f2, f3, f4, f5, 3 more, without what is protected',
    );
    const held = contract({ immutable: ['GOALS.md', 'checks/lint.sh'] });
    expect(boundsOf(held, ['checks/lint.sh'])).toEqual(['**', '!.agents/evolve', '!.agents/rpi', '!GOALS.md']);
  });

  it('has some that are no work by themselves', () => {
    expect(
      ['.agents/a.md', 'GOALS.md', 'GOALS.yaml', 'goals.yml', 'docs/GOALS.md', 'a.ts'].filter(isSubstantial),
    ).toEqual(['docs/GOALS.md', 'a.ts']);
  });
});
