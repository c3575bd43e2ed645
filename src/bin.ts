import { readFileSync } from 'node:fs';
import { cli } from './surface/cli.ts';

if (process.platform === 'win32') {
  process.stderr.write('evolve: Windows is not supported natively. Run it inside WSL.\n');
  process.exit(2);
}
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
process.exitCode = await cli(process.argv.slice(2), version, async () => (await import('./compose.ts')).engine);
