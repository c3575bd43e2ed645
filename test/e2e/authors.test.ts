import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelCall, Reply } from '../fake/model/server.mjs';
import { startModelServer } from '../fake/model/server.mjs';
import { essence, evolve, json, repository, start, temporary } from './support.ts';

/** A score that is the sum of the numbers in src; a file that is no number fails. */
const SUMS = {
  'src/one.txt': '1\n',
  'src/two.txt': '2\n',
  'bench.sh': `cat src/*.txt | awk '/[^0-9]/ { print "not a number: " $0 > "/dev/stderr"; exit 1 } { sum += $1 } END { print sum }'\n`,
};

function agentOf(script: string): string {
  const file = join(temporary(), 'agent.sh');
  writeFileSync(file, script);
  return `command:sh '${file}' {prompt_file}`;
}

const run = (agent: string, ...flags: readonly string[]) => [
  ...['run', 'sh bench.sh', '--files', 'src/**', '-g', '1', '--yes', '--json', '--agent', agent],
  ...flags,
];

describe('a candidate that fails', () => {
  /** The second and third are broken; the second is mended, the third stays as it is broken. */
  const script = [
    'case $EVOLVE_CANDIDATE in',
    '  gen1-2) echo oops > src/two.txt;;',
    '  gen1-2r) grep -q "not a number: oops" "$1" && grep -q oops src/two.txt && echo 40 > src/two.txt;;',
    '  gen1-3) echo ouch > src/one.txt;;',
    '  gen1-3r) echo still wrong > src/one.txt;;',
    '  *) echo 3 > src/two.txt;;',
    'esac',
  ].join('\n');

  it('is mended once from its error, by the same author, and the same at any width', () => {
    const [narrow, wide] = ['1', '4'].map((parallel) => {
      const folder = repository(SUMS);
      const status = json(evolve(folder, run(agentOf(script), '-k', '3', '--parallel', parallel)));
      expect(status).toMatchObject({
        best: { id: 'gen1-2r', score: 41 },
        proposals: { made: 5 },
        candidates: { total: 5, scored: 2, invalid: 3 },
      });
      return folder;
    });
    const shown = json(evolve(narrow ?? '', ['show', 'gen1-2r', '--json']));
    expect(shown.proposal).toMatchObject({ operator: 'repair', parents: ['gen1-2'], by: 'command' });
    const prompt = readFileSync(join(narrow ?? '', '.evolve/r1/candidates/gen1-2r/prompt.md'), 'utf8');
    expect(prompt).toContain('# Mend this version');
    expect(essence(wide ?? '')).toEqual(essence(narrow ?? ''));
  });

  it('comes to the same when the run is killed at any step', () => {
    const args = run(agentOf(script), '-k', '2', '--parallel', '2');
    const [whole, killed] = [repository(SUMS), repository(SUMS)];
    json(evolve(whole, args));
    let kills = 0;
    for (let at = 3; kills < 9; at += 2, kills++) {
      const ran = evolve(killed, [...args, '--resume'], { GALAPAGOS_KILL_AT: String(at) });
      if (ran.signal === null) break;
    }
    json(evolve(killed, [...args, '--resume']));
    expect(kills).toBeGreaterThan(2);
    expect(essence(killed)).toEqual(essence(whole));
  });
});

it('who takes over from an agent that could not be used makes what it had left', () => {
  const folder = repository(SUMS);
  const stopped = evolve(folder, run('acp:/nowhere/agent', '-k', '2'));
  expect(stopped.code).toBe(1);
  const status = json(evolve(folder, run(agentOf('echo 9 > src/two.txt'), '--resume')));
  expect(status).toMatchObject({ best: { score: 10 }, proposals: { made: 2 }, candidates: { total: 2 } });
  expect(evolve(folder, ['replay']).code).toBe(0);
});

