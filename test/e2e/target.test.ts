import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, fingerprint, git, json, onTerminal, repository, terminals, unchecked } from './support.ts';

const FILES = {
  'lib/sum é.js': `class Box { push(a) { return a + 1; } }
class Bag { push(a, b) { return a + 2; } }
function total(list) {
  let sum = 0.5;
  for (const one of list) sum += one;
  return sum;
}
function totals(lists) { return lists.map(total); }
module.exports = { Box, Bag, total, totals };
`,
  'marked.js': '// EVOLVE-BLOCK-START\nfunction f() { return 1; }\n// EVOLVE-BLOCK-END\n',
  'notes.txt': 'total\n',
  'bench.js': `const { total } = require('./lib/sum é.js');\nconsole.log(-Math.abs(total([1, 2]) - 3));\n`,
};

const RUN = ['run', 'node bench.js'];
const ENDS = ['--budget-evals', '2', '--yes', '--operator', 'tune'];

describe('a target', () => {
  it('that is not there, or not alone, is a mistake with a list, and nothing is left behind', () => {
    const folder = repository(FILES);
    const before = fingerprint(folder);
    const mistakes: readonly (readonly [readonly string[], string])[] = [
      [['--target', 'lib/sum é.js#totl'], "--target 'lib/sum é.js#total'   line 3: function total(list)"],
      [['--target', 'marked.js#f'], 'EVOLVE-BLOCK'],
      [['--target', 'lib/sum é.js#total', '--files', 'bench.js'], 'choose one'],
      [['--strategy', 'islands'], '--target FILE#NAME'],
    ];
    for (const [args, message] of mistakes) {
      const { code, stderr } = evolve(folder, [...RUN, ...args]);
      expect(stderr).toContain(message);
      expect(stderr).not.toMatch(/\n {4}at /);
      expect(code).toBe(2);
    }
    expect(fingerprint(folder)).toEqual(before);
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
  });

  it('is kept with the run, from any folder, and found again by the same flag', () => {
    const folder = repository(FILES);
    const first = evolve(folder, unchecked([...RUN, '--target', './lib/sum é.js#total', ...ENDS]));
    expect(first.code).toBe(0);
    const lib = join(folder, 'lib');
    const absolute = join(lib, 'sum é.js');
    const again = evolve(folder, unchecked([...RUN, '--target', `${absolute}#line:4`, '--resume', ...ENDS]));
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('r1');
    expect(json(evolve(folder, ['runs', '--json']))).toHaveLength(1);
    const refused = evolve(folder, [...RUN, '--target', `${absolute}#total`, '--resume', '--allow-helpers']);
    expect(refused.stderr).toContain('was started without --allow-helpers');
  });

  it('may come from evolve.yaml, relative to it; flags win', () => {
    const folder = repository({ ...FILES, 'evolve.yaml': 'fitness: node bench.js\ntarget: "lib/sum é.js#totl"\n' });
    const lib = join(folder, 'lib');
    expect(evolve(lib, ['run']).stderr).toContain('There is no totl in lib/sum é.js');
    expect(evolve(lib, ['run', '--target', 'sum é.js#Box.psh']).stderr).toContain('There is no Box.psh in sum é.js');
  });

  it('has to be in what is evolved', () => {
    const folder = repository({ ...FILES, '.gitignore': 'made/\n' });
    mkdirSync(join(folder, 'made'));
    writeFileSync(join(folder, 'made/a.js'), 'function f() { return 1; }\n');
    const { code, stderr } = evolve(folder, [...RUN, '--target', 'made/a.js#f']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('made/a.js is not among the files that are evolved')]);
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it.skipIf(!terminals)('is asked for on a terminal', () => {
    const folder = repository(FILES);
    const { stdout } = onTerminal(
      folder,
      [...RUN, '--target', 'lib/sum é.js#push', '--operator', 'tune'],
      '7\nBag.push\n',
    );
    expect(stdout).toContain('push is defined 2 times');
    expect(stdout).toContain('2  Bag.push  line 2: push(a, b)');
  });
});
