import { type Result, type Screen, startOnTerminal, until } from './support.ts';

export interface Terminal {
  /** Waits until the screen has shown one of these, after what was waited for before; says which came first. */
  shows(...texts: readonly string[]): Promise<string>;
  type(text: string): void;
  readonly ended: Promise<Result>;
}

/** Runs evolve on a pseudo-terminal of so many columns, to be watched and typed into. */
export function terminal(folder: string, args: readonly string[], options: Screen = {}): Terminal {
  const started = startOnTerminal(folder, args, { columns: 100, term: 'xterm', ...options });
  let from = 0;
  let over = false;
  const ended = started.ended.then(({ code, stdout }): Result => {
    over = true;
    return { code, signal: null, stdout: plain(stdout), stderr: '' };
  });
  return {
    ended,
    type: (text) => started.child.stdin.write(text),
    shows: (...texts) =>
      until(() => {
        const screen = plain(started.shown());
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
