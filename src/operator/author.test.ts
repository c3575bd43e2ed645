import { describe, expect, it } from 'vitest';
import { speaker } from '../../test/fake/speaker.ts';
import type { Agent, AgentRun } from '../domain/agent.ts';
import type { ApplyJob } from '../domain/lane.ts';
import type { Change, Draft, Merged, Source } from '../domain/operator.ts';
import type { Operation } from '../domain/proposal.ts';
import type { Target } from '../domain/target.ts';
import { author } from './author.ts';

type Files = Readonly<Record<string, string | undefined>>;
const told = { spent: {} };

const source = (files: Files): Source => ({ files: () => Object.keys(files), read: async (path) => files[path] });

function job(operator: Operation, attempt = 0, target?: Target): ApplyJob {
  const ids: readonly [string, ...string[]] = operator === 'cross' ? ['gen1-1', 'gen1-2'] : ['gen1-1'];
  const facts = (id: string) => ({ id, score: 1, summary: '', refused: [] });
  const brief = { objective: 'more', boundaries: [], pointers: [] };
  const place = { id: 'gen2-1', batch: 2, ord: 1, home: 'population' };
  return {
    proposal: { ...place, operator, by: 'llm:fake', parents: ids, inspirations: [], brief },
    parents: [{ id: 'gen1-1', commit: '', tree: '' }],
    seed: 1,
    attempt,
    dossier: {
      fitness: 'node bench.js',
      direction: 'max',
      ...(target === undefined ? {} : { target }),
      scope: ['src/**'],
      baseline: 1,
      best: 1,
      parents: ids.map(facts),
      tried: [],
      inspirations: [],
    },
  };
}

interface Given {
  readonly files?: Files;
  readonly operator?: Operation;
  readonly attempt?: number;
  readonly target?: Target;
  readonly merged?: Partial<Merged> & { readonly texts?: Files };
}

async function applied(agent: Agent, given: Given = {}): Promise<Change & { readonly made: Files | 'merge' }> {
  const made: Record<string, string | undefined> = {};
  const draft: Draft = {
    ...source(given.files ?? { 'src/a.js': 'const a = 1;\n' }),
    ...(given.target === undefined ? {} : { target: given.target }),
    others: [],
    allows: (path) => path.startsWith('src/'),
    write: (path, text) => {
      made[path] = text;
    },
    delete: (path) => {
      made[path] = undefined;
    },
    async merged() {
      const { texts = {}, ...rest } = given.merged ?? {};
      const take = () => {
        made['the merge'] = 'taken';
      };
      return { ...source(texts), conflicts: [], unmerged: [], take, ...rest };
    },
    workspace: () => Promise.reject(new Error('not asked for')),
  };
  const operator = author(agent, { lenses: [], timeoutMs: 1000 });
  const change = await operator.apply(
    job(given.operator ?? 'mutate', given.attempt, given.target),
    draft,
    new AbortController().signal,
  );
  return { ...change, made };
}

const BLOCK = 'src/a.js\n\n```\n<<<<<<< SEARCH\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> REPLACE\n```\n';

