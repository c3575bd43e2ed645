import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadedHint, scopeHint } from './scope-hint.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-hint-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('what the benchmark loads, in several languages', () => {
  const folder = folderWith({
    'bench.mjs': "import { pack } from './src/packer.js';\nimport fs from 'node:fs';\nconst x = require('./lib');\n",
    'src/packer.js': '',
    'lib/index.js': '',
    'bench.py': 'import json\nfrom solver.core import solve\nimport other\n',
    'solver/core.py': '',
    'other.py': '',
    'test.c': '#include <stdio.h>\n#include "fast.h"\n',
    'fast.h': '',
  });
  expect(scopeHint(folder, 'node bench.mjs | tail -1')).toEqual(['src/packer.js', 'lib/index.js']);
  expect(scopeHint(folder, 'python3 ./bench.py --n=3')).toEqual(['solver/core.py', 'other.py']);
  expect(scopeHint(folder, 'cc test.c && ./a.out')).toEqual(['fast.h']);
});

test('what the command names, where that loads nothing here; never what lies outside', () => {
  const folder = folderWith({ 'run.sh': 'echo 1\n' });
  expect(scopeHint(folder, 'sh run.sh')).toEqual(['run.sh']);
  expect(scopeHint(folder, 'make bench')).toEqual([]);
  expect(scopeHint(folder, 'node ../x.js /etc/passwd')).toEqual([]);
});

test('what a benchmark loads in another process, and never the benchmark itself', () => {
  const folder = folderWith({
    'bench.py': 'import subprocess\nsubprocess.run(["python3", "-c", "import json; from agent.solve import solve"])\n',
    'agent/solve.py': '',
    'alone.py': 'print(1)\n',
  });
  expect(loadedHint(folder, 'python3 bench.py')).toEqual(['agent/solve.py']);
  expect(loadedHint(folder, 'python3 alone.py')).toEqual([]);
});
