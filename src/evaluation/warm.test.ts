import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EvaluateJob } from '../domain/lane.ts';
import { type Checkout, isolation } from '../workspace/workspace.ts';
import { WarmServer } from './warm.ts';
import type { WarmPlan } from './warm-question.ts';

/** Its score is how many it has answered; what else it does is in the candidate's name. The mark is in its command line. */
const SERVER = `
n=0; : "$MARK"
echo preparing
while read -r line; do
  n=$((n + 1)); id=\${line#*'"id":"'}; id=\${id%%'"'*}
  case $line in
    *'"candidate":"die"'*) echo last words >&2; exit 3;;
    *'"candidate":"leave"'*) echo bye; exit 0;;
    *'"candidate":"hang"'*) sleep MARK;;
    *'"candidate":"chat"'*)
      echo '{"score": 1e9}'; echo '{"id": "guess", "score": 1e9}'; echo "{\\"note\\": \\"$id\\", \\"score\\": 1e9}"
      printf 'no end of line';;
    *'"candidate":"fail"'*) printf '\\n{"id": "%s", "error": "no tour"}\\n' "$id"; continue;;
    *'"candidate":"grow"'*) 
      '${process.execPath}' -e 'a = Buffer.alloc(3e8, 1); require("fs").writeFileSync("up", ""); setInterval(() => a, 1e6)' &
      while [ ! -e up ]; do :; done;;
    *'"candidate":"stray"'*) (setsid sleep MARK >/dev/null 2>&1 &);;
    *'"candidate":"trace"'*) dir=\${line#*'"traces":"'}; dir=\${dir%%'"'*}; echo '{}' >"$dir/task_a.json";;
    *'"candidate":"tell"'*) dir=\${line#*'"traces":"'}; dir=\${dir%%'"'*}; echo hunter2hunter2 | tee "$dir/task_a.json" >&2;;
  esac
  printf '\\n{"id": "%s", "score": %s}\\n' "$id" "$n"
done
`;

const namespaces = (await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all';

function setUp(
  more: {
    readonly uses?: number;
    readonly fitness?: string;
    readonly tampered?: readonly string[];
    readonly secrets?: WarmPlan['secrets'];
  } = {},
) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos warm ')));
  const mark = `1000.${randomInt(1e9, 1e10)}`;
  const root = join(folder, 'tree');
  mkdirSync(root);
  const reset = async () => more.tampered ?? [];
  const checkout: Checkout = {
    root,
    binds: [],
    veil: async () => undefined,
    lift: async () => ({ tampered: [], opened: [] }),
    lend: () => undefined,
    reset,
    tampered: reset,
    seal: async () => [],
    keep: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
  const server = new WarmServer(checkout, join(folder, 'warm'));
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    expect(alive(mark)).toEqual([]);
    expect(existsSync(join(folder, 'warm'))).toBe(false);
    rmSync(folder, { recursive: true });
  });
  const plan: WarmPlan = {
    folder: '',
    seed: 7,
    timeoutMs: 20_000,
    memoryMb: 2000,
    files: ['solver.js'],
    artifacts: ({ candidate }) => join(folder, 'candidates', candidate.id),
    fitness: more.fitness ?? SERVER.replaceAll('MARK', mark),
    warm: { uses: more.uses ?? 100, trust: false },
    ...(more.secrets === undefined ? {} : { secrets: more.secrets }),
  };
  const ask = async (id: string, { signal = new AbortController().signal, ...job }: Ask = {}) => {
    const { timeoutMs = plan.timeoutMs, cold } = job;
    const asked: EvaluateJob = {
      candidate: { id, commit: '', tree: '' },
      attempt: 1,
      ...(cold === undefined ? {} : { cold }),
    };
    const { ran, failure, broken } = await server.ask({ ...plan, timeoutMs }, asked, signal);
    return failure ?? broken ?? JSON.parse(ran.stdout).score;
  };
  return {
    server,
    ask,
    mark,
    log: (id: string) => readFileSync(join(folder, 'candidates', id, 'benchmark.log'), 'utf8'),
    folder,
  };
}

interface Ask {
  readonly cold?: true;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const alive = (mark: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    });

