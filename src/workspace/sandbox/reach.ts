import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { CLOSED, type Reach, type Sandbox, STEPS } from '../../domain/sandbox.ts';
import { UserError } from '../../lib/user-error.ts';

/** Makes the paths absolute and sees that they are there. */
export function resolveSandbox({ mode, reach }: Sandbox, root: string): Sandbox {
  // Runs that were opened before agents had rules have none of them.
  const known: Sandbox['reach'] = { ...CLOSED.reach, ...reach };
  const each = STEPS.map((step) => [step, resolved(known[step], root)] as const);
  return { mode, reach: { ...known, ...Object.fromEntries(each) } };
}

function resolved(reach: Reach, root: string): Reach {
  const paths = (flag: string, given: readonly string[]): readonly string[] =>
    given.map((path) => {
      const absolute = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : resolve(root, path);
      if (!existsSync(absolute))
        throw new UserError(`${flag} ${path}: there is no ${absolute}. Make it, or correct the path.`);
      return absolute;
    });
  // Both the name and what it stands for.
  const withTargets = (given: readonly string[]) => [...new Set(given.flatMap((path) => [path, realpathSync(path)]))];
  return {
    ...reach,
    read: withTargets(paths('--allow-read', reach.read)),
    write: withTargets(paths('--allow-write', reach.write)),
  };
}
