import { copyFileSync, mkdirSync } from 'node:fs';
import { defineConfig } from 'tsdown';

const GRAMMARS = ['tree-sitter-javascript'];

export default defineConfig({
  entry: ['src/bin.ts', 'src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: { entry: 'src/index.ts' },
  minify: true,
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  // Loaded at every start: reading one file is faster than resolving a package.
  noExternal: ['commander', 'picomatch'],
  inputOptions: { checks: { pluginTimings: false } },
  hooks: {
    'build:done': () => {
      mkdirSync('dist/grammars', { recursive: true });
      for (const name of GRAMMARS) copyFileSync(`node_modules/${name}/${name}.wasm`, `dist/grammars/${name}.wasm`);
    },
  },
});
