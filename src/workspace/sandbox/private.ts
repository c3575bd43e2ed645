import { accessSync, constants, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Switches of the kernel, which belong to all. Root may set them whatever rights it has lost, unless they are read-only. */
const SWITCHES = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus', '/proc/fs'];

export const switches = (): readonly string[] =>
  process.getuid?.() === 0 ? SWITCHES.filter((path) => existsSync(path)) : [];

const known = new Map<string, readonly string[]>();

/** What in a folder of the system only some may read and we are among them: keys and passwords, mostly root's. */
export function privateIn(folder: string): readonly string[] {
  const found = known.get(folder) ?? search(folder);
  known.set(folder, found);
  return found;
}

function search(folder: string): readonly string[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || !(found.isFile() || found.isDirectory())) return [];
    const everybody = found.isFile() ? 0o004 : 0o005;
    if ((found.mode & everybody) === everybody) return found.isDirectory() ? search(path) : [];
    return readable(path) ? [path] : [];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
