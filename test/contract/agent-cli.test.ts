import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentOf, detectAgents } from '../../src/agent/agent.ts';
import { isolation } from '../../src/workspace/workspace.ts';
import { CLIS, eventsOf, never, play, shutTask, taskOf } from './agents.ts';

const namespaces = (await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all';

const runOf = (spec: string, task = taskOf()) => agentOf(spec).run(task, never());

/** What each recorded stream means. */
const MEANT: readonly (readonly [stream: string, exit: number, meant: object])[] = [
  ['claude-success', 0, { kind: 'answered', text: 'Raised all three', spent: { usd: expect.any(Number) } }],
  ['claude-401', 1, { kind: 'broken', outage: 'key', reason: expect.stringContaining('/login') }],
  ['claude-429', 1, { kind: 'broken', outage: 'rate' }],
  ['claude-quota', 1, { kind: 'broken', outage: 'quota' }],
  ['claude-500', 1, { kind: 'broken', outage: 'server' }],
  ['claude-refusal', 1, { kind: 'failed', reason: expect.stringMatching(/^the model refused: /) }],
  ['claude-garbage', 1, { kind: 'broken', outage: 'server' }],
  ['claude-cut', 1, { kind: 'broken', outage: 'network' }],
  ['claude-empty', 0, { kind: 'answered', text: '' }],
  ['claude-length', 1, { kind: 'failed', truncated: true }],
  [
    'codex-success',
    0,
    { kind: 'answered', text: 'Raised all three', session: expect.stringMatching(/^[\da-f-]{36}$/) },
  ],
  ['codex-401', 1, { kind: 'broken', outage: 'key' }],
  ['codex-429', 1, { kind: 'broken', outage: 'rate' }],
  ['codex-quota', 1, { kind: 'broken', outage: 'quota' }],
  ['codex-500', 1, { kind: 'broken', outage: 'server' }],
  ['codex-refusal', 0, { kind: 'answered', text: '' }],
  ['codex-garbage', 1, { kind: 'broken', outage: 'network' }],
  ['codex-cut', 1, { kind: 'broken', outage: 'network' }],
  ['codex-length', 1, { kind: 'failed', truncated: true }],
  ['gemini-success', 0, { kind: 'answered', text: 'Raised all three', spent: { model: 'gemini-2.5-pro' } }],
  ['gemini-401', 145, { kind: 'broken', outage: 'key' }],
  ['gemini-429', 1, { kind: 'broken', outage: 'rate' }],
  ['gemini-quota', 1, { kind: 'broken', outage: 'quota' }],
  ['gemini-500', 1, { kind: 'broken', outage: 'server' }],
  ['gemini-garbage', 1, { kind: 'broken', outage: 'server' }],
  ['gemini-cut', 1, { kind: 'broken', outage: 'network' }],
  ['gemini-empty', 0, { kind: 'failed', reason: expect.stringContaining('empty response') }],
];

it.each(MEANT)('%s with exit code %i is what it is', async (stream, exit, meant) => {
  const name = stream.replace(/-.*/, '');
  play(name, { events: eventsOf(stream), exit });
  expect(await runOf(name)).toMatchObject(meant);
});

describe.each(CLIS)('the program %s', (name) => {
  it('has answered when its turn ended, whatever becomes of it then', async () => {
    play(name, { exit: 139 });
    expect(await runOf(name)).toMatchObject({ kind: 'answered', text: 'Raised all three' });
  });

  it('has failed when its turn did not end, whatever its exit code', async () => {
    const [first = ''] = eventsOf(`${name}-success`).split('\n');
    play(name, { events: `${first}\n` });
    expect(await runOf(name)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('before its turn was over'),
    });
  });

  it('gets the prompt on stdin, and of the environment what is its own', async () => {
    process.env.SOMEBODYS_SETTING = 'private';
    process.env.HTTPS_PROXY = 'http://proxy';
    play(name, { script: 'echo "$STDIN"; env | grep -cE "^(HTTPS_PROXY|SOMEBODYS_SETTING)="' });
    const task = taskOf({ prompt: { system: 'You are good.', text: 'Be better.' } });
    expect(await runOf(name, task)).toMatchObject({ text: 'You are good.\n\nBe better.\n1\n' });
  });

  it('leaves no temporary files behind', async () => {
    play(name, { script: 'echo "$TMPDIR"; echo x > "$TMPDIR/x"' });
    const run = await runOf(name);
    const text = run.kind === 'answered' ? run.text.trim() : '';
    expect(text).toContain('galapagos-agent-');
    expect(existsSync(join(text, '..'))).toBe(false);
  });

  it('is asked for its version and told what it lacks', async () => {
    play(name, { events: '9.8.7\n' });
    for (const key of Object.keys(process.env)) if (/_(KEY|TOKEN)$/.test(key)) delete process.env[key];
    const found = new Map(await detectAgents());
    expect(found.get(name)).toMatchObject({
      kind: 'found',
      version: '9.8.7',
      missing: expect.stringMatching(/log|key/i),
    });
  });

  it.runIf(namespaces)('asks nobody in a sandbox, and only there', async () => {
    play(name, { script: 'echo "$ARGS $OPENCODE_CONFIG_CONTENT"' });
    const skips = /dangerously|yolo|--auto(?!_)|bypass/;
    const open = await runOf(name);
    const shut = await runOf(name, shutTask());
    expect(open.kind === 'answered' && skips.test(open.text)).toBe(false);
    expect(shut, JSON.stringify(shut)).toMatchObject({ kind: 'answered' });
    if (name !== 'pi') expect(shut).toMatchObject({ text: expect.stringMatching(skips) });
  });

  it.runIf(namespaces)('sees and writes in a sandbox what is its own', async () => {
    const script = [
      'echo new > made; echo x > ../../other/x || echo kept; ls ../../other 2>/dev/null',
      'echo x > "$HOME/x"; cat "$HOME/private" 2>/dev/null; echo done',
    ];
    play(name, { script: script.join('\n') });
    const task = shutTask();
    writeFileSync(join(process.env.HOME ?? '', 'private'), 'of the user');
    writeFileSync(join(task.workspace.root, '../other/secret'), 'of another');
    expect(await runOf(name, task)).toMatchObject({ kind: 'answered', text: 'kept\ndone\n' });
    expect(readFileSync(join(task.workspace.cwd, 'made'), 'utf8')).toBe('new\n');
    expect(readdirSync(process.env.HOME ?? '')).not.toContain('x');
  });

  it.runIf(namespaces)('can’t write the code in a sandbox when it may only read', async () => {
    play(name, { script: 'cat file; (echo x > made) 2>/dev/null || echo refused' });
    const task = shutTask({ access: 'read' });
    writeFileSync(join(task.workspace.cwd, 'file'), 'code\n');
    expect(await runOf(name, task)).toMatchObject({ kind: 'answered', text: 'code\nrefused\n' });
  });
});

