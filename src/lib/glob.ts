import picomatch from 'picomatch';

/** A matcher for posix paths: `*` stays within a folder, `**` crosses folders, a leading dot is a letter like any other. */
export function glob(pattern: string): (path: string) => boolean {
  return picomatch(pattern, { dot: true, nonegate: true });
}

/** Whether a text means more than itself when read as a glob. */
export function isGlob(text: string): boolean {
  return picomatch.scan(text).isGlob;
}

const special = /[\\*?[\]{}()!+@|]/g;

/** A glob that matches just this text. */
export function escapeGlob(text: string): string {
  return text.replace(special, '\\$&');
}

/** The text that an escaped glob stands for. */
export function unescapeGlob(pattern: string): string {
  return pattern.replace(/\\([\\*?[\]{}()!+@|])/g, '$1');
}
