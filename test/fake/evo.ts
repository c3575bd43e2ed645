import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A repository that evo has worked in, on real git: its branches, anchors, worktree diffs and files, as those versions leave them. */
export interface EvoFolder {
  readonly root: string;
  /** Of the newest run. */
  readonly run: string;
  readonly commits: Readonly<Record<string, string>>;
}

export type Flavour = '0.3.3' | 'newer';

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

function write(path: string, content: string | object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}

/** A minute of a fixed day. */
const at = (minute: number): string =>
  new Date(Date.UTC(2026, 3, 1, 9, minute)).toISOString().replace('.000Z', '+00:00');

const BENCH = `import { readFileSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
const x = Number(readFileSync(new URL('agent.txt', import.meta.url), 'utf8'));
const result = { score: x, tasks: { a: x, b: 1 - x } };
if (process.env.EVO_RESULT_PATH) writeFileSync(process.env.EVO_RESULT_PATH, JSON.stringify(result));
else console.log(JSON.stringify(result));
`;

/**
 * root ─ exp_0000 (baseline 0.5, builds bench.mjs)
 *          ├ exp_0001 0.7 committed, gate on it ─ exp_0003 0.8 committed
 *          │                                     └ exp_0004 evaluated 0.6, then 0.9 with a failing gate
 *          ├ exp_0002 discarded after 0.3
 *          ├ exp_0005 failed
 *          └ exp_0006 pending
 */
