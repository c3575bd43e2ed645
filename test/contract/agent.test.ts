import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../../src/agent/agent.ts';
import { isolation } from '../../src/workspace/workspace.ts';
import { drivers, never, taskOf } from './agents.ts';

const namespaces = (await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all';

/** Processes of this machine whose command line has the mark. */
const running = (mark: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });

let marks = 0;
const mark = (): string => `${7000 + process.pid}.${marks++}`;

describe.each(drivers)('agent $name', ({ name, agent, missing, counts }) => {
  it('answers with what was said, and works where it is told', async () => {
    const task = taskOf();
    const script = 'cat "$1"; pwd > ../where; echo "$2" > ../tree; echo "I did it."';
    const run = await agent(script).run(task, never());
    expect(run).toMatchObject({ kind: 'answered', text: 'Do it.\nI did it.\n' });
    expect(readFileSync(join(task.workspace.root, 'where'), 'utf8').trim()).toBe(task.workspace.cwd);
    expect(readFileSync(join(task.workspace.root, 'tree'), 'utf8').trim()).toBe(task.workspace.root);
    expect(readFileSync(join(task.workspace.notes, 'agent.log'), 'utf8')).toContain('I did it.');
    expect(readFileSync(join(task.workspace.notes, 'prompt.md'), 'utf8')).toBe('Do it.\n');
  });

  it('tells what the answer means', async () => {
    const task = taskOf({
      read: (text) => ({ kind: 'unreadable', why: `no number in ${JSON.stringify(text.trim())}` }),
    });
    const run = await agent('echo seven').run(task, never());
    expect(run).toMatchObject({ kind: 'unreadable', why: 'no number in "seven"' });
  });

  const ifCounted: typeof it | undefined = counts ? it : undefined;
  ifCounted?.('tells what was spent', async () => {
    const run = await agent('echo done').run(taskOf(), never());
    const { usage } = run.kind === 'answered' ? run.spent : {};
    expect(usage?.input).toBeGreaterThan(1000);
    expect(usage?.output).toBeGreaterThan(10);
    expect(usage?.input).toBeGreaterThanOrEqual((usage?.cached ?? 0) + (usage?.kept ?? 0));
  });

  it('knows where its work is, and nothing of ours or of another repository', async () => {
    Object.assign(process.env, { GIT_DIR: '/nowhere', GALAPAGOS_TEST_ONLY: '1' });
    const task = taskOf();
    const { root, notes } = task.workspace;
    const run = await agent('env | grep -E "^(GIT_|EVOLVE_|GALAPAGOS_)" | grep -v USAGE_FILE | sort').run(
      task,
      never(),
    );
    expect(run).toMatchObject({
      kind: 'answered',
      text: [
        'EVOLVE_CANDIDATE=gen1-1',
        `EVOLVE_PROMPT_FILE=${join(notes, 'prompt.md')}`,
        'EVOLVE_ROLE=author',
        `EVOLVE_WORKTREE=${root}`,
        `GIT_CEILING_DIRECTORIES=${join(root, '..')}`,
        '',
      ].join('\n'),
    });
  });

  it('keeps keys out of answer, prompt and log', async () => {
    process.env.ANTHROPIC_API_KEY = 'sk-ant-0123456789';
    process.env.OPENAI_API_KEY = 'sk-ant-0123456789';
    process.env.GEMINI_API_KEY = 'sk-ant-0123456789';
    const task = taskOf({ prompt: { system: '', text: 'Use sk-ant-0123456789.' } });
    const script = 'echo "my key is sk-ant-0123456789"; echo sk-ant-0123456789 >&2';
    const run = await agent(script).run(task, never());
    expect(run).toMatchObject({ kind: 'answered', text: expect.stringMatching(/^my key is \[\w+_API_KEY\]\n$/) });
    const kept = ['agent.log', 'prompt.md'].map((file) => readFileSync(join(task.workspace.notes, file), 'utf8'));
    expect(kept.join('\n')).not.toContain('0123456789');
    expect(kept.join('\n')).toContain('_API_KEY]');
  });

  it('fails when it hangs past its time, and nothing of it is left', async () => {
    const seconds = mark();
    const hung = agent(`trap '' TERM; sleep ${seconds} & sleep ${seconds}`);
    const run = await hung.run(taskOf({ timeoutMs: 600 }), never());
    expect(run).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/ran longer than 0\.6 s/) });
    expect(running(seconds)).toEqual([]);
  });

  it('rejects when it is aborted, after all that it started has ended', async () => {
    const seconds = mark();
    const task = taskOf();
    const aborter = new AbortController();
    const run = agent(`sleep ${seconds} & touch started; wait`).run(task, aborter.signal);
    await expect.poll(() => existsSync(join(task.workspace.cwd, 'started')), { timeout: 20_000 }).toBe(true);
    aborter.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    expect(running(seconds)).toEqual([]);
  });

  it('may flood its log, which is bounded', async () => {
    const task = taskOf();
    const run = await agent("head -c 6000000 /dev/zero | tr '\\0' x >&2; echo the end").run(task, never());
    expect(run).toMatchObject({ kind: 'answered', text: 'the end\n' });
    expect(readFileSync(join(task.workspace.notes, 'agent.log')).length).toBeLessThan(4_500_000);
  });

  it('is broken when its program is missing, and says what to do', async () => {
    const run = await missing().run(taskOf(), never());
    expect(run).toMatchObject({ kind: 'broken', outage: 'missing' });
    expect(run).toMatchObject({
      reason: expect.stringMatching(/(not installed|not be started|can't be started).*(Check|Install)/),
    });
  });

  it('fails when it ends with an error before its turn is over', async () => {
    const run = await agent('echo "out of \u001b[31mideas" >&2; exit 3').run(taskOf(), never());
    expect(run.kind, JSON.stringify(run)).toBe(name === 'acp' ? 'answered' : 'failed');
    if (run.kind === 'failed') expect(run.reason).toMatch(/code 3.*: out of .*ideas$/);
  });

  it('works several times at once, each in its place', async () => {
    const one = agent('cat "$1" > mine; echo "$2"');
    const tasks = ['a', 'b', 'c'].map((text) => taskOf({ prompt: { system: '', text } }));
    const runs = await Promise.all(tasks.map((task) => one.run(task, never())));
    tasks.forEach((task, at) => {
      expect(runs[at]).toMatchObject({ kind: 'answered', text: `${task.workspace.root}\n` });
      expect(readFileSync(join(task.workspace.cwd, 'mine'), 'utf8').trim()).toBe(task.prompt.text);
    });
  });

  it.runIf(namespaces)('takes a daemon in a session of its own with it', async () => {
    const seconds = mark();
    const script = `env -i PATH="$PATH" setsid sh -c 'echo up > up; sleep ${seconds}' >/dev/null 2>&1 & until [ -s up ]; do sleep 0.01; done`;
    expect(await agent(script).run(taskOf(), never())).toMatchObject({ kind: 'answered' });
    expect(running(seconds)).toEqual([]);
  });
});

