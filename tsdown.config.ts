import { copyFileSync, cpSync, mkdirSync } from 'node:fs';
import { defineConfig } from 'tsdown';

const GRAMMARS: readonly (readonly [name: string, file: string])[] = [
  ['tree-sitter-c', 'tree-sitter-c'],
  ['tree-sitter-cpp', 'tree-sitter-cpp'],
  ['tree-sitter-go', 'tree-sitter-go'],
  ['tree-sitter-java', 'tree-sitter-java'],
  ['tree-sitter-javascript', 'tree-sitter-javascript'],
  ['tree-sitter-python', 'tree-sitter-python'],
  ['tree-sitter-rust', 'tree-sitter-rust'],
  ['tree-sitter-typescript', 'tree-sitter-typescript'],
  ['tree-sitter-typescript', 'tree-sitter-tsx'],
];

export default defineConfig({
  entry: {
    bin: 'src/bin.ts',
    index: 'src/index.ts',
    bench: 'src/bench.ts',
    // Started by file name.
    'bench-worker': 'src/bench/worker.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: { entry: ['src/index.ts', 'src/bench.ts'] },
  minify: true,
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  // Loaded at every start: reading one file is faster than resolving a package.
  noExternal: ['commander', 'picomatch', 'yaml', 'zod'],
  inputOptions: { checks: { pluginTimings: false } },
  hooks: {
    'build:done': () => {
      mkdirSync('dist/grammars', { recursive: true });
      for (const [name, file] of GRAMMARS) {
        copyFileSync(`node_modules/${name}/${file}.wasm`, `dist/grammars/${file}.wasm`);
      }
      for (const folder of ['operator', 'evaluation', 'inquiry', 'observer/analyst', 'source/generate'])
        cpSync(`src/${folder}/prompts`, 'dist/prompts', { recursive: true });
    },
  },
});
