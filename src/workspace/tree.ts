/** The id of a git object in lower-case hexadecimal: 40 digits, or 64 in a SHA-256 repository. */
export type Sha = string;

export type Format = 'sha1' | 'sha256';

/** A plain file, an executable one, a symbolic link, a submodule's commit. */
export type Mode = '100644' | '100755' | '120000' | '160000';

/** A file of a tree; folders are implied by the paths. */
export interface Entry {
  readonly path: string;
  readonly mode: Mode;
  readonly sha: Sha;
}

/** One line of one tree object. */
export interface TreeLine {
  readonly name: string;
  readonly mode: Mode | 'tree';
  readonly sha: Sha;
  /** The line as git stores it, so that a tree can be rewritten without losing names that are no UTF-8. */
  readonly raw: Buffer;
}

export function parseTree(content: Buffer, format: Format): TreeLine[] {
  const shaBytes = format === 'sha1' ? 20 : 32;
  const lines: TreeLine[] = [];
  for (let start = 0; start < content.length; ) {
    const space = content.indexOf(0x20, start);
    const zero = content.indexOf(0, space);
    const end = zero + 1 + shaBytes;
    if (space < 0 || zero < 0 || end > content.length) throw new Error('a git tree object is damaged');
    lines.push({
      name: nameOf(content.subarray(space + 1, zero)),
      mode: modeOf(content.toString('latin1', start, space)),
      sha: content.toString('hex', zero + 1, end),
      raw: content.subarray(start, end),
    });
    start = end;
  }
  return lines;
}

/** Names that are no UTF-8 stay distinct and can be told by their first character; no checkout has them. */
function nameOf(bytes: Buffer): string {
  const name = bytes.toString('utf8');
  return name.includes(unreadable) ? unreadable + bytes.toString('latin1') : name;
}

export const unreadable = '\uFFFD';

function modeOf(digits: string): Mode | 'tree' {
  switch (digits) {
    case '40000':
    case '040000':
      return 'tree';
    case '100755':
    case '120000':
    case '160000':
      return digits;
    default:
      // Old repositories also have 100664 and the like.
      return '100644';
  }
}

export function treeLine(name: string, mode: Mode | 'tree', sha: Sha): TreeLine {
  const head = Buffer.from(`${mode === 'tree' ? '40000' : mode} ${name}\0`);
  return { name, mode, sha, raw: Buffer.concat([head, Buffer.from(sha, 'hex')]) };
}

export function encodeTree(lines: readonly TreeLine[]): Buffer {
  const keyed = lines.map((line) => ({ line, key: sortKey(line) }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return Buffer.concat(keyed.map(({ line }) => line.raw));
}

/** Git orders the bytes of names as if folders ended in a slash. */
function sortKey({ raw, mode }: TreeLine): Buffer {
  const name = raw.subarray(raw.indexOf(0x20) + 1, raw.indexOf(0));
  return mode === 'tree' ? Buffer.concat([name, Buffer.from('/')]) : name;
}

/** Which paths a list of files has, folders included. */
export interface Listing {
  readonly files: ReadonlyMap<string, Entry>;
  readonly folders: ReadonlySet<string>;
}

export function listing(entries: readonly Entry[]): Listing {
  const folders = new Set<string>();
  for (const { path } of entries) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return { files: new Map(entries.map((entry) => [entry.path, entry])), folders };
}
