#!/usr/bin/env node
import { existsSync } from 'node:fs';

const entry = new URL('../dist/bin.js', import.meta.url);
if (existsSync(entry)) await import(entry.href);
else {
  process.stderr.write('evolve: not built yet. Run: npm ci && npm run build\n');
  process.exitCode = 2;
}
