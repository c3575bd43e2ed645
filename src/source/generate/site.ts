import type { Contract } from '../../domain/contract.ts';
import type { GenerateAnswer } from '../../domain/cycle.ts';
import type { Version } from '../../domain/lane.ts';
import { type History, historyOf, type PastCommit } from '../../workspace/workspace.ts';
import type { Clearing, Desk } from '../desk.ts';
import { isSource, isTest } from './kind.ts';
import { type Manifest, manifestIn } from './manifest.ts';

/** A version of the code that generators look at. Nothing of it is changed. */
export interface Site {
  readonly generator: GenerateAnswer['generator'];
  /** Paths of plain files, in order. */
  readonly files: readonly string[];
  /** Of these: code, and tests. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  readonly contract: Contract;
  /** What package.json, Makefile and their like declare. */
  readonly manifest: Manifest;
  /** Undefined where it is not there, is too large or is no text. */
  text(path: string): Promise<string | undefined>;
  /** Undefined where git has none. */
  readonly history: History | undefined;
  /** The newest of them, from the newest. */
  commits(): Promise<readonly PastCommit[]>;
  /** A thrown-away folder with its files, in which its own commands run. */
  inCheckout<T>(work: (place: Clearing) => Promise<T>): Promise<T>;
  readonly desk: Desk;
  readonly version: Version;
  /** Names the calls of agents. */
  readonly key: string;
  readonly signal: AbortSignal;
}

const MOST_BYTES = 512 * 1024;
/** A larger repository is looked at in part, and that is said. */
export const MOST_FILES = 4000;
const MOST_COMMITS = 1000;

export async function openSite(
  desk: Desk,
  { generator, key }: { readonly generator: GenerateAnswer['generator']; readonly key: string },
  version: Version,
  signal: AbortSignal,
): Promise<Site> {
  const entries = (await desk.repository.files(version.tree)).filter(({ mode }) => mode.startsWith('100'));
  const blobs = new Map(entries.map(({ path, sha }) => [path, sha]));
  const texts = new Map<string, Promise<string | undefined>>();
  const text = (path: string): Promise<string | undefined> => {
    signal.throwIfAborted();
    const known = texts.get(path);
    if (known !== undefined) return known;
    const sha = blobs.get(path);
    const reading = sha === undefined ? Promise.resolve(undefined) : desk.repository.blob(sha).then(plainText);
    texts.set(path, reading);
    return reading;
  };
  const files = [...blobs.keys()].sort();
  const contract = await desk.contractOf(version);
  const revs = [version.commit, `refs/heads/${desk.ladder.branch}`, 'HEAD'];
  const history = desk.repository.place.kind === 'folder' ? undefined : await historyOf(desk.root, version.tree, revs);
  let commits: Promise<readonly PastCommit[]> | undefined;
  return {
    ...{ generator, key, files, text, contract, history, desk, version, signal },
    sources: files.filter(isSource).slice(0, MOST_FILES),
    tests: files.filter(isTest).slice(0, MOST_FILES),
    manifest: await manifestIn(files, text),
    commits: () => {
      commits ??= history?.commits(MOST_COMMITS) ?? Promise.resolve([]);
      return commits;
    },
    inCheckout: (work) => desk.inCheckout(version, signal, work),
  };
}

function plainText(bytes: Buffer): string | undefined {
  if (bytes.length > MOST_BYTES || bytes.subarray(0, 8000).includes(0)) return undefined;
  return bytes.toString('utf8');
}
