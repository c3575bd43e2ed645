import { SANDBOX_FAILED } from './namespace.ts';
import { quoted, tool } from './tool.ts';

/**
 * A command's own view of the folder `tree` in `dir`: what it writes goes to `upper` beside it, and the tree stays as it
 * is. `upper` and `work` are there and empty.
 */
export interface Veil {
  readonly dir: string;
  /** Who mounts it: root itself, or whoever is root in a user namespace alone. */
  readonly by: 'root' | 'user';
}

/**
 * Volatile: what is thrown away need not reach the disk, which would otherwise be written out at the end of every
 * command. Folders of the tree can't be renamed, since the mark of that could be neither read nor forged by us.
 */
const WRITTEN = 'upperdir=upper,workdir=work,redirect_dir=nofollow,metacopy=off,index=off,xino=off,volatile';

/** Relative names, so that no path needs to be quoted. */
export const veilOptions = ({ by }: Veil): string => `lowerdir=tree,${WRITTEN}${by === 'user' ? ',userxattr' : ''}`;
const lookOptions = ({ by }: Veil): string => `ro,lowerdir=upper:tree${by === 'user' ? ',userxattr' : ''}`;

/** Shell that mounts it, given where its folder and its options are. In a shell of its own: the working folder stays. */
export const mountVeil = (dir: string, options: string): string =>
  `(cd -- ${dir} && exec ${quoted(tool('mount'))} -t overlay -o ${options} -- overlay tree)`;

/** Runs a program, after some shell of ours, with the veil over the tree, seen by this program alone. */
export function veiled(veil: Veil, first: string, argv: readonly string[]): [string, ...string[]] {
  const script = `${mountVeil('"$1"', '"$2"')} || exit ${SANDBOX_FAILED}; shift 2; ${first} exec "$@"`;
  return [...apart(veil), script, 'sh', veil.dir, veilOptions(veil), ...argv];
}

/** Prints the places, counted from 0, of those paths that are not there for who looks through it. */
export function looking(veil: Veil, paths: readonly string[]): [string, ...string[]] {
  const missing = 'i=0; for p; do [ -e "tree/$p" ] || [ -L "tree/$p" ] || echo $i; i=$((i + 1)); done';
  const script = `cd -- "$1" && ${mountVeil('.', '"$2"')} || exit ${SANDBOX_FAILED}; shift 2; ${missing}`;
  return [...apart(veil), script, 'sh', veil.dir, lookOptions(veil), ...paths];
}

function apart({ by }: Veil): [string, ...string[]] {
  const user = by === 'user' ? ['--user', '--map-root-user'] : [];
  return [tool('unshare'), ...user, '--mount', tool('sh'), '-c'];
}
