import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Evaluation } from '../../src/domain/evaluation.ts';
import { openStore } from '../../src/journal/journal.ts';
import { modelAt, served } from '../e2e/model.ts';
import { evolve, git, json, start } from '../e2e/support.ts';
import { LIBRARIES, lacks, linesOf, repositoryOf } from './libraries.ts';
import { PLANTED, type Planted } from './planted.ts';

/** The file with the better version and its imports, and nothing else: what a user wants to have in the end. */
function wanted({ better, imports, drops }: Planted, seed: string, code: string): string {
  const put = seed.replace(code, () => better);
  const added = imports === undefined ? put : put.replace(imports[1], () => imports.join('\n'));
  return drops === undefined ? added : added.replace(`${drops}\n`, '');
}

/** Where among the imports a new one stands is not the model's to say. */
const withoutLine = (text: string, line: string | undefined): string =>
  line === undefined ? text : text.replace(`${line}\n`, '');

/** What was found of each candidate. */
function evaluationsIn(folder: string): (id: string) => Evaluation | undefined {
  const store = openStore(join(folder, '.evolve'));
  const found = store
    .journal('r1')
    .read(0, 1_000)
    .flatMap(({ event }) => (event.type === 'evaluated' ? [[event.candidate, event.evaluation] as const] : []));
  store.close();
  return (id) => new Map(found).get(id);
}

describe.each(PLANTED)('a function of $library, over islands', (planted) => {
  const { library, program, path, symbol, elsewhere } = planted;

  it.skipIf(lacks(library, program))('becomes the planted better one, and its own tests pass', async () => {
    mkdirSync(join(LIBRARIES, 'go-cache'), { recursive: true });
    const folder = repositoryOf(library, planted.beside);
    const seed = readFileSync(join(folder, path), 'utf8');
    const code = linesOf(library, path, planted.lines);
    const better = wanted(planted, seed, code);
    const answers = [
      ...[planted.useless(code), planted.broken(code), planted.otherSignature(code)].map((text) =>
        seed.replace(code, () => text),
      ),
      better.replace(elsewhere[0], () => elsewhere[1]),
    ].map((text) => `${path}\n\n\`\`\`\`\n${text}\`\`\`\`\n\nWrote it anew`);
    const server = await served(({ prompt, system }) =>
      `${system}\n${prompt}`.includes('## How to answer')
        ? { text: answers.shift() ?? 'There is nothing left to try.' }
        : { text: 'Does what its name says.' },
    );

    const { ended } = start(folder, [
      ...['run', planted.fitness, '--direction', 'min', '--target', `${path}#${symbol}`, '--test', planted.test],
      ...['--strategy', 'islands', '--no-judge', '-n', '4', '--parallel', '1', '--agent', modelAt(server)],
      ...['--yes', '--json', ...planted.flags],
    ]);
    const status = json(await ended);
    expect(answers).toEqual([]);
    expect(status).toMatchObject({ candidates: { total: 4, scored: 2, invalid: 2 } });
    const [useless, broken, otherSignature, best] = ['c1', 'c2', 'c3', 'c4'].map(evaluationsIn(folder));
    expect([useless?.outcome, best?.outcome]).toEqual(['scored', 'scored']);
    expect(broken?.stages.at(-1)).toMatchObject({ stage: expect.stringContaining('test'), verdict: 'fail' });
    expect(otherSignature?.stages).toEqual([expect.objectContaining({ stage: 'target', verdict: 'fail' })]);
    expect(status.best.id).toBe('c4');

    json(evolve(folder, ['apply', '--json'], { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }));
    const applied = readFileSync(join(folder, path), 'utf8');
    expect(withoutLine(applied, planted.imports?.[0])).toBe(withoutLine(better, planted.imports?.[0]));
    expect(applied.split('\n').length).toBe(better.split('\n').length);
    expect(git(folder, 'diff', '--name-only', 'HEAD^1', 'HEAD')).toBe(`${path}\n`);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    execFileSync('sh', ['-c', planted.test], { cwd: folder, stdio: 'pipe' });
  });
});
