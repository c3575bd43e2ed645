import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkItem } from '../../domain/work-item.ts';
import { CLEAN, type World, worldOf } from '../generate/site.fixture.ts';
import { compile } from './compile.ts';
import { byHints, NO_HINTS } from './hints.ts';

const signal = new AbortController().signal;
const NOW = Date.UTC(2026, 0, 1);
/** As days after the first commit. */
const YESTERDAY = (NOW - Date.UTC(2024, 0, 1)) / 86_400_000 - 1;

const branchy = (name: string, ways: number) =>
  `export function ${name}(a) {\n${Array.from({ length: ways }, (_, i) => `  if (a === ${i}) return ${i};`).join('\n')}\n  return a;\n}\n`;

function note(world: World, path: string, text: string): void {
  const file = join(world.root, '.agents', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

const jsonAt = (world: World, path: string) => JSON.parse(readFileSync(join(world.root, path), 'utf8'));

describe('compile', () => {
  it('finds hotspots, orphaned research and duplicate learnings, and keeps them in two files', async () => {
    const world = worldOf(CLEAN);
    world.commit({ 'src/cold.js': branchy('cold', 30) }, 'cold', YESTERDAY - 200);
    world.commit({ 'src/warm.js': branchy('warm', 5) }, 'warm', YESTERDAY - 30);
    world.commit({ 'src/hot.js': branchy('hot', 5) }, 'hot', YESTERDAY - 20);
    world.commit({ 'src/hot.js': branchy('hot', 6) }, 'hot again', YESTERDAY);
    note(world, 'research/used.md', 'a');
    note(world, 'research/lost.md', 'b');
    note(world, 'plans/plan.md', 'See research/used.md');
    note(world, 'learnings/one.md', '---\nid: 1\n---\nAlways lock the file before writing to it.');
    note(world, 'learnings/two.md', '---\nid: 2\n---\nAlways lock the file before writing to it!');
    note(world, 'learnings/three.md', 'Parsers are slow to start.');
    const { desk, version } = await world.desk();
    const hints = await compile(desk, version, signal);
    expect(hints).toEqual({
      hotspots: [
        { path: 'src/hot.js', symbol: 'hot', complexity: 7, edits: 1, edits90: 2 },
        { path: 'src/warm.js', symbol: 'warm', complexity: 6, edits: 0, edits90: 1 },
      ],
      orphans: ['lost.md'],
      duplicates: [['one.md', 'two.md']],
    });
    expect(jsonAt(world, '.agents/mine/latest.json')).toMatchObject({
      timestamp: new Date(NOW).toISOString(),
      since_seconds: 93_600,
      agents: { total_research: 2, orphaned_research: ['lost.md'] },
      code: { hotspots: [{ file: 'src/hot.js', func: 'hot', recent_edits: 1 }, { file: 'src/warm.js' }] },
    });
    expect(jsonAt(world, '.agents/defrag/latest.json')).toMatchObject({
      dedup: { checked: 3, duplicate_pairs: [['one.md', 'two.md']] },
    });
    expect(await compile(desk, version, signal)).toEqual(hints);
  });

  it('writes nothing in a dry run', async () => {
    const world = worldOf(CLEAN);
    const { desk, version } = await world.desk();
    await compile({ ...desk, ladder: { ...desk.ladder, dryRun: true } }, version, signal);
    expect(existsSync(join(world.root, '.agents/mine'))).toBe(false);
  });

  it('leaves it to ao where that is installed', async () => {
    const world = worldOf(CLEAN);
    const { desk, version } = await world.desk();
    const report = {
      timestamp: new Date(NOW).toISOString(),
      code: { hotspots: [{ file: 'src/sum.js', complexity: 9, recent_edits: 2 }] },
    };
    const ao = join(world.root, 'ao');
    writeFileSync(
      ao,
      `#!/bin/sh\n[ "$1" = mine ] && mkdir -p .agents/mine && echo '${JSON.stringify(report)}' > .agents/mine/latest.json\nexit 0\n`,
    );
    chmodSync(ao, 0o755);
    const asked: string[] = [];
    const run: typeof desk.run = (shell, limits, stop) => {
      asked.push(shell);
      return desk.run(`PATH="$PWD:$PATH"; ${shell}`, limits, stop);
    };
    const hints = await compile({ ...desk, run }, version, signal);
    expect(hints.hotspots).toEqual([{ path: 'src/sum.js', symbol: '', complexity: 9, edits: 2, edits90: 2 }]);
    expect(asked).toEqual(['command -v ao', 'ao mine --since 26h --quiet', 'ao defrag --dedup --quiet']);
  });

  it('does it by itself where ao fails', async () => {
    const world = worldOf(CLEAN);
    const { desk, version } = await world.desk();
    const run: typeof desk.run = async (shell) => ({
      code: shell.startsWith('command') ? 0 : 1,
      stdout: '',
      stderr: '',
    });
    expect(await compile({ ...desk, run }, version, signal)).toEqual(NO_HINTS);
    expect(existsSync(join(world.root, '.agents/mine/latest.json'))).toBe(true);
  });
});

describe('byHints', () => {
  const item = (title: string, about: readonly string[], given: Partial<WorkItem> = {}): WorkItem => ({
    ...{
      ref: title,
      source: 'harvested',
      target: title,
      title,
      description: '',
      severity: 'medium',
      about,
      blockers: [],
    },
    ...given,
  });
  const hot = (path: string, edits: number) => ({ path, symbol: '', complexity: 2, edits, edits90: edits });
  const hints = { ...NO_HINTS, hotspots: [hot('src/a.ts', 9), hot('src/b.ts', 3)] };

  it('orders those that are equal otherwise, and nobody else', () => {
    const items = [
      item('high', ['docs/x.md'], { severity: 'high' }),
      item('plain', ['src/c.ts']),
      item('b', ['src/b.ts']),
      item('a', ['src/a*']),
      item('failed', ['src/a.ts'], { failedAt: '2026-01-01' }),
      item('low', ['src/a.ts'], { severity: 'low' }),
    ];
    expect(byHints(items, hints).map(({ title }) => title)).toEqual(['high', 'a', 'b', 'plain', 'failed', 'low']);
    expect(byHints(items, NO_HINTS)).toBe(items);
  });
});
