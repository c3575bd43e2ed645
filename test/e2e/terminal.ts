import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EVOLVE, environment, type Result, until } from './support.ts';

export interface Terminal {
  /** Waits until the screen has shown one of these, after what was waited for before; says which came first. */
  shows(...texts: readonly string[]): Promise<string>;
  type(text: string): void;
  readonly ended: Promise<Result>;
  /** Everything written so far, control sequences and all. */
  raw(): string;
}

/** Runs evolve on a pseudo-terminal of so many columns, to be watched and typed into. */
export function terminal(
  folder: string,
  args: readonly string[],
  options: { readonly columns?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Terminal {
  const quoted = [process.execPath, EVOLVE, ...args].map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(' ');
  const line = `stty cols ${options.columns ?? 100} rows 40; exec ${quoted}`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: folder,
    env: { ...environment(folder, options.env ?? {}), TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let raw = '';
  let from = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text;
  });
  let over = false;
  const ended = once(child, 'close').then(([code, signal]): Result => {
    over = true;
    return { code, signal, stdout: plain(raw), stderr: '' };
  });
  return {
    ended,
    raw: () => raw,
    type: (text) => child.stdin.write(text),
    shows: (...texts) =>
      until(() => {
        const screen = plain(raw);
        const found = texts
          .map((text) => ({ text, at: screen.indexOf(text, from) }))
          .filter(({ at }) => at >= 0)
          .sort((a, b) => a.at - b.at)[0];
        if (found !== undefined) from = found.at + found.text.length;
        else if (over) throw new Error(`ended without showing ${texts.join(' or ')}:\n${screen.slice(from)}`);
        return found?.text;
      }),
  };
}

/** Without control sequences. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const plain = (text: string): string => text.replace(/\u001b\[[0-9;?]*[A-Za-z]|\r/g, '');
