import { describe, expect, it } from 'vitest';
import { CLEAN, entriesOf, scripts, worldOf } from '../site.fixture.ts';

const branchy = (name: string, ways: number) =>
  `export function ${name}(a) {\n${Array.from({ length: ways }, (_, i) => `  if (a === ${i}) return ${i};\n`).join('')}  return a;\n}\n`;
const used = (...names: readonly string[]) => ({
  'src/index.js': `${names.map((name) => `import './${name}.js';\n`).join('')}`,
});

describe('drift', () => {
  it('finds functions that are too complex, the worst first', async () => {
    const world = worldOf({
      ...CLEAN,
      ...used('knot', 'coil', 'bend'),
      'src/knot.js': `${branchy('knot', 45)}knot(1);\n`,
      'src/coil.js': `${branchy('coil', 21)}coil(1);\n`,
      'src/bend.js': `${branchy('bend', 19)}bend(1);\n`,
    });
    expect((await world.generate('drift')).titles).toEqual([
      'Simplify knot in src/knot.js',
      'Simplify coil in src/coil.js',
    ]);
    expect(entriesOf(world)[0]).toMatchObject({ severity: 'medium', evidence: 'src/knot.js:1', type: 'tech-debt' });
  });

  it('finds old promises in comments, and leaves young ones and other texts alone', async () => {
    const sum = CLEAN['src/sum.js'] ?? '';
    const world = worldOf({
      ...CLEAN,
      'src/sum.js': `${sum}// TODO: keep the rest\n// FIXME(ann) overflows\nexport const words = 'TODO: no';\nwords;\n`,
    });
    world.commit(
      {
        'src/sum.js': `${sum}// TODO: keep the rest\n// FIXME(ann) overflows\nexport const words = 'TODO: no';\nwords;\n/* XXX young */\n`,
      },
      'more',
      100,
    );
    expect((await world.generate('drift')).titles).toEqual([
      'Settle the FIXME in src/sum.js: overflows',
      'Settle the TODO in src/sum.js: keep the rest',
    ]);
    expect(entriesOf(world)[1]?.description).toBe(
      'src/sum.js:17 says "TODO: keep the rest" for 100 days. Do it, or take it away and say why.',
    );
  });

  it('finds files and exports that nothing uses', async () => {
    const world = worldOf({
      ...CLEAN,
      ...used('kept', 'taken'),
      'src/left-over.js': 'export const some = 1;\n',
      'src/left-over.test.js': "import './left-over.js';\n",
      'src/kept.js': 'export function stays() {}\nexport function goes() {}\nexport function inner() {}\ninner();\n',
      'src/taken.js': 'export function whole() {}\n',
      'src/main.js': "import { stays } from './kept.js';\nstays();\nexport * from './taken.js';\n",
      'src/page.js': 'export const page = 1;\n',
      'public/index.html': '<script src="../src/page.js"></script>\n',
    });
    expect((await world.generate('drift')).titles).toEqual([
      'Remove src/left-over.js, which nothing uses',
      'Remove goes from src/kept.js, which nothing uses',
    ]);
  });

  it('finds documents that name what is gone, or that were left behind', async () => {
    const world = worldOf({
      ...CLEAN,
      'docs/old.md': 'See `src/gone.js`, and `src/never.js`.\n',
      'src/gone.js': '1;\n',
    });
    world.commit({ 'src/gone.js': null }, 'Remove it', 1);
    const sum = CLEAN['src/sum.js'] ?? '';
    for (let i = 1; i <= 5; i++) world.commit({ 'src/sum.js': `${sum}// ${i}\n` }, `Change ${i}`, 200 + i);
    expect((await world.generate('drift')).titles).toEqual([
      'Bring docs/old.md up to date: it names files that are gone',
      'Read docs/guide.md again: the code it names has moved on',
    ]);
    expect(entriesOf(world)[0]?.description).toContain('src/gone.js (docs/old.md:1)');
  });

  it('finds generated files that are older than their source', async () => {
    const table = (made: string) =>
      `// Generated from data/table.json. Do not edit.\nexport const table = ${made};\ntable;\n`;
    const world = worldOf({ ...CLEAN, ...used('table'), 'src/table.js': table('1'), 'data/table.json': '1\n' });
    expect((await world.generate('drift')).titles).toEqual([]);
    world.commit({ 'data/table.json': '2\n' }, 'Two', 1);
    expect((await world.generate('drift', 2)).titles).toEqual(['Generate src/table.js again from data/table.json']);
    world.commit({ 'src/table.js': table('2') }, 'Generate', 2);
    expect((await world.generate('drift', 3)).titles).toEqual([]);
  });

  it('finds scripts that would change tracked files, and says which can not be run', async () => {
    const world = worldOf({
      ...CLEAN,
      ...scripts({
        generate: 'echo new > docs/api.txt',
        build: 'mkdir -p dist && echo x > dist/out.js',
        codegen: 'no-such-tool',
      }),
      'docs/api.txt': 'old\n',
    });
    const { titles, skipped } = await world.generate('drift');
    expect(titles).toEqual(['Run npm run generate and keep what it makes']);
    expect(entriesOf(world)[0]?.evidence).toBe('docs/api.txt');
    expect(skipped).toEqual([expect.stringContaining("generated files: npm run --silent codegen can't be run here")]);
  });
});
