import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lab } from './lab.fixture.ts';

/** As the inline helper for JavaScript does it: claim the result, write beside it, rename. */
const JS = `
const fs = require('node:fs'), path = require('node:path');
const { EVO_TRACES_DIR: traces, EVO_RESULT_PATH: result, EVO_EXPERIMENT_ID: experiment } = process.env;
const begun = new Date().toISOString(), tasks = {}, meta = {};
function report(id, score, direction) {
  tasks[id] = score;
  if (direction) meta[id] = { direction };
  const trace = { experiment_id: experiment, task_id: id, status: score >= 0.5 ? 'passed' : 'failed', score, direction, log: ['x'] };
  if (traces) fs.writeFileSync(path.join(traces, 'task_' + id + '.json'), JSON.stringify(trace, null, 2));
}
function publish(score) {
  const said = { score: Math.round(score * 1e4) / 1e4, tasks, started_at: begun, ended_at: new Date().toISOString(), artifacts: { a: 'b' } };
  if (Object.keys(meta).length > 0) said.tasks_meta = meta;
  const text = JSON.stringify(said, null, 2);
  if (!result || process.argv.includes('--print')) return console.log(text);
  fs.closeSync(fs.openSync(result, 'wx'));
  if (process.argv.includes('--torn')) return;
  fs.writeFileSync(result + '.tmp.' + process.pid, text);
  fs.renameSync(result + '.tmp.' + process.pid, result);
}
const target = process.argv[2];
if (!fs.existsSync(target) || !target.startsWith(process.env.EVO_WORKTREE)) throw new Error('not the experiment');
console.log('task 0001 ...');
report('0001', 0.25);
report('0002', 0.5, 'min');
if (process.argv.includes('--print')) console.clear();
publish(0.375004);
`;

const PY = `
import json, os, sys, tempfile
result, traces = os.environ["EVO_RESULT_PATH"], os.environ["EVO_TRACES_DIR"]
assert os.path.isdir(os.environ["EVO_CHECKPOINT_DIR"]) and os.environ["EVO_ATTEMPT"] == "1"
tasks = {"0001": 1.0, "0002": float("nan") if "--nan-task" in sys.argv else 0.0}
for task, score in tasks.items():
    with open(os.path.join(traces, "task_%s.json" % task), "w") as file:
        json.dump({"experiment_id": os.environ["EVO_EXPERIMENT_ID"], "task_id": task, "score": score}, file, indent=2)
payload = {"score": float("nan") if "--nan" in sys.argv else 0.5, "tasks": tasks, "started_at": "a", "ended_at": "b"}
if "--print" in sys.argv:
    print(json.dumps(payload, indent=2, sort_keys=True))
    sys.exit()
os.close(os.open(result, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
handle, path = tempfile.mkstemp(dir=os.path.dirname(result))
with os.fdopen(handle, "w") as file:
    json.dump(payload, file, indent=2, sort_keys=True)
os.replace(path, result)
`;

const files = { 'bench.js': JS, 'bench.py': PY };
const scored = (fitness: string) => lab(files, { fitness, repeat: 2 }).then(({ evaluate }) => evaluate());

describe('a benchmark made for evo, in JavaScript', () => {
  it('is scored by the result that it publishes, every time anew', async () => {
    const { evaluate, logOf } = await lab(files, { fitness: 'node {worktree}/bench.js {target}', repeat: 2 });
    expect(await evaluate()).toMatchObject({
      ...{ outcome: 'scored', samples: [0.375, 0.375], channel: 'file' },
      ...{ tasks: { '0001': 0.25, '0002': 0.5 }, taskDirections: { '0002': 'min' } },
    });
    expect(JSON.parse(logOf(1, join('traces', 'task_0001.json')))).toMatchObject({
      experiment_id: 'exp_0001',
      status: 'failed',
    });
  });

  it('may print its result over many lines instead', async () => {
    expect(await scored('node bench.js {target} --print')).toMatchObject({
      ...{ outcome: 'scored', samples: [0.375, 0.375], channel: 'json' },
      tasks: { '0001': 0.25, '0002': 0.5 },
    });
  });

  it('that is killed while it publishes has no score, whatever it printed', async () => {
    expect(await scored('node bench.js {target} --torn; echo 7')).toMatchObject({
      outcome: 'invalid',
      reason: 'benchmark left its result file empty: it ended before its result was written',
    });
  });
});

const python = spawnSync('python3', ['--version']).status === 0 || process.env.GALAPAGOS_REQUIRE === 'all';

describe.runIf(python)('a benchmark made for evo, in Python', () => {
  it.each(['', ' --print'])('is scored: python3 bench.py%s', async (flag) => {
    expect(await scored(`python3 bench.py${flag}`)).toMatchObject({
      ...{ outcome: 'scored', samples: [0.5, 0.5], tasks: { '0001': 1, '0002': 0 } },
    });
  });

  it('has no score that is no number, and leaves such tasks out', async () => {
    expect(await scored('python3 bench.py --nan')).toMatchObject({
      outcome: 'invalid',
      reason: expect.stringContaining('NaN'),
    });
    expect(await scored('python3 bench.py --nan-task')).toMatchObject({ outcome: 'scored', tasks: { '0001': 1 } });
  });
});
