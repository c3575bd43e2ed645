// The product's own code where the package does not give it out, built anew for a measurement.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outDir = join(root, 'dist/bench');

/** Builds a TypeScript file of the repository and gives the URL to import it from. */
export async function built(name, path) {
  await build({
    config: false,
    entry: { [name]: join(root, path) },
    outDir: join(outDir, name),
    clean: false,
    format: 'esm',
    dts: false,
    logLevel: 'error',
    platform: 'node',
    outExtensions: () => ({ js: '.js' }),
  });
  return pathToFileURL(join(outDir, name, `${name}.js`)).href;
}
