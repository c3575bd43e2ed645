import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evolve, json, repository, SHELL_SQUARES } from './support.ts';

const TOKEN = 'tok-5up3r/s3cr3t+value';
const PLAIN = 'listed by name';

it('keeps keys, and what is listed, out of all that it writes and says', () => {
  const folder = repository({
    ...SHELL_SQUARES,
    'stolen.txt': `${TOKEN}\n`,
    'leak.sh': [
      'for half in "tok-5up3r/s3" "cr3t+value" " listed" " by name"; do printf "%s" "$half"; printf "%s" "$half" >&2; done',
      'echo; base64 < stolen.txt; cp stolen.txt "$EVOLVE_TRACES_DIR/trace.txt"',
      'case $EVOLVE_CANDIDATE in gen1-1) cat stolen.txt >&2; exit 3;; esac',
      'score=$(sh bench.sh)',
      'printf \'{"score": %s, "feedback": "it is %s", "metrics": {"%s": 1}}\' "$score" "$(cat stolen.txt)" "$(cat stolen.txt)"',
    ].join('\n'),
  });
  const agent =
    'echo "$EVOLVE_CANDIDATE" | tr -d a-z- | sed "s/.*/module.exports = [1.&, 20, 0.5];/" > numbers.js; echo "used $MY_TOKEN"';
  const args = ['run', 'sh leak.sh', '--files', 'numbers.js', '-g', '1', '-k', '2', '--yes', '--redact', 'WHERE'];
  const env = { MY_TOKEN: TOKEN, WHERE: PLAIN };
  const result = evolve(folder, [...args, '--goal', `use ${TOKEN}`, '--agent', `command:${agent}`], env);
  expect(result.code, result.stderr).toBe(0);

  const said = [
    result.stdout + result.stderr,
    ...['show', 'report', 'log'].map((verb) => evolve(folder, [verb]).stdout),
    evolve(folder, ['show', 'gen1-1']).stdout,
    evolve(folder, ['export', '--json']).stdout,
  ].join('\n');
  const kept = readdirSync(join(folder, '.evolve'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
  const encoded = Buffer.from(TOKEN).toString('base64').slice(0, -3);
  for (const text of [said, kept]) {
    for (const secret of [TOKEN, encoded, PLAIN]) expect(text.includes(secret), secret).toBe(false);
  }
  expect(json(evolve(folder, ['show', 'gen1-1', '--json'])).evaluation.tail).toContain('[MY_TOKEN] [WHERE]');
  const other = json(evolve(folder, ['show', 'gen1-2', '--json']));
  expect(other.evaluation).toMatchObject({ feedback: 'it is [MY_TOKEN]', metrics: { '[MY_TOKEN]': 1 } });
  const logs = join(folder, '.evolve/r1/candidates/gen1-2');
  // Both streams are in it, in the order in which they came.
  expect(readFileSync(join(logs, 'benchmark.log'), 'utf8')).toMatch(/\[MY_TOKEN\][\s\S]*\[WHERE\]/);
  expect(readFileSync(join(logs, 'traces/trace.txt'), 'utf8')).toBe('[MY_TOKEN]\n');
  expect(readFileSync(join(logs, 'prompt.md'), 'utf8')).toContain('use [MY_TOKEN]');
  expect(readFileSync(join(logs, 'agent.log'), 'utf8')).toBe('used [MY_TOKEN]\n');
});