describe('agent command', () => {
  it('may say what it has spent, also when it fails', async () => {
    const say = 'echo \'{"usd": 0.5, "input": 7, "model": "m"}\' > "$EVOLVE_USAGE_FILE"';
    const spent = { usd: 0.5, model: 'm', usage: { input: 7, cached: 0, kept: 0, output: 0 } };
    const runOf = (line: string) => agentOf(`command:${line}`).run(taskOf(), never());
    expect(await runOf(say)).toMatchObject({ kind: 'answered', spent });
    expect(await runOf(`${say}; exit 3`)).toMatchObject({ kind: 'failed', spent });
    expect(await runOf('true')).toMatchObject({ kind: 'answered', spent: {} });
  });

  it('has the user’s whole environment, and no input to wait for', async () => {
    process.env.MY_AGENT_SETTING = 'mine';
    const run = await agentOf('command:cat; echo $MY_AGENT_SETTING').run(taskOf(), never());
    expect(run).toMatchObject({ kind: 'answered', text: 'mine\n' });
  });

  it('is tried again when it exits with 75', async () => {
    const run = await agentOf('command:echo overloaded >&2; exit 75').run(taskOf(), never());
    expect(run).toMatchObject({ kind: 'broken', reason: 'the agent asks to be tried later: overloaded' });
  });

  it('gets the prompt itself where it asks for it', async () => {
    const prompt = `it's "quoted" $HOME \`x\`\n${'y'.repeat(40_000)}`;
    const run = await agentOf('command:printf "%s|" {prompt} | wc -c').run(
      taskOf({ prompt: { system: '', text: prompt } }),
      never(),
    );
    expect(run).toMatchObject({
      kind: 'answered',
      text: expect.stringMatching(new RegExp(`^\\s*${prompt.length + 1}\\n$`)),
    });
  });

  it.each(['command', 'command:', 'command:  '])('refuses %j', (spec) => {
    expect(() => agentOf(spec)).toThrow(/command:/);
  });
});