describe('an author who answers in words', () => {
  it('changes what its blocks say, with its last line as the summary', async () => {
    const { agent, tasks } = speaker(`${BLOCK}\nRaised a to 2\n`);
    expect(await applied(agent)).toEqual({
      kind: 'changed',
      summary: 'Raised a to 2',
      made: { 'src/a.js': 'const a = 2;\n' },
    });
    expect(tasks.map(({ key }) => key)).toEqual(['gen2-1/author']);
    expect(tasks[0]?.workspace).toBeUndefined();
    expect(tasks[0]?.prompt.text).toContain('const a = 1;');
  });

  it('adds and deletes files', async () => {
    const { agent } = speaker('src/b.js\n\n```\nconst b = 1;\n```\n\nDELETE src/a.js\n\nMoved it\n');
    expect(await applied(agent)).toMatchObject({
      kind: 'changed',
      made: { 'src/a.js': undefined, 'src/b.js': 'const b = 1;\n' },
    });
  });

  it.each([
    ['an unmatched block', BLOCK.replace('a = 1', 'a = 7'), /src\/a\.js/],
    ['prose', 'I would raise a to 2.', /changes no file/],
    ['nothing', '', /changes no file/],
    ['what is there already', 'src/a.js\n\n```\nconst a = 1;\n```\n', /changes nothing/],
    [
      'a file outside the scope',
      'bench.js\n\n```\nprocess.exit(0)\n```\n',
      /Only files in scope may change: bench\.js/,
    ],
    ['an answer that was cut off', BLOCK.slice(0, 40), /./],
  ])('that says %s gets it back once with the reason', async (_, answer, reason) => {
    const { agent, tasks } = speaker(answer, BLOCK);
    expect(await applied(agent)).toMatchObject({ kind: 'changed', made: { 'src/a.js': 'const a = 2;\n' } });
    expect(tasks.map(({ key }) => key)).toEqual(['gen2-1/author', 'gen2-1/author/again']);
    const [first, second] = tasks.map(({ prompt }) => prompt);
    expect(second?.system).toBe(first?.system);
    expect(second?.text.startsWith(first?.text ?? '-')).toBe(true);
    const more = second?.text.slice(first?.text.length) ?? '';
    expect(more).toContain(answer.trim() === '' ? '(nothing)' : answer.trim().slice(0, 30));
    expect(more).toMatch(reason);
    const stubborn = await applied(speaker(answer, answer).agent);
    expect(stubborn).toMatchObject({ kind: 'unchanged', reason: expect.stringMatching(reason), made: {} });
  });

  it('takes nothing of an answer with one bad block', async () => {
    const two = { 'src/a.js': 'const a = 1;\n', 'src/b.js': 'b\n' };
    const bad = `${BLOCK}\nsrc/b.js\n\n\`\`\`\n<<<<<<< SEARCH\nnot there\n=======\nx\n>>>>>>> REPLACE\n\`\`\`\n`;
    expect(await applied(speaker(bad, bad).agent, { files: two })).toMatchObject({ kind: 'unchanged', made: {} });
  });

  it('hands on what is outside the scope beside what is not, for the lane to leave out', async () => {
    const { agent, tasks } = speaker(`${BLOCK}\nbench.js\n\n\`\`\`\nexit\n\`\`\`\n`);
    expect((await applied(agent)).made).toEqual({ 'src/a.js': 'const a = 2;\n', 'bench.js': 'exit\n' });
    expect(tasks).toHaveLength(1);
  });

  it('may not overwrite a file that was not shown', async () => {
    const files = { 'src/a.js': 'const a = 1;\n', 'src/big.js': 'x'.repeat(200_000) };
    const over = 'src/big.js\n\n```\nshort\n```\n';
    expect(await applied(speaker(over, over).agent, { files })).toMatchObject({ kind: 'unchanged', made: {} });
  });

  it.each<[AgentRun<never>, Partial<Change>]>([
    [
      { kind: 'failed', reason: 'refused', text: '', ...told },
      { kind: 'failed', reason: 'refused' },
    ],
    [
      { kind: 'unreadable', why: 'garbage', text: '', ...told },
      { kind: 'failed', reason: 'garbage' },
    ],
    [
      { kind: 'broken', reason: '429', outage: 'rate', text: '', ...told },
      { kind: 'broken', reason: '429' },
    ],
    [
      { kind: 'broken', reason: '401', outage: 'key', text: '', ...told },
      { kind: 'broken', final: true },
    ],
    [{ kind: 'spent', reason: 'the budget of $1 is spent' }, { kind: 'spent' }],
  ])('whose turn ends as %j, first or second', async (run, change) => {
    expect(await applied(speaker(run).agent)).toMatchObject({ ...change, made: {} });
    const { agent, tasks } = speaker('prose', run);
    expect(await applied(agent)).toMatchObject({ ...change, made: {} });
    expect(tasks).toHaveLength(2);
  });

  it('gets back no more than fits beside the prompt', async () => {
    const { agent, tasks } = speaker('é`'.repeat(100_000), BLOCK);
    await applied(agent, { files: { 'src/a.js': 'const a = 1;\n', 'src/b.js': 'x'.repeat(140_000) } });
    const sizes = tasks.map(({ prompt }) => Buffer.byteLength(prompt.system + prompt.text));
    expect(Math.max(...sizes)).toBeLessThan(160 * 1024);
  });

  it('works on a brief', async () => {
    expect(await applied(speaker(BLOCK).agent, { operator: 'brief' })).toMatchObject({ kind: 'changed' });
  });
});

