// Everything that needs no build product and no process: types, lint and format, dead code, architecture, unit tests.
import { run, setup } from './setup.mjs';

setup();
run('tsc', ['--noEmit']);
run('biome', ['check', '--error-on-warnings', '.']);
run('knip', []);
run('vitest', ['run', '--project', 'unit', '--project', 'apart', ...process.argv.slice(2)]);
