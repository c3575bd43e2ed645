import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { agentOf } from '../../src/agent/agent.ts';
import type { Agent, AgentTask } from '../../src/domain/agent.ts';
import { shellQuote } from '../../src/lib/format.ts';
import { isolation } from '../../src/workspace/workspace.ts';

/** A driver, and how to make an agent of it that does what a shell script says. */
interface Driver {
  readonly name: string;
  agent(script: string): Agent;
  /** One whose program is not there. */
  missing(): Agent;
}

const drivers: readonly Driver[] = [
  {
    name: 'command',
    agent: (script) => {
      const file = join(temporary(), 'agent.sh');
      writeFileSync(file, script);
      return agentOf(`command:sh ${shellQuote(file)} {prompt_file} {worktree}`);
    },
    missing: () => agentOf('command:no-such-agent-is-installed {prompt_file}'),
  },
];

const namespaces = (await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos agent ')));
  folders.push(folder);
  return folder;
}

function taskOf(given: Partial<AgentTask<string>> = {}) {
  const folder = temporary();
  const [root, notes] = [join(folder, "it's a tree"), join(folder, 'notes')];
  const cwd = join(root, 'pkg');
  mkdirSync(cwd, { recursive: true });
  const never = () => Promise.reject(new Error('not asked for'));
  const workspace = { root, cwd, notes, conflicts: [], unmerged: [], mounts: [], save: never, load: never };
  return {
    role: 'author' as const,
    key: 'gen1-1/author',
    prompt: { system: '', text: 'Do it.\n' },
    access: 'edit' as const,
    timeoutMs: 20_000,
    read: (text: string) => ({ kind: 'read' as const, answer: text }),
    ...given,
    workspace,
  };
}

const never = () => new AbortController().signal;

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

describe.each(drivers)('agent $name', ({ agent, missing }) => {
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

  it('has the user’s environment without what is ours, and knows where its work is', async () => {
    process.env.MY_AGENT_KEY = 'secret';
    process.env.GIT_DIR = '/nowhere';
    process.env.GALAPAGOS_TEST_ONLY = '1';
    try {
      const task = taskOf();
      const { root, notes } = task.workspace;
      const run = await agent('env | grep -E "^(MY_AGENT|GIT_|EVOLVE_|GALAPAGOS_)" | sort').run(task, never());
      expect(run).toMatchObject({
        kind: 'answered',
        text: [
          'EVOLVE_CANDIDATE=gen1-1',
          `EVOLVE_PROMPT_FILE=${join(notes, 'prompt.md')}`,
          `EVOLVE_WORKTREE=${root}`,
          `GIT_CEILING_DIRECTORIES=${join(root, '..')}`,
          'MY_AGENT_KEY=secret',
          '',
        ].join('\n'),
      });
    } finally {
      for (const name of ['MY_AGENT_KEY', 'GIT_DIR', 'GALAPAGOS_TEST_ONLY']) delete process.env[name];
    }
  });

  it('fails with its code and its last word', async () => {
    const run = await agent('echo working; echo "no \u001b[31mcredit" >&2; exit 3').run(taskOf(), never());
    expect(run).toMatchObject({ kind: 'failed', reason: 'the agent exited with code 3: no  [31mcredit' });
  });

  it('fails when it hangs past its time, and nothing of it is left', async () => {
    const seconds = mark();
    const run = await agent(`trap '' TERM; sleep ${seconds} & sleep ${seconds}`).run(
      taskOf({ timeoutMs: 300 }),
      never(),
    );
    expect(run).toMatchObject({ kind: 'failed', reason: 'the agent ran longer than 0.3 s' });
    expect(running(seconds)).toEqual([]);
  });

  it('rejects when it is aborted, after all that it started has ended', async () => {
    const seconds = mark();
    const task = taskOf();
    const aborter = new AbortController();
    const run = agent(`sleep ${seconds} & touch started; wait`).run(task, aborter.signal);
    await expect.poll(() => existsSync(join(task.workspace.cwd, 'started')), { timeout: 10_000 }).toBe(true);
    aborter.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    expect(running(seconds)).toEqual([]);
  });

  it('may flood its output: the end is the answer and the log is bounded', async () => {
    const task = taskOf();
    const run = await agent("head -c 30000000 /dev/zero | tr '\\0' x; echo; echo the end").run(task, never());
    expect(run.kind).toBe('answered');
    const text = run.kind === 'answered' ? run.text : '';
    expect(text.endsWith('\nthe end\n')).toBe(true);
    expect(text.length).toBeLessThan(100_000);
    expect(readFileSync(join(task.workspace.notes, 'agent.log')).length).toBeLessThan(8_000_000);
  });

  it('is broken when its program is missing, and says what to do', async () => {
    const run = await missing().run(taskOf(), never());
    expect(run.kind).toBe('broken');
    expect(run).toMatchObject({ reason: expect.stringMatching(/can't be started.*no-such-agent.*Check/) });
  });

  it('has no input to wait for', async () => {
    expect(await agent('cat; echo done').run(taskOf(), never())).toMatchObject({ kind: 'answered', text: 'done\n' });
  });

  it.runIf(namespaces)('takes a daemon in a session of its own with it', async () => {
    const seconds = mark();
    const script = `env -i PATH="$PATH" setsid sh -c 'echo up > up; sleep ${seconds}' >/dev/null 2>&1 & until [ -s up ]; do sleep 0.01; done`;
    expect(await agent(script).run(taskOf(), never())).toMatchObject({ kind: 'answered' });
    expect(running(seconds)).toEqual([]);
  });
});

describe('agent command', () => {
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

  it.each(['claude', 'command', 'command:', 'command:  '])('refuses %j', (spec) => {
    expect(() => agentOf(spec)).toThrow(/command/);
  });
});
