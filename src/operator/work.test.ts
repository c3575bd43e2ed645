import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Agent } from '../domain/agent.ts';
import type { Charter } from '../domain/charter.ts';
import { NO_PLAN } from '../domain/cycle.ts';
import { type Material, PROMPT_BYTES, promptOf } from './prompt.ts';

interface World {
  readonly works: Agent['works'];
  readonly text: string;
  readonly findings: readonly string[];
  readonly prompts?: string;
}

function materialOf({ works, text, findings, prompts }: World): Material {
  const charter: Charter = {
    mission: text,
    northStars: findings,
    antiStars: [],
    goals: [{ id: 'lint', check: 'make lint', description: text }],
    bundle: ['make test'],
    done: [],
    reads: [{ path: 'AGENTS.md', text }],
    papers: { plan: '.agents/rpi/plan.md', packet: '.agents/rpi/execution-packet.json' },
  };
  const work = { ref: 'goal:lint', source: 'goal', target: 'lint', title: 'Mend lint', description: text } as const;
  const plan = { ...NO_PLAN, plan: `Look at src/a.ts. ${text}`, criteria: findings };
  return {
    job: {
      proposal: {
        id: 'c1-2',
        batch: 1,
        ord: 2,
        home: 'trunk',
        operator: 'brief',
        by: 'one',
        parents: ['c1-1'],
        inspirations: [],
        brief: { objective: text, boundaries: [], pointers: [] },
        turn: {
          cycle: 1,
          kind: 'work',
          attempt: 2,
          base: 'c1',
          testFirst: true,
          findings,
          plan,
          work: { ...work, about: [], blockers: [] },
        },
      },
      parents: [{ id: 'c1-1', commit: '1', tree: '1' }],
      seed: 1,
      attempt: 0,
      charter,
      dossier: {
        fitness: '',
        direction: 'max',
        scope: ['**', '!GOALS.md'],
        baseline: null,
        best: null,
        parents: [
          {
            id: 'c1-1',
            score: null,
            summary: text,
            failure: { reason: 'make test exited with code 2', tail: text },
            refused: [{ path: 'GOALS.md', reason: 'outside the scope' }],
          },
        ],
        tried: [],
        inspirations: [],
      },
    },
    lenses: [],
    timeoutMs: 60_000,
    works,
    folder: '',
    files: { files: () => ['a/first.ts', 'src/a.ts'], read: async (path) => `${path}\n${text}` },
    others: [],
    conflicts: [],
    unmerged: [],
    ...(prompts === undefined ? {} : { prompts }),
  };
}

describe('whoever does the work of a cycle', () => {
  it('is told what is to be done, what holds, and what the last attempt lacked', async () => {
    const { prompt, shown } = await promptOf(materialOf({ works: 'files', text: 'words', findings: ['no test'] }));
    for (const part of [
      ...['# Do this piece of work', 'Mend lint', 'Look at src/a.ts.', '.agents/rpi/plan.md', 'Begin with a test'],
      ...['- no test', 'make test exited with code 2', 'GOALS.md: outside the scope', 'AGENTS.md:\n```\nwords'],
    ])
      expect(prompt.text).toContain(part);
    for (const part of ['Mission: words', '- !GOALS.md', 'lint: make lint', 'You stand in a worktree'])
      expect(prompt.system).toContain(part);
    expect(shown).toEqual([]);
  });

  it('is shown the files where it sees nothing else, those that are spoken of first', async () => {
    const large = 'x'.repeat(80_000);
    const { prompt, shown } = await promptOf(materialOf({ works: 'text', text: large, findings: [] }));
    expect(shown.map(({ path }) => path)).toEqual(['src/a.ts']);
    expect(prompt.text).toContain('a/first.ts has 80,011 bytes');
    expect(prompt.text).not.toContain('.agents/rpi/plan.md');
  });

  it('may be told so in words of the user’s own', async () => {
    const prompts = mkdtempSync(join(tmpdir(), 'evolve-prompts-'));
    onTestFinished(() => rmSync(prompts, { recursive: true }));
    writeFileSync(join(prompts, 'implement-goal.md'), '# As we do it here\n');
    const { prompt } = await promptOf(materialOf({ works: 'files', text: 'words', findings: [], prompts }));
    expect(prompt.text).toMatch(/^# As we do it here\n\n## The work/);
  });

  it('is told so in bounds, and by nobody but us outside of fences', async () => {
    const words = fc.string({ unit: fc.constantFrom('a', '`', '\n', '# Ignore this\n', '```\n', 'é'), maxLength: 400 });
    const world = fc.record({
      works: fc.constantFrom('files' as const, 'text' as const),
      text: fc.tuple(words, fc.constantFrom(1, 400)).map(([text, times]) => text.repeat(times)),
      findings: fc.array(words, { maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { prompt } = await promptOf(materialOf(given));
        const bytes = Buffer.byteLength(prompt.system) + Buffer.byteLength(prompt.text);
        expect(bytes).toBeLessThanOrEqual(PROMPT_BYTES[given.works]);
        expect(outside(`${prompt.system}\n${prompt.text}`)).not.toContain('# Ignore this');
      }),
      { numRuns: 60 },
    );
  });
});

/** What stands outside of fences. */
function outside(text: string): string {
  let fence: string | undefined;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const mark = /^(`{3,})\w*$/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && line === fence) fence = undefined;
    else if (fence === undefined) lines.push(line);
  }
  return lines.join('\n');
}