describe('an author of a target who answers in words', () => {
  const target: Target = { path: 'src/a.js', symbol: 'f', signature: 'function f(a)' };
  const text = 'const A = 1;\nfunction f(a) {\n  return a;\n}\n';
  const large = `${text}// ${'x'.repeat(200_000)}\n`;
  const block = '```js\nfunction f(a) {\n  return 2 * a;\n}\n```\n';

  it('may give the definition alone', async () => {
    const { agent, tasks } = speaker(`${block}\nDoubled\n`);
    expect(await applied(agent, { files: { 'src/a.js': text }, target })).toEqual({
      kind: 'changed',
      summary: 'Doubled',
      made: { 'src/a.js': text.replace('return a', 'return 2 * a') },
    });
    expect(tasks).toHaveLength(1);
  });

  it.each([
    ['the definition', block],
    ['all that is shown', `src/a.js\n${block}`],
    ['blocks', 'src/a.js\n```\n<<<<<<< SEARCH\n  return a;\n=======\n  return 2 * a;\n>>>>>>> REPLACE\n```\n'],
  ])('sees it alone where the file is too large, and answers with %s', async (_, answer) => {
    const { agent } = speaker(answer);
    expect(await applied(agent, { files: { 'src/a.js': large }, target })).toMatchObject({
      kind: 'changed',
      made: { 'src/a.js': large.replace('return a', 'return 2 * a') },
    });
  });

  it('may not delete the file of which it sees a part', async () => {
    const { agent } = speaker('DELETE src/a.js\n', 'DELETE src/a.js\n');
    expect(await applied(agent, { files: { 'src/a.js': large }, target })).toMatchObject({ kind: 'unchanged' });
  });
});

describe('two parents', () => {
  it('that merge need no agent, unless that was tried before', async () => {
    const { agent, tasks } = speaker(BLOCK);
    const merged = { texts: { 'src/a.js': 'const a = 1;\n' } };
    expect(await applied(agent, { operator: 'cross', merged })).toEqual({
      kind: 'changed',
      summary: 'merged gen1-1 and gen1-2',
      drawn: true,
      made: { 'the merge': 'taken' },
    });
    expect(tasks).toHaveLength(0);
    const again = await applied(agent, { operator: 'cross', attempt: 1, merged });
    expect(again).toEqual({ kind: 'changed', made: { 'the merge': 'taken', 'src/a.js': 'const a = 2;\n' } });
  });

  it.each<[string, Partial<Merged>]>([
    ['conflict', { conflicts: ['src/a.js'] }],
    ['can’t be merged', { unmerged: ['src/a.js'] }],
    ['come to one of them', { same: 'gen1-2' }],
  ])('that %s are the agent’s', async (_, merged) => {
    const { agent, tasks } = speaker(BLOCK);
    await applied(agent, { operator: 'cross', merged: { texts: { 'src/a.js': 'const a = 1;\n' }, ...merged } });
    expect(tasks).toHaveLength(1);
  });

  it('that conflict are resolved in words, and markers may not stay', async () => {
    const texts = { 'src/a.js': '<<<<<<< gen1-1\nconst a = 1;\n=======\nconst a = 3;\n>>>>>>> gen1-2\n' };
    const merged = { conflicts: ['src/a.js'], texts };
    const solved = 'src/a.js\n\n```\nconst a = 4;\n```\n';
    const { agent, tasks } = speaker('src/b.js\n\n```\nconst b = 1;\n```\n', solved);
    expect(await applied(agent, { operator: 'cross', merged })).toMatchObject({
      kind: 'changed',
      made: { 'the merge': 'taken', 'src/a.js': 'const a = 4;\n' },
    });
    expect(tasks[0]?.prompt.text).toContain('<<<<<<< gen1-1');
    expect(tasks[1]?.prompt.text).toContain('conflict markers left in src/a.js');
  });
});