describe('a warm server', () => {
  it('is started once and asked for each candidate', async () => {
    const { server, ask } = setUp();
    expect([await ask('a'), await ask('b'), await ask('fail'), await ask('c')]).toEqual([1, 2, 'failed: no tour', 4]);
    expect(server.started).toBe(1);
  });

  it('is started anew after so many', async () => {
    const { server, ask } = setUp({ uses: 2 });
    expect([await ask('a'), await ask('b'), await ask('c'), await ask('d')]).toEqual([1, 2, 1, 2]);
    expect(server.started).toBe(2);
  });

  it('dies for one candidate and is there for the next', async () => {
    const { server, ask, log } = setUp();
    expect([await ask('a'), await ask('die'), await ask('b')]).toEqual([1, 'exited with code 3 before it answered', 1]);
    // A fresh one was asked before the candidate was blamed.
    expect(server.started).toBe(3);
    expect(log('die')).toBe('preparing\nlast words\n');
  });

  it('is nobody’s fault when it ends between two', async () => {
    const { ask, server } = setUp({ fitness: `${SERVER.replaceAll('done', 'exit 0; done')}` });
    expect([await ask('a'), await ask('b'), await ask('c')]).toEqual([1, 1, 1]);
    expect(server.started).toBe(3);
  });

  it('that is no server says so', async () => {
    const { ask } = setUp({ fitness: 'echo 42' });
    expect(await ask('a')).toBe('exited with code 0 before it answered');
  });

  it('that hangs is ended with all it started', async () => {
    const { ask, mark } = setUp();
    expect(await ask('a')).toBe(1);
    expect(await ask('hang', { timeoutMs: 300 })).toBe('ran longer than 0.3 s');
    expect(alive(mark)).toEqual([]);
    expect(await ask('b')).toBe(1);
  });

  it('that grows is started anew', async () => {
    const { server, ask } = setUp();
    expect([await ask('a'), await ask('grow'), await ask('b')]).toEqual([1, 2, 1]);
    expect(server.started).toBe(2);
  });

  it.skipIf(!namespaces)('keeps nothing that a candidate left running (needs PID namespaces)', async () => {
    const { server, ask, mark } = setUp();
    expect(await ask('a')).toBe(1);
    expect(await ask('stray')).toBe(2);
    expect(alive(mark)).toEqual([]);
    expect([await ask('b'), server.started]).toEqual([1, 2]);
  });

  it('takes nothing for an answer that has not the id, and keeps it in the log', async () => {
    const { ask, log } = setUp();
    expect([await ask('a'), await ask('chat'), await ask('b')]).toEqual([1, 2, 3]);
    expect(log('chat')).toContain('{"score": 1e9}\n{"id": "guess", "score": 1e9}\n');
    expect(log('chat')).toContain('no end of line\n');
    // Nothing but its own answer; digits alone may be in an id.
    expect(log('b')).toMatch(/^\n\{"id": "[0-9a-f-]{36}", "score": 3\}\n$/);
  });

  it('is fresh for a cold question, and gone after it', async () => {
    const { server, ask, mark } = setUp();
    expect([await ask('a'), await ask('b', { cold: true })]).toEqual([1, 1]);
    expect(alive(mark)).toEqual([]);
    expect([await ask('c', { cold: true }), await ask('d'), server.started]).toEqual([1, 1, 4]);
  });

  it('tells no secret in logs and traces', async () => {
    const { folder, ask } = setUp({ secrets: [{ name: 'KEY', value: 'hunter2hunter2' }] });
    await ask('tell');
    for (const file of ['benchmark.log', 'traces/task_a.json'])
      expect(readFileSync(join(folder, 'candidates/tell', file), 'utf8'), file).toMatch(/^\[KEY\]$/m);
  });

  it('gives traces to the candidate they are of', async () => {
    const { ask, folder } = setUp();
    expect([await ask('trace'), await ask('b')]).toEqual([1, 2]);
    expect(existsSync(join(folder, 'candidates/trace/traces/task_a.json'))).toBe(true);
    expect(existsSync(join(folder, 'candidates/b/traces'))).toBe(false);
  });

  it('does not outlive an abort', async () => {
    const { ask, mark } = setUp();
    const aborter = new AbortController();
    const asked = ask('hang', { signal: aborter.signal });
    await expect.poll(() => alive(mark).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
    const reason = new Error('enough');
    aborter.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(alive(mark)).toEqual([]);
  });

  it('that changed what it may not is invalid, and not asked again', async () => {
    const { server, ask } = setUp({ tampered: ['bench.js'] });
    expect(await ask('a')).toBe('tampered: changed bench.js, which it may not');
    expect(await ask('b')).toBe('tampered: changed bench.js, which it may not');
    expect(server.started).toBe(2);
  });
});
