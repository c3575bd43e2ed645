import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An issue as the stand-in keeps it. */
export interface FakeIssue {
  readonly id: string;
  readonly title: string;
  readonly status?: string;
  readonly priority?: number;
  readonly issue_type?: string;
  readonly description?: string;
  readonly parent?: string;
  readonly assignee?: string;
}

/** `text`: it knows no JSON. `stubborn`: says that it closes and does not. `down`: fails. `hangs`: never answers. */
export type FakeMood = 'usual' | 'text' | 'stubborn' | 'down' | 'hangs' | 'homeless';

const SCRIPT = `#!/usr/bin/env node
const { readFileSync, writeFileSync, appendFileSync } = require('node:fs');
const { join } = require('node:path');
const file = join(__dirname, 'issues.json');
const { mood, issues } = JSON.parse(readFileSync(file, 'utf8'));
const [verb, ...rest] = process.argv.slice(2);
appendFileSync(join(__dirname, 'calls'), [verb, ...rest].join(' ') + '\\n');
const id = rest[0];
const json = rest.includes('--json') && mood !== 'text';
const found = issues.find((one) => one.id === id);
const fail = (text) => { console.error(text); process.exit(1); };
const save = (status) => { found.status = status; writeFileSync(file, JSON.stringify({ mood, issues })); };
if (mood === 'down') fail('database is locked');
if (mood === 'homeless') fail('Error: no beads database found. Run bd init to make one');
if (mood === 'hangs') setInterval(() => {}, 1000);
else if (verb === 'ready') {
  const open = issues.filter((one) => one.status === 'open');
  if (json) console.log(JSON.stringify(open));
  else {
    console.log('📋 Ready work (' + open.length + ' issues with no blockers):\\n');
    open.forEach((one, at) => console.log((at + 1) + '. [● P' + one.priority + '] [task] ' + one.id + ': ' + one.title + '\\n   Assignee: nobody-1'));
  }
} else if (found === undefined) fail('no issue found matching ' + id);
else if (verb === 'show') {
  const dependents = issues.filter((one) => one.parent === id).map((one) => ({ ...one, dependency_type: 'parent-child' }));
  if (json) console.log(JSON.stringify([{ ...found, dependents }]));
  else console.log(found.id + ': ' + found.title + '\\nStatus: ' + found.status);
} else if (verb === 'update') save(rest[2]);
else if (verb === 'close') { if (mood !== 'stubborn') save('closed'); console.log('✓ Closed ' + id); }
`;

export interface FakeBd {
  /** To be first on the PATH. */
  readonly bin: string;
  status(id: string): string | undefined;
  /** What was asked of it, from the beginning. */
  calls(): readonly string[];
  set(mood: FakeMood): void;
}

/** A stand-in for the tracker, in a folder of its own. */
export function fakeBd(folder: string, issues: readonly FakeIssue[], mood: FakeMood = 'usual'): FakeBd {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'bd'), SCRIPT);
  chmodSync(join(bin, 'bd'), 0o755);
  const file = join(bin, 'issues.json');
  const whole = issues.map((one) => ({ status: 'open', priority: 2, issue_type: 'task', ...one }));
  const save = (as: FakeMood, all: readonly unknown[]) =>
    writeFileSync(file, JSON.stringify({ mood: as, issues: all }));
  const kept = (): readonly FakeIssue[] => JSON.parse(readFileSync(file, 'utf8')).issues;
  save(mood, whole);
  writeFileSync(join(bin, 'calls'), '');
  return {
    bin,
    status: (id) => kept().find((one) => one.id === id)?.status,
    calls: () => readFileSync(join(bin, 'calls'), 'utf8').split('\n').slice(0, -1),
    set: (as) => save(as, kept()),
  };
}
