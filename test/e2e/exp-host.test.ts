import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exp, lab, SOLVER } from './exp-lab.ts';
import { EVOLVE, environment, fingerprint, temporary, write } from './support.ts';

const AGENT = join(import.meta.dirname, '../fake/host-agent.mjs');

/** The agent finds `evolve` on its PATH, as the skill says. */
function pathWithEvolve(): string {
  const bin = join(temporary(), 'bin');
  mkdirSync(bin);
  write(bin, { evolve: `#!/bin/sh\nexec '${process.execPath}' '${EVOLVE}' "$@"\n` });
  chmodSync(join(bin, 'evolve'), 0o755);
  return `${bin}:${process.env.PATH}`;
}

describe('an agent inside a host that follows skills/subagent', () => {
  it.each(['json', 'text'])('commits, discards what regressed and mends what a gate stopped, by %s alone', (mode) => {
    const folder = lab(SOLVER, '--gate', 'post:safe=grep -q safe=yes solver.txt');
    const before = fingerprint(folder);
    const { status, stdout, stderr } = spawnSync(process.execPath, [AGENT, mode], {
      cwd: folder,
      encoding: 'utf8',
      env: environment(folder, { PATH: pathWithEvolve() }),
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const { ids, steps } = JSON.parse(stdout);
    expect(ids).toEqual(['exp_0001', 'exp_0002', 'exp_0003']);
    expect(steps.filter((step: string) => step.startsWith('exp_'))).toEqual([
      'exp_0001 committed',
      'exp_0002 evaluated',
      'exp_0003 evaluated by a gate',
      'exp_0003 committed',
    ]);
    const statuses = ids.map((id: string) => exp(folder, 'show', id));
    expect(statuses).toMatchObject([
      { status: 'committed', score: 2, parent: 'root' },
      { status: 'discarded', score: 0.5, parent: 'exp_0001' },
      { status: 'committed', score: 5, parent: 'exp_0001', attempt: 2, spent: 1 },
    ]);
    expect(exp(folder, 'discards').discards[0]).toMatchObject({
      id: 'exp_0002',
      reason: expect.stringContaining('wrong way'),
    });
    expect(exp(folder, 'annotations').annotations).toHaveLength(4);
    expect(fingerprint(folder)).toEqual(before);
  });
});
