// The long versions of the tests: hundreds of kills, a large repository, a long history.
import { run, setup } from './setup.mjs';

setup();
run('vitest', ['run', '--project', 'soak', ...process.argv.slice(2)]);