describe('a model that answers in words', () => {
  const file = (path: string, text: string): string => `${path}\n\n\`\`\`\n${text}\n\`\`\`\n\n`;
  const replace = (path: string, before: string, after: string): string =>
    `${path}\n\n\`\`\`\n<<<<<<< SEARCH\n${before}\n=======\n${after}\n>>>>>>> REPLACE\n\`\`\`\n\n`;
  /** By the lens that the prompt tells. */
  const SAYS: Readonly<Record<string, Reply>> = {
    block: { text: `Let us see.\n\n${replace('src/two.txt', '2', '7')}Raised two` },
    files: { text: `${file('src/three.txt', '30')}DELETE src/one.txt\n\nMoved one to three` },
    outside: { text: `${file('bench.sh', 'echo 1000')}${replace('src/two.txt', '2', '4')}` },
    prose: { text: 'It is fine as it is.' },
    unmatched: { text: replace('src/two.txt', '99', '100') },
    truncated: { text: 'src/two.txt\n\n```\n20', stop: 'length' },
    empty: { empty: true },
    broken: { text: `${replace('src/two.txt', '2', 'oops')}` },
  };
  const LENSES = Object.keys(SAYS);

  function reply({ prompt }: ModelCall): Reply {
    if (prompt.includes('# Mend this version')) return { text: `${replace('src/two.txt', 'oops', '50')}Mended it` };
    const lens = LENSES.find((name) => prompt.includes(`Your direction: ${name}\n`)) ?? '';
    // What went back is put right by one of them.
    if (lens === 'unmatched' && prompt.includes('could not be used')) return { text: replace('src/two.txt', '2', '5') };
    return SAYS[lens] ?? { text: '' };
  }

  it('changes files by what it says: each outcome has its reason, and nothing is applied in part', async () => {
    await using server = await serving(reply);
    const folder = repository(SUMS);
    const flags = ['-k', String(LENSES.length), '--lens', LENSES.join(',')];
    const { ended } = start(folder, run(`llm:m@${server.url}/v1`, ...flags));
    const status = json(await ended);
    expect(status).toMatchObject({
      best: { id: 'gen1-8r', score: 51 },
      candidates: { scored: 5, invalid: 1 },
      proposals: { unchanged: 3 },
    });
    const shown = (id: string) => json(evolve(folder, ['show', id, '--json']));
    const score = (id: string) => shown(id).evaluation.samples[0];
    expect(shown('gen1-1').candidate.summary).toBe('Raised two');
    expect([score('gen1-1'), score('gen1-2'), score('gen1-3'), score('gen1-5')]).toEqual([8, 32, 5, 6]);
    expect(shown('gen1-3').candidate.refused).toEqual([{ path: 'bench.sh', reason: 'outside the scope (src/**)' }]);
    expect(shown('gen1-4').dropped).toMatchObject({ kind: 'unchanged', reason: expect.stringContaining('no file') });
    expect(shown('gen1-6').dropped).toMatchObject({ kind: 'unchanged', reason: expect.stringContaining('cut off') });
    expect(shown('gen1-7').dropped.kind).toBe('unchanged');
    expect(new Set(server.calls.map(({ system }) => system)).size).toBe(1);
    // Four went back once, one was mended.
    expect(server.calls).toHaveLength(LENSES.length + 4 + 1);
  });
});

async function serving(script: (call: ModelCall) => Reply) {
  const server = await startModelServer(script);
  return { ...server, calls: server.calls, [Symbol.asyncDispose]: () => server.close() };
}

describe('an author who can’t be used', () => {
  it('is replaced by another with --resume, and the run can be replayed', () => {
    const folder = repository(SUMS);
    const broken = evolve(folder, run('acp:no-such-agent', '-k', '2'));
    expect(broken.code).toBe(1);
    const status = json(evolve(folder, run(agentOf('echo 40 > src/two.txt'), '-k', '2', '--resume')));
    expect(status).toMatchObject({ state: 'finished', best: { score: 41 } });
    expect(json(evolve(folder, ['replay', '--json']))).toMatchObject({ kind: 'same' });
  });
});
