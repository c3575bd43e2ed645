import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../../src/agent/agent.ts';
import { shellQuote } from '../../src/lib/format.ts';
import { isolation } from '../../src/workspace/workspace.ts';
import { drivers, never, play, shutTask, temporary } from './agents.ts';

const FAKES = resolve(import.meta.dirname, '../fake');
const namespaces = (await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all';
const boxed = drivers.filter(({ name }) => name !== 'command');

describe.runIf(namespaces).each(boxed)('agent $name in a sandbox', ({ agent }) => {
  it('can’t lead what we write elsewhere', async () => {
    const victim = join(temporary(), 'victim');
    writeFileSync(victim, 'the user’s\n');
    const task = shutTask();
    const { notes } = task.workspace;
    const aims = ['agent.log', 'prompt.md', 'benchmark.log', 'agent-author-again.log'];
    const script = aims.map((name) => `ln -sf "${victim}" "${notes}/${name}" 2>/dev/null`).join('\n');
    const one = agent(`${script}\necho evil; sleep 0.4; echo evil`);
    expect(await one.run(task, never())).toMatchObject({ kind: 'answered' });
    expect(await one.run(task, never())).toMatchObject({ kind: 'answered' });
    expect(readFileSync(victim, 'utf8')).toBe('the user’s\n');
    expect(readdirSync(notes).sort()).toEqual(['agent.log', 'prompt.md']);
  });
});

const configured = (name: string): string => {
  const folder = join(process.env.HOME ?? '', name);
  mkdirSync(folder, { recursive: true });
  return folder;
};

describe.runIf(namespaces)('an agent’s configuration in a sandbox', () => {
  it('gets nothing new that later sessions obey', async () => {
    play('claude', {
      script: 'cd ~/.claude; echo evil > settings.json; mkdir hooks; echo x > hooks/x; echo mine > log',
    });
    const folder = configured('.claude');
    expect(await agentOf('claude').run(shutTask(), never())).toMatchObject({ kind: 'answered' });
    expect(existsSync(join(folder, 'settings.json'))).toBe(false);
    expect(existsSync(join(folder, 'hooks'))).toBe(false);
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('mine\n');
  });

  it('may be links to elsewhere in the home', async () => {
    play('claude', {
      script:
        'cat ~/.claude.json ~/.claude/settings.json; cd ~/.claude; rm settings.json; echo evil > settings.json; true',
    });
    const folder = configured('.claude');
    const files = configured('dotfiles');
    writeFileSync(join(files, 'settings.json'), '{"a":1}\n');
    writeFileSync(join(files, 'claude.json'), '{"b":1}\n');
    symlinkSync(join(files, 'settings.json'), join(folder, 'settings.json'));
    symlinkSync(join(files, 'claude.json'), join(folder, '../.claude.json'));
    const run = await agentOf('claude').run(shutTask(), never());
    expect(run).toMatchObject({ kind: 'answered', text: '{"b":1}\n{"a":1}\n' });
    expect(lstatSync(join(folder, 'settings.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(files, 'settings.json'), 'utf8')).toBe('{"a":1}\n');
  });

  it('may be a link as a whole', async () => {
    play('claude', { script: 'cat ~/.claude/settings.json; echo mine > ~/.claude/log' });
    const files = configured('dotfiles/claude');
    writeFileSync(join(files, 'settings.json'), '{"a":1}\n');
    symlinkSync(files, join(process.env.HOME ?? '', '.claude'));
    const run = await agentOf('claude').run(shutTask(), never());
    expect(run).toMatchObject({ kind: 'answered', text: '{"a":1}\n' });
    expect(readFileSync(join(files, 'log'), 'utf8')).toBe('mine\n');
  });

  it('is kept from an agent of a protocol as well', async () => {
    const evil =
      'cd ~/.acme && echo mine > log; for f in settings.json hooks; do (echo evil > $f) 2>/dev/null; done; true';
    const words = [process.execPath, join(FAKES, 'acp-agent.mjs'), JSON.stringify({ shell: evil }), 'acme'];
    process.env.HOME = temporary();
    const folder = configured('.acme');
    writeFileSync(join(folder, 'settings.json'), '{}\n');
    const run = await agentOf(`acp:${words.map(shellQuote).join(' ')}`).run(shutTask(), never());
    expect(run).toMatchObject({ kind: 'answered' });
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('mine\n');
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe('{}\n');
    expect(existsSync(join(folder, 'hooks'))).toBe(false);
  });
});
