// An agent inside a host that follows skills/subagent. It knows nothing but what evolve prints: ids, folders, files and the next
// commands are all read from there, by `json` from documents or by `text` from what people see. Says in the end what it did.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [mode] = process.argv.slice(2);
const steps = [];

/** Runs a line as a shell would; `…` in it is what the agent fills in. */
function call(line, fill = '') {
  const command = line.replace('…', fill) + (mode === 'json' ? ' --json' : '');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  steps.push(`${line} → ${status}`);
  if (status !== 0 && status !== 1) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return mode === 'json' ? JSON.parse(stdout) : stdout;
}

const first = (text, pattern) => {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`no ${pattern} in: ${text}`);
  return found;
};

/** What each kind of answer says, in both ways to read it. */
const read = {
  parent: (answer) => (mode === 'json' ? answer.nodes[0].id : first(answer, /\b(root|exp_\d+)\b/)),
  allocated: (answer) =>
    mode === 'json'
      ? { id: answer.id, file: answer.files[0], next: answer.next[0] }
      : {
          id: first(answer, /^(exp_\d+) from /m),
          file: first(answer, /^may change +(.*?)$/m),
          next: first(answer, /: (evolve exp eval \S+)/),
        },
  outcome: (answer) =>
    mode === 'json'
      ? { outcome: answer.outcome, next: answer.next, folder: answer.folder, gates: answer.gates }
      : {
          outcome: first(answer, /^(COMMITTED|EVALUATED|FAILED) /m).toLowerCase(),
          next: first(answer, /^(?:Go on|Edit and try again, or give it up|Try again): (.*)$/m).split('  ·  '),
          folder: first(answer, /^logs {2}(.*)$/m),
          gates: [...answer.matchAll(/^gate (\S+).*: failed/gm)].map(([, name]) => ({ name, passed: false })),
        },
};

const isCommand = (verb) => (line) => line.startsWith(`evolve exp ${verb} `);

function change(file, edits) {
  const before = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    Object.entries(edits).reduce(
      (text, [key, value]) => text.replace(new RegExp(`${key}=.*`), `${key}=${value}`),
      before,
    ),
  );
}

/** One iteration: allocates, edits, measures, and mends as often as there are edits left. */
function iterate(parent, hypothesis, ...edits) {
  const { id, file, next } = read.allocated(call(`evolve exp new --parent ${parent} -m "${hypothesis}"`));
  let line = next;
  for (const edit of edits) {
    change(file, edit);
    const { outcome, next: after, folder, gates } = read.outcome(call(line));
    const { outcome: recorded } = JSON.parse(readFileSync(`${folder}/outcome.json`, 'utf8'));
    if (recorded !== outcome) throw new Error(`outcome.json says ${recorded}, the command ${outcome}`);
    steps.push(`${id} ${outcome}${gates.some(({ passed }) => passed === false) ? ' by a gate' : ''}`);
    call(`evolve exp annotate ${id} "${hypothesis}: ${outcome}"`);
    if (outcome === 'committed') return { id, parent: first(after.find(isCommand('new')), /--parent (\S+)/) };
    const again = after.find(isCommand('eval'));
    if (edit !== edits.at(-1) && again !== undefined) line = again;
    else call(after.find(isCommand('discard')), `${hypothesis} is the wrong way`);
  }
  return { id, parent };
}

const pad = call('evolve exp scratchpad');
if (mode === 'text' && !/root/.test(pad)) throw new Error('the scratchpad does not name root');
const root = read.parent(call('evolve exp frontier'));
const one = iterate(root, 'solver: speed to 2, so that the score doubles', { speed: 2 });
call('evolve exp scratchpad');
const two = iterate(one.parent, 'solver: speed to 0.5, as a test', { speed: 0.5 });
const three = iterate(two.parent, 'solver: speed to 5 without the check', { speed: 5, safe: 'no' }, { safe: 'yes' });
call('evolve exp status');
process.stdout.write(`${JSON.stringify({ ids: [one.id, two.id, three.id], steps })}\n`);
