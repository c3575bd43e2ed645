import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, fingerprint, git, json, repository, SQUARES, terminals } from './support.ts';
import { terminal } from './terminal.ts';

/** A generation is over when it brings nothing better twice. */
const RUN = ['run', 'node bench.js', '--files', 'numbers.js', '--operator', 'tune', '-s', '2', '-g', '30'];

/** As a person would set it: commits of theirs carry their name. */
function withIdentity(folder: string): string {
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@localhost');
  return folder;
}

describe('a whole evening', () => {
  it.skipIf(!terminals)(
    'at a terminal (needs script): validate, seed, generations, inspect, adjust, plateau, apply on a new branch',
    async () => {
      const folder = withIdentity(repository(SQUARES));
      const before = fingerprint(folder);
      const wrong = terminal(folder, ['run', 'node missing.js', '--files', 'numbers.js']);
      await wrong.shows('The unchanged code does not pass');
      expect((await wrong.ended).code).toBe(2);

      const screen = terminal(folder, RUN);
      // What stands above the question stays whole.
      await screen.shows('\n\nGeneration 1 is done');
      await screen.shows('Choose 1 to 5');
      screen.type('perhaps\r');
      await screen.shows('perhaps is none of them');
      await screen.shows('Choose 1 to 5');
      screen.type('inspect\r');
      await screen.shows('+module.exports');
      await screen.shows('Choose 1 to 5');
      screen.type('1\r');
      await screen.shows('Generation 2 is done');
      await screen.shows('Choose 1 to 5');
      screen.type('3\r');
      await screen.shows('Now k=4 stale=2');
      screen.type('k=6 colour=red\r');
      await screen.shows("colour can't be set");
      await screen.shows('Choose 1 to 5');
      screen.type('adjust\r');
      await screen.shows('New settings');
      screen.type('k=6 stale=1\r');
      await screen.shows('Set to k=6 stale=1');
      await screen.shows('Choose 1 to 5');
      screen.type('\r');
      for (;;) {
        const asked = await screen.shows('Breed the next generation?', 'What becomes of it?');
        await screen.shows('Choose 1 to ');
        if (asked === 'What becomes of it?') break;
        screen.type('continue\r');
      }
      await screen.shows('[3 keep]');
      expect(fingerprint(folder)).toEqual(before);
      screen.type('branch\r');
      const { code, stdout } = await screen.ended;
      expect(code, stdout).toBe(0);

      const status = json(evolve(folder, ['status', '--json']));
      expect(status).toMatchObject({ state: 'finished', stop: { cause: 'plateau' }, stale: { limit: 1 } });
      expect(status.question).toBeUndefined();
      const branches = git(folder, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').trim().split('\n');
      expect(branches).toHaveLength(2);
      const branch = branches.find((name) => name !== 'main') ?? '';
      expect(git(folder, 'log', '-1', '--format=%an <%ae> %s', branch)).toMatch(
        /^Ada <ada@localhost> evolve: apply winner \(gen\d+-\d+, fitness .+\)\n$/,
      );
      expect(git(folder, 'diff', 'main', branch, '--stat')).toContain('numbers.js');
      expect(git(folder, 'status', '--porcelain')).toBe('');
      expect(readFileSync(join(folder, 'numbers.js'), 'utf8')).toBe(SQUARES['numbers.js']);
    },
  );

  it('without a terminal: the same through answers', () => {
    const folder = withIdentity(repository(SQUARES));
    expect(json(evolve(folder, [...RUN, '--json']))).toMatchObject({ state: 'paused', generation: 1 });
    expect(evolve(folder, ['answer', 'gen1', 'inspect']).stdout).toContain('+module.exports');
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ state: 'paused', question: { id: 'gen1' } });
    expect(json(evolve(folder, ['answer', 'gen1', 'continue', '--json'])).question.id).toBe('gen2');
    expect(evolve(folder, ['answer', 'gen2', 'adjust'])).toMatchObject({ code: 2 });
    expect(evolve(folder, ['answer', 'gen2', 'adjust', '--set', 'colour=red']).stderr).toContain("colour can't be set");
    expect(evolve(folder, ['answer', 'gen2', 'stop', '--set', 'k=6'])).toMatchObject({ code: 2 });
    const adjusted = json(evolve(folder, ['answer', 'gen2', 'adjust', '--set', 'k=6', '--set', 'stale=1', '--json']));
    expect(adjusted).toMatchObject({ generation: 3, stale: { limit: 1 } });
    const board = json(evolve(folder, ['leaderboard', '--json']));
    expect(board.filter(({ id }: { id: string }) => id.startsWith('gen3-'))).toHaveLength(4);
    let at = adjusted;
    while (at.state === 'paused') at = json(evolve(folder, ['answer', at.question.id, 'continue', '--json']));
    expect(at).toMatchObject({ state: 'finished', stop: { cause: 'plateau' } });
    expect(at.question).toMatchObject({
      id: `end${at.generation}`,
      options: [{ name: 'apply' }, { name: 'branch' }, { name: 'keep' }, { name: 'discard' }],
    });
    const applied = json(evolve(folder, ['answer', at.question.id, 'branch', '--json']));
    expect(applied.question).toBeUndefined();
    expect(git(folder, 'log', '-1', '--format=%an %s', applied.applied.where)).toMatch(
      /^Ada evolve: apply winner \(gen\d+-\d+, fitness .+\)\n$/,
    );
    expect(evolve(folder, ['answer', at.question.id, 'apply']).stderr).toContain('has no open question');
  });
});
