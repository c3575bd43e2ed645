import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Trial } from '../domain/lane.ts';
import { OWN_PROMPTS } from '../domain/own-prompt.ts';
import { type Material, PROMPT_BYTES, promptOf } from './prompt.ts';

const LONG = 'ä `{{files}}` long '.repeat(4000);
const many = (text: string) => Array.from({ length: 50 }, () => text);

function material(trial: Trial, text: string, more: Partial<Material> = {}): Material {
  const tried = { id: 'r1-l0-d0', summary: text, score: 1, reason: text };
  return {
    job: {
      proposal: {
        id: 'r1-l0-d1',
        batch: 1,
        ord: 1,
        home: 'committed',
        operator: 'brief',
        by: 'one',
        parents: ['root'],
        inspirations: [],
        brief: { objective: text, boundaries: many(text), pointers: many(text) },
      },
      parents: [{ id: 'root', commit: 'c', tree: 't' }],
      seed: 1,
      attempt: 0,
      trial,
      dossier: {
        fitness: text,
        direction: 'max',
        scope: many(text),
        target: { path: 'a.js', symbol: text, signature: text, context: text },
        baseline: 1,
        best: 2,
        parents: [
          { id: 'root', score: 1, summary: text, refused: [], feedback: text, failure: { reason: text, tail: text } },
        ],
        tried: Array.from({ length: 50 }, () => tried),
        inspirations: [],
        directives: { told: [{ id: 'd1', text: 'x'.repeat(8000) }] },
        lane: {
          round: 1,
          lane: 0,
          iteration: 1,
          left: 2,
          state: text,
          earlier: Array.from({ length: 50 }, () => tried),
        },
      },
    },
    lenses: [],
    timeoutMs: 1000,
    works: 'files',
    folder: '',
    files: { files: () => ['a.js', 'b.js'], read: async () => text },
    others: [],
    conflicts: [],
    unmerged: [],
    ...more,
  };
}

const version = { id: 'r1-l0-d1', commit: 'c', tree: 't' };
const TURNS: readonly (readonly [string, Trial, Partial<Material>])[] = [
  ['implement', { attempt: 1, verifications: 3 }, {}],
  ['mend', { attempt: 2, verifications: 3, mend: { version, reason: LONG, tail: LONG } }, {}],
  ['revise', { attempt: 1, verifications: 3 }, { revision: { findings: many(LONG), left: 2 } }],
];

describe.each(TURNS)('the prompt to %s', (name, trial, more) => {
  it('is bounded, whatever it is given', async () => {
    for (const works of ['files', 'text'] as const) {
      const { prompt } = await promptOf(material(trial, LONG, { ...more, works }));
      expect(Buffer.byteLength(prompt.system + prompt.text)).toBeLessThanOrEqual(PROMPT_BYTES[works] + 2);
    }
  });

  it('may be in the words of the user, and holds the brief all the same', async () => {
    const prompts = mkdtempSync(join(tmpdir(), 'galapagos-prompts-'));
    onTestFinished(() => rmSync(prompts, { recursive: true, force: true }));
    const places = (OWN_PROMPTS[name] ?? []).map((place) => `{{${place}}}`).join(' and ');
    writeFileSync(join(prompts, `${name}.md`), `In my own words, of ${places}.`);
    const { prompt } = await promptOf(material(trial, 'Sort faster', { ...more, prompts }));
    expect(prompt.text).toMatch(/^In my own words, of root( and 2 times)?\./);
    expect(prompt.text).toContain('## The objective\n\nSort faster');
    expect(prompt.text).not.toContain('{{name}}');
  });
});
