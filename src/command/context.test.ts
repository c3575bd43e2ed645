import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { command } from './context.ts';
import type { Context } from './contract.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder without git, with two files. */
function folderWith(state: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-context-test-'));
  made.push(folder);
  mkdirSync(join(folder, 'src'));
  if (state) mkdirSync(join(folder, '.evolve'));
  writeFileSync(join(folder, 'src/a.js'), "import { g } from './b.js';\nexport function f(x) {\n  return g(x);\n}\n");
  writeFileSync(join(folder, 'src/b.js'), 'export function g(x) {\n  return x;\n}\n');
  return folder;
}

function at(cwd: string): Context & { readonly told: string[] } {
  const told: string[] = [];
  return {
    told,
    cwd,
    signal: new AbortController().signal,
    engine: () => Promise.reject(new Error('no engine is needed')),
    tell: (line) => told.push(line),
    interactive: false,
    ask: () => Promise.resolve(undefined),
    out: () => Promise.resolve(),
    show: () => Promise.resolve(),
    columns: 80,
    color: false,
    detail: 'normal',
  };
}

const target = 'src/a.js#f';
const kept = (folder: string, ending: string): string => join(folder, '.evolve/context', `a.js_f.${ending}`);
const calls = (folder: string): number =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').split('\n').length - 1 : 0;

/** An agent that counts how often it is asked. */
const counting = (folder: string, says: string): string =>
  `command:echo called >> '${join(folder, 'calls')}'; echo '${says}'`;

describe('evolve context', () => {
  it('needs neither git nor state, and leaves nothing behind', async () => {
    const folder = folderWith(false);
    const result = await command.run({ target }, at(folder));
    expect(result.context.dependencies).toEqual([
      { name: 'g', signature: 'export function g(x)', path: 'src/b.js', same: false },
    ]);
    expect(command.text?.(result, at(folder))).toMatch(/^# Context: f\n\n\*\*File\*\*: `src\/a\.js`\n/);
    expect(readdirSync(folder)).toEqual(['src']);
  });

  it('asks an agent what it is for once, and again only when something has changed', async () => {
    const folder = folderWith(true);
    const agent = counting(folder, '"Gives back what  it gets."');
    const goalAfter = async (more = {}) => (await command.run({ target, agent, ...more }, at(folder))).context.goal;
    expect(await goalAfter()).toBe('Gives back what it gets.');
    expect(await goalAfter()).toBe('Gives back what it gets.');
    expect(calls(folder)).toBe(1);
    expect(readFileSync(kept(folder, 'md'), 'utf8')).toContain('Gives back what it gets.');
    writeFileSync(join(folder, 'src/b.js'), 'export function g(x, y) {\n  return x;\n}\n');
    const again = await command.run({ target, agent }, at(folder));
    expect(again.context.dependencies[0]?.signature).toBe('export function g(x, y)');
    expect(calls(folder)).toBe(2);
    expect(await goalAfter({ fresh: true })).toBe('Gives back what it gets.');
    expect(calls(folder)).toBe(3);
  });

  it('makes a torn one anew, and does without a sentence where the agent has none', async () => {
    const folder = folderWith(true);
    await command.run({ target }, at(folder));
    const whole = readFileSync(kept(folder, 'json'), 'utf8');
    writeFileSync(kept(folder, 'json'), whole.slice(0, whole.length / 2));
    const context = at(folder);
    const result = await command.run({ target, agent: 'command:exit 3' }, context);
    expect(result.goalFrom).toBe('signature');
    expect(context.told.at(-1)).toContain('gave no sentence');
    expect(readFileSync(kept(folder, 'json'), 'utf8')).toBe(whole);
    expect(command.text?.(result, context)).toContain('No description: what its signature says');
  });

  it('takes a person’s words over all others, and writes where it is told to', async () => {
    const folder = folderWith(true);
    const agent = counting(folder, 'never');
    const result = await command.run({ target, agent, goal: 'Mine.', out: 'notes/f.md' }, at(folder));
    expect(result.context.goal).toBe('Mine.');
    expect(calls(folder)).toBe(0);
    expect(readFileSync(join(folder, 'notes/f.md'), 'utf8')).toContain('## Goal\n\nMine.\n');
  });

  it('says what there is where a name is none', async () => {
    const folder = folderWith(false);
    await expect(command.run({ target: 'src/a.js#ff' }, at(folder))).rejects.toThrow(/There is no ff in src\/a\.js/);
    await expect(command.run({ target: 'src/c.js#f' }, at(folder))).rejects.toThrow(/There is no file src\/c\.js/);
    await expect(command.run({ target: 'src#f' }, at(folder))).rejects.toThrow(/folder/);
  });
});
