import { describe, expect, it } from 'vitest';
import { contextIn, dependenciesOf, memoryFiles } from './memory-files.fixture.ts';
import { isUnchanged } from './shelf.ts';

describe('what a context costs', () => {
  it('is bounded by what the target leads to, however many files there are', async () => {
    const others = Array.from({ length: 20_000 }, (_, index) => [`src/m${index}/index.ts`, 'export const x = 1;\n']);
    const files = memoryFiles({
      ...Object.fromEntries(others),
      'src/a.ts': "import { x } from './m7/index.ts';\nexport const f = () => x;\n",
    });
    const context = await contextIn(files, 'src/a.ts', 'f');
    expect(dependenciesOf(context)).toEqual(['x src/m7/index.ts']);
    expect(files.asked.length).toBeLessThan(10);
  });

  it('leaves out files over a megabyte, and all but 60 dependencies', async () => {
    const many = Array.from({ length: 80 }, (_, index) => `def f${index}(): pass\n`).join('');
    const calls = Array.from({ length: 80 }, (_, index) => `    f${index}()\n`).join('');
    const files = memoryFiles({
      'a.py': `from big import g\n${many}\ndef main():\n    g()\n${calls}`,
      'big.py': `def g(): pass\n${'#'.repeat(1_000_001)}`,
    });
    const context = await contextIn(files, 'a.py', 'main');
    expect(context.dependencies).toHaveLength(60);
    expect(context.dependencies.every(({ same }) => same)).toBe(true);
    expect(context.imports).toEqual(['from big import g']);
  });

  it('ends on names that lead round in circles, and on nothing but errors', async () => {
    const files = memoryFiles({
      'a.ts': "import { x } from './b';\nexport { y } from './b';\nexport const f = () => x.y().z() ?? f.f.f();\n",
      'b.ts': "export { x } from './a';\nexport * from './b';\nexport * from './c';\n",
      'c.ts': "export * from './b';\n(((((",
    });
    expect(dependenciesOf(await contextIn(files, 'a.ts', 'f'))).toEqual([]);
  });
});

describe('isUnchanged', () => {
  const texts = { 'pkg/a.go': 'package pkg\n\nfunc f() { g() }\n', 'pkg/b.go': 'package pkg\n\nfunc g() {}\n' };

  it('sees another text, a new file where one was looked for, and one that is gone', async () => {
    const { inputs } = await contextIn(memoryFiles(texts), 'pkg/a.go', 'f');
    expect(await isUnchanged(memoryFiles(texts), inputs)).toBe(true);
    expect(await isUnchanged(memoryFiles({ ...texts, 'other/c.go': '' }), inputs)).toBe(true);
    expect(await isUnchanged(memoryFiles({ ...texts, 'pkg/b.go': 'package pkg\n' }), inputs)).toBe(false);
    expect(await isUnchanged(memoryFiles({ ...texts, 'pkg/c.go': 'package pkg\n' }), inputs)).toBe(false);
    expect(await isUnchanged(memoryFiles({ 'pkg/a.go': texts['pkg/a.go'] }), inputs)).toBe(false);
  });
});
