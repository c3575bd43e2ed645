import { describe, expect, it } from 'vitest';
import {
  evolve,
  git,
  json,
  repository,
  SHELL_SQUARES,
  start,
  startOnTerminal,
  until,
  withoutSandbox,
} from './support.ts';

withoutSandbox();

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '--json'];
const SMALL = [...RUN, '-k', '4', '--seed', '3'];

function mine(files: Readonly<Record<string, string>> = SHELL_SQUARES): string {
  const folder = repository(files);
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@localhost');
  return folder;
}

const branches = (folder: string): readonly string[] =>
  git(folder, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').trim().split('\n');

describe('settings changed while a run goes on', () => {
  it('end it where they leave nothing to vary', () => {
    const folder = mine({ ...SHELL_SQUARES, 'numbers.js': "module.exports = ['1', '20', '0.5'];\n" });
    const agent = 'command:echo "// $EVOLVE_CANDIDATE" >> numbers.js';
    json(evolve(folder, [...RUN, '-k', '2', '--agent', agent]));
    const ended = json(evolve(folder, ['answer', 'gen1', 'adjust', '--set', 'operator=tune', '--yes', '--json']));
    expect(ended).toMatchObject({ state: 'finished', stop: { reason: 'there is nothing left that could be varied' } });
  });

  it('are refused before they are recorded where nobody could carry them out', () => {
    const folder = mine();
    json(evolve(folder, [...RUN, '-k', '2', '-g', '2']));
    const before = json(evolve(folder, ['log', '--json']));
    for (const args of [
      ['answer', 'gen1', 'adjust', '--set', 'agent=nobody'],
      [...RUN, '--resume', '--agent', 'nobody'],
    ])
      expect(evolve(folder, args)).toMatchObject({ code: 2, stderr: expect.stringContaining('no agent "nobody"') });
    expect(json(evolve(folder, ['log', '--json']))).toEqual(before);
    expect(json(evolve(folder, [...RUN, '--resume', '--yes']))).toMatchObject({ state: 'finished' });
  });
});

describe('the question at the end', () => {
  it('is asked again when the run went on and came to the same end', () => {
    const folder = mine();
    const asked = json(evolve(folder, [...SMALL, '-g', '1'])).question;
    expect(asked).toMatchObject({ id: 'end1' });
    expect(json(evolve(folder, [...SMALL, '-g', '1', '--resume', '--parallel', '3'])).question).toEqual(asked);
    expect(json(evolve(folder, ['answer', 'end1', 'branch', '--json'])).applied).toMatchObject({ how: 'branch' });
  });

  it('answered in advance is carried out once, however often the command is repeated', () => {
    const folder = mine();
    const args = [...SMALL, '-g', '1', '--yes', '--apply', 'branch'];
    const { applied } = json(evolve(folder, args));
    expect(json(evolve(folder, [...args, '--resume'])).applied).toEqual(applied);
    expect(branches(folder)).toEqual([applied.where, 'main']);
  });
});

describe('discarding a run', () => {
  it.each([
    ['gen1', '3'],
    ['end1', '1'],
  ])('at %s is finished by the same words after a kill at any step', (question, generations) => {
    const folder = mine();
    const args = [...SMALL, '-g', generations];
    json(evolve(folder, args));
    let kills = 0;
    for (let at = 1; ; at++) {
      const asks = evolve(folder, ['status', '--json']);
      if (asks.code !== 0) break;
      // Once an answer is recorded the run itself carries it out.
      const recorded = (JSON.parse(asks.stdout).question ?? null) === null;
      const words = recorded ? [...args, '--resume'] : ['answer', question, 'discard', '--json'];
      const ran = evolve(folder, words, { GALAPAGOS_KILL_AT: String(at) });
      if (ran.signal === null) {
        expect(json(ran)).toMatchObject({ discarded: true });
        break;
      }
      kills++;
    }
    expect(kills).toBeGreaterThan(4);
    expect(git(folder, 'for-each-ref', 'refs/evolve')).toBe('');
    expect(json(evolve(folder, ['runs', '--json']))).toEqual([]);
  });
});

describe('branches of candidates', () => {
  const picky = {
    ...SHELL_SQUARES,
    'bench.sh': "if grep -qF '[1.0, 20, 0.5]' numbers.js; then echo 100; else echo 1; fi\n",
  };

  it('show the living where nothing beats the seed', () => {
    const folder = mine(picky);
    json(evolve(folder, [...RUN, '--operator', 'tune', '-k', '4', '-g', '1', '--yes', '--branches']));
    expect(branches(folder)).toHaveLength(4);
  });

  it('are there while the next generation is at work', async () => {
    const slow = {
      ...SHELL_SQUARES,
      'bench.sh': `${SHELL_SQUARES['bench.sh']}case $EVOLVE_CANDIDATE in gen2*) exec sleep 600;; esac\n`,
    };
    const folder = mine(slow);
    const { child, ended } = start(folder, [...SMALL, '-g', '2', '--yes', '--branches']);
    await until(() => branches(folder).length === 4);
    child.kill('SIGTERM');
    await ended;
  });
});

describe('evolve stop', () => {
  it('ends a run that waits for an answer at a terminal', async () => {
    const folder = mine();
    const at = startOnTerminal(folder, ['run', 'sh bench.sh', '--files', 'numbers.js', '-k', '2', '-g', '3'], {});
    await until(() => at.shown().includes('Choose 1 to'));
    expect(json(evolve(folder, ['stop', '--json']))).toMatchObject({ state: 'stopped' });
    expect((await at.ended).code).toBe(0);
  });
});
