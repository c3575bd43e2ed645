import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, json, repository, SHELL_SQUARES, temporary } from './support.ts';

const WANTED = 'Leave the first number alone.\n\nUse `awk`, not {{files}}.';

describe('evolve direct', () => {
  it('reaches every later prompt of a run word for word, is acknowledged by it, and replays', () => {
    const folder = repository(SHELL_SQUARES);
    const seen = temporary();
    const script = `cp "$1" '${seen}'/"$EVOLVE_CANDIDATE"; echo "module.exports = [$(cksum < "$1" | cut -c 1-2) / 10, 20, 0.5];" > numbers.js; echo done\n`;
    const agent = join(temporary(), 'agent.sh');
    writeFileSync(agent, script);
    const run = ['run', 'sh bench.sh', '--files', 'numbers.js', '--direction', 'min'];
    json(evolve(folder, [...run, '--agent', `command:sh '${agent}' {prompt_file}`, '-k', '2', '-g', '2', '--json']));

    const given = evolve(folder, ['direct', `${WANTED} Not with sesame-opens.`], { DOOR_TOKEN: 'sesame-opens' });
    expect(given.stdout).toContain('Directive d1 for run r1.');

    expect(evolve(folder, ['answer', 'gen1', 'continue', '--yes']).code).toBe(0);
    const prompt = (id: string) => readFileSync(join(seen, id), 'utf8');
    expect(prompt('gen1-1')).not.toContain('from the user');
    expect(prompt('gen2-1')).toContain(`### d1\n\n${WANTED} Not with [DOOR_TOKEN].`);
    const { directives } = json(evolve(folder, ['directives', '--json'])) as {
      directives: { acknowledged: unknown }[];
    };
    expect(directives).toHaveLength(1);
    expect(directives[0]?.acknowledged).toMatchObject({ by: expect.stringMatching(/^author .* of gen2-1$/) });
    expect(evolve(folder, ['replay']).stdout).toMatch(/^same: /);
  });
});