export function evoFolder(root: string, flavour: Flavour = 'newer'): EvoFolder {
  const isNew = flavour === 'newer';
  mkdirSync(root, { recursive: true });
  git(root, 'init', '-q', '-b', 'main');
  write(join(root, 'agent.txt'), '0.5\n');
  write(join(root, 'README.md'), 'a project\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'start');
  write(join(root, '.git/info/exclude'), '.evo/\n');
  const run = 'run_0000';
  const folder = join(root, '.evo', run);
  const main = git(root, 'rev-parse', 'HEAD');
  const commits: Record<string, string> = { main };

  const commit = (id: string, parent: string, files: Readonly<Record<string, string>>): string => {
    git(root, 'checkout', '-q', '-b', `evo/${run}/${id}`, parent);
    for (const [path, text] of Object.entries(files)) write(join(root, path), text);
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '--allow-empty', '-m', `evo: ${id}`);
    const sha = git(root, 'rev-parse', 'HEAD');
    git(root, 'checkout', '-q', 'main');
    if (isNew) git(root, 'update-ref', `refs/evo-anchor/${run}/${id}`, sha);
    commits[id] = sha;
    return sha;
  };
  /** The patch that evo writes before it measures. */
  const patch = (parent: string, files: Readonly<Record<string, string>>): string => {
    git(root, 'checkout', '-q', '--detach', parent);
    for (const [path, text] of Object.entries(files)) write(join(root, path), text);
    const text = git(root, 'diff', parent, '--', ...(isNew ? ['.'] : ['agent.txt']));
    git(root, 'checkout', '-q', '-f', 'main');
    return text === '' ? '' : `${text}\n`;
  };
  const attempt = (id: string, n: number, parts: Attempted): void => {
    const to = join(folder, 'experiments', id, 'attempts', String(n).padStart(3, '0'));
    const result = parts.score === null ? null : { score: parts.score, tasks: { a: parts.score, b: 1 - parts.score } };
    write(join(to, 'outcome.json'), {
      experiment_id: id,
      attempt: n,
      outcome: parts.outcome,
      hypothesis: `idea ${id}`,
      parent_id: parts.parent,
      parent_score: parts.against,
      metric: 'max',
      score: parts.score,
      started_at: at(parts.minute),
      finished_at: at(parts.minute + 1),
      benchmark: result === null ? null : { command: 'node {worktree}/bench.mjs', returncode: 0, result },
      gates: parts.gates ?? [],
      error: parts.error ?? null,
      commit: parts.commit ?? null,
    });
    write(join(to, 'diff.patch'), parts.patch);
    write(join(to, 'benchmark.log'), `printed by ${id} ${n}\n`);
    if (result !== null) {
      write(join(to, 'result.json'), result);
      write(join(to, 'traces', 'task_a.json'), {
        experiment_id: id,
        task_id: 'a',
        status: 'passed',
        score: parts.score,
      });
    }
  };

  const harness = { 'bench.mjs': BENCH };
  const base = commit('exp_0000', main, harness);
  const one = commit('exp_0001', base, { 'agent.txt': '0.7\n' });
  const three = commit('exp_0003', one, { 'agent.txt': '0.8\n' });
  attempt('exp_0000', 1, {
    outcome: 'committed',
    parent: 'root',
    against: null,
    score: 0.5,
    minute: 1,
    patch: patch(main, {}),
    commit: base,
  });
  attempt('exp_0001', 1, {
    outcome: 'committed',
    parent: 'exp_0000',
    against: 0.5,
    score: 0.7,
    minute: 3,
    patch: patch(base, { 'agent.txt': '0.7\n' }),
    commit: one,
  });
  attempt('exp_0002', 1, {
    outcome: 'evaluated',
    parent: 'exp_0000',
    against: 0.5,
    score: 0.3,
    minute: 5,
    patch: patch(base, { 'agent.txt': '0.3\n' }),
  });
  attempt('exp_0003', 1, {
    outcome: 'committed',
    parent: 'exp_0001',
    against: 0.7,
    score: 0.8,
    minute: 8,
    patch: patch(one, { 'agent.txt': '0.8\n' }),
    commit: three,
  });
  attempt('exp_0004', 1, {
    outcome: 'evaluated',
    parent: 'exp_0001',
    against: 0.7,
    score: 0.6,
    minute: 10,
    patch: patch(one, { 'agent.txt': '0.6\n' }),
  });
  const gate = { name: 'unit/fast', command: 'test -s {target}', from: 'exp_0001', passed: false, returncode: 1 };
  attempt('exp_0004', 2, {
    outcome: 'evaluated',
    parent: 'exp_0001',
    against: 0.7,
    score: 0.9,
    minute: 12,
    patch: patch(one, { 'agent.txt': '0.9\n' }),
    gates: [gate],
  });
  attempt('exp_0005', 1, {
    outcome: 'failed',
    parent: 'exp_0000',
    against: 0.5,
    score: null,
    minute: 14,
    patch: patch(base, { 'agent.txt': 'oops\n' }),
    error: 'benchmark_exit_1',
  });

  const node = (id: string, parent: string, status: string, minute: number, more: object = {}) => ({
    id,
    parent,
    children: [],
    status,
    hypothesis: `idea ${id}`,
    created_at: at(minute),
    updated_at: at(minute + 2),
    eval_epoch: 1,
    score: null,
    branch: `evo/${run}/${id}`,
    worktree: join(folder, 'worktrees', id),
    commit: null,
    pruned_reason: null,
    benchmark_result: null,
    gates: [],
    current_attempt: 1,
    evaluated_attempts: 0,
    error: null,
    discard_reason: null,
    tags: [],
    notes: [],
    ...more,
  });
  const nodes = [
    {
      id: 'root',
      parent: null,
      children: ['exp_0000'],
      status: 'root',
      hypothesis: 'synthetic root',
      gates: [],
      score: null,
    },
    node('exp_0000', 'root', 'committed', 0, { score: 0.5, commit: base }),
    node('exp_0001', 'exp_0000', 'committed', 2, {
      score: 0.7,
      commit: one,
      tags: ['good'],
      notes: [{ text: 'a note of one', timestamp: at(20) }],
      gates: [{ name: 'unit/fast', command: 'test -s {target}', added_at: at(6) }],
    }),
    node('exp_0002', 'exp_0000', 'discarded', 4, { score: 0.3, commit: base, discard_reason: 'the wrong way' }),
    node('exp_0003', 'exp_0001', 'committed', 7, { score: 0.8, commit: three }),
    node('exp_0004', 'exp_0001', 'evaluated', 9, { score: 0.9, commit: one, gate_failures: ['unit/fast'] }),
    node('exp_0005', 'exp_0000', 'failed', 13, { commit: base, error: 'benchmark_exit_1' }),
    node('exp_0006', 'exp_0000', 'pending', 16, { commit: base, current_attempt: 0 }),
  ];
  write(join(folder, 'graph.json'), {
    root: 'root',
    next_id: 7,
    nodes: Object.fromEntries(nodes.map((one) => [one.id, one])),
    ...(isNew ? { workspace_notes: [{ text: 'all caches are cold', timestamp: at(18), exp_id: null }] } : {}),
  });
  if (!isNew) write(join(folder, 'notes.md'), 'all caches are cold\n');
  write(join(folder, 'config.json'), {
    repo_root: root,
    target: 'agent.txt',
    benchmark: 'node {worktree}/bench.mjs',
    gate: 'test -f README.md',
    metric: 'max',
    current_eval_epoch: 1,
    comparison_blocked: false,
    max_attempts: 4,
    frontier_strategy: { kind: 'top_k', params: { k: 3 } },
    initialized_at: at(0),
    ...(isNew ? { commit_strategy: 'tracked-only', per_exp_timeout: 90, runtime: { before_run: 'true' } } : {}),
  });
  write(join(folder, 'annotations.json'), [
    { experiment_id: 'exp_0001', task_id: 'a', analysis: 'a is better with more', timestamp: at(5) },
    { experiment_id: 'exp_0002', task_id: null, analysis: 'less is worse', timestamp: at(6) },
  ]);
  write(join(folder, 'infra_log.json'), [
    { kind: 'frontier', message: 'frontier read', timestamp: at(7) },
    { message: 'the machine was restarted', breaking: false, timestamp: at(15) },
  ]);
  write(join(root, '.evo', 'meta.json'), { active: run, next_run: 1 });
  write(join(root, '.evo', 'project.md'), '# Goal\nmore\n');
  return { root, run, commits };
}

interface Attempted {
  readonly outcome: 'committed' | 'evaluated' | 'failed';
  readonly parent: string;
  readonly against: number | null;
  readonly score: number | null;
  readonly minute: number;
  readonly patch: string;
  readonly commit?: string;
  readonly gates?: readonly object[];
  readonly error?: string;
}
