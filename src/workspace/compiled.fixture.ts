import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Node 20 can't run TypeScript: a file and all it imports, as JavaScript that a process of its own can load. */
export function compiled(entry: string, into: string): string {
  const src = join(import.meta.dirname, '..');
  const todo = [entry];
  for (const file of todo) {
    const source = readFileSync(join(src, file), 'utf8');
    const compilerOptions = {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      verbatimModuleSyntax: true,
    };
    const { outputText } = ts.transpileModule(source, { compilerOptions });
    const target = join(into, file.replace('.ts', '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText.replaceAll(/(from '\.\.?\/.*)\.ts'/g, "$1.js'"));
    for (const [, next = ''] of outputText.matchAll(/from '(\.\.?\/.*\.ts)'/g)) {
      const path = join(dirname(file), next);
      if (!todo.includes(path)) todo.push(path);
    }
  }
  writeFileSync(join(into, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(src, '../node_modules'), join(into, 'node_modules'));
  return join(into, entry.replace('.ts', '.js'));
}