describe('the programs', () => {
  it('are told the model, what to spend and where to go on', async () => {
    play('claude', { script: 'echo "$ARGS"; echo "$STDIN"' });
    const task = taskOf({ mostUsd: 0.5, session: 'abc' });
    const run = await runOf('claude:opus', task);
    expect(run).toMatchObject({ text: expect.stringContaining('--model opus') });
    expect(run).toMatchObject({ text: expect.stringContaining('--resume abc --fork-session --max-budget-usd 0.5') });
    expect(run).toMatchObject({ text: expect.stringContaining(`now ${task.workspace.cwd}`) });
    play('codex', { script: 'echo "$ARGS"' });
    expect(await runOf('codex:gpt-9', task)).toMatchObject({ text: expect.stringMatching(/-m gpt-9 .* fork abc -$/m) });
  });

  it('count in a copy of a session only what the copy has spent', async () => {
    play('claude', {});
    expect(await runOf('claude', taskOf({ session: 'abc' }))).not.toHaveProperty('spent.usd');
    play('codex', {});
    const whole = await runOf('codex');
    const spent = whole.kind === 'answered' ? (whole.spent.usage?.input ?? 0) : 0;
    const folder = join(process.env.HOME ?? '', '.codex/sessions/2026/11/16');
    mkdirSync(folder, { recursive: true });
    const count = (tokens: number) =>
      `{"payload":{"info":{"total_token_usage":{"input_tokens":${tokens},"output_tokens":1},"last":{}}}}\n`;
    writeFileSync(
      join(folder, 'rollout-abc.jsonl'),
      `{"type":"turn_context","payload":{"model":"m"}}\n${count(1)}${count(spent - 7)}`,
    );
    const copy = await runOf('codex', taskOf({ session: 'abc' }));
    expect(copy).toMatchObject({ kind: 'answered', spent: { usage: { input: 7 } } });
  });

  it.runIf(namespaces)('can’t change in a sandbox what the user’s later sessions obey', async () => {
    play('claude', {
      script: 'cd ~/.claude && echo mine > log && (echo evil > settings.json) 2>/dev/null; cat settings.json',
    });
    const folder = join(process.env.HOME ?? '', '.claude');
    mkdirSync(folder);
    writeFileSync(join(folder, 'settings.json'), '{}\n');
    expect(await runOf('claude', shutTask())).toMatchObject({ kind: 'answered', text: '{}\n' });
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('mine\n');
  });

  it('may leave a pipe in place of their record', async () => {
    const [, session = ''] = /"thread_id":"([^"]+)"/.exec(eventsOf('codex-success')) ?? [];
    play('codex', {});
    const folder = join(process.env.HOME ?? '', '.codex/sessions/2026/11/16');
    mkdirSync(folder, { recursive: true });
    execFileSync('sh', ['-c', `mkfifo rollout-${session}.jsonl`], { cwd: folder });
    expect(await runOf('codex')).toMatchObject({ kind: 'answered' });
  });

  it('know where the home is, also when nobody says so', async () => {
    play('claude', { script: 'echo "$HOME"' });
    delete process.env.HOME;
    expect(await runOf('claude')).toMatchObject({ kind: 'answered', text: `${userInfo().homedir}\n` });
  });

  it('have none of the user’s settings when isolated, wherever they are', async () => {
    play('opencode', { script: 'echo "$OPENCODE_CONFIG|$OPENCODE_CONFIG_DIR"' });
    Object.assign(process.env, { OPENCODE_CONFIG: '/home/u/x.json', OPENCODE_CONFIG_DIR: '/home/u/x' });
    const run = await agentOf('opencode', { isolate: true }).run(taskOf(), never());
    expect(run).toMatchObject({ kind: 'answered', text: '|\n' });
  });

  it('have a configuration of their own when isolated', async () => {
    for (const [name, variable] of [
      ['claude', 'CLAUDE_CONFIG_DIR'],
      ['codex', 'CODEX_HOME'],
      ['gemini', 'GEMINI_CLI_HOME'],
    ]) {
      play(name ?? '', { script: `case $${variable} in */galapagos-agent-*) echo own;; *) echo "the user's";; esac` });
      const run = await agentOf(name ?? '', { isolate: true }).run(taskOf(), never());
      expect(run).toMatchObject({ kind: 'answered', text: 'own\n' });
      expect(run).not.toHaveProperty('session');
    }
  });

  it.each(['claude:', 'codex: '])('refuse %j', (spec) => {
    expect(() => agentOf(spec)).toThrow(/has no model. Write/);
  });
});
