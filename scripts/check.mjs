// Everything that needs no build product and no process: types, lint and format, dead code, architecture, unit tests.
import { check, run, setup } from './setup.mjs';

setup();
await check();
run('vitest', ['run', '--project', 'unit', '--project', 'apart', ...process.argv.slice(2)]);
