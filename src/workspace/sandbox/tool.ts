import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

const found = new Map<string, string | undefined>();

/** Where one of our own tools is; absolute, because the command's PATH need not hold it. */
export function findTool(name: string): string | undefined {
  if (!found.has(name)) found.set(name, FOLDERS.map((folder) => join(folder, name)).find(executable));
  return found.get(name);
}

/** The bare name when there is none. */
export const tool = (name: string): string => findTool(name) ?? name;

function executable(path: string): boolean {
  if (!path.startsWith('/')) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
