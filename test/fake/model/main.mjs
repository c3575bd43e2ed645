// The scripted model server as a program:  node main.mjs [--port N] [--log FILE] SCRIPT [-- COMMAND…]
// SCRIPT is JSON ({"edit": {…}}) or a file.mjs that exports `script`. It prints its port and serves until it is ended; with a command
// it runs that instead, with its url in MODEL_URL, and ends as it ended.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { scriptOf } from './scripts.mjs';
import { startModelServer } from './server.mjs';

const split = process.argv.indexOf('--');
const own = process.argv.slice(2, split === -1 ? undefined : split);
const [program, ...args] = split === -1 ? [] : process.argv.slice(split + 1);
const { values, positionals } = parseArgs({
  args: own,
  allowPositionals: true,
  options: { port: { type: 'string' }, log: { type: 'string' } },
});
const [said = '{"answer":""}'] = positionals;
const script = said.trimStart().startsWith('{')
  ? scriptOf(JSON.parse(said))
  : (await import(pathToFileURL(resolve(said)).href)).script;

const server = await startModelServer(script, {
  port: Number(values.port ?? 0),
  ...(values.log === undefined ? {} : { log: values.log }),
});
if (program === undefined) console.log(server.port);
else {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, MODEL_URL: server.url } });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => {
    console.error(message);
    process.exit(127);
  });
  // By 128 and its number, as a shell tells of a signal.
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 143)));
}
