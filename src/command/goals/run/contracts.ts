import type { Sha } from '../../../domain/candidate.ts';
import type { Contract } from '../../../domain/contract.ts';
import type { Version } from '../../../domain/lane.ts';
import { contractIn } from '../../../spec/spec.ts';
import type { Repository } from '../../../workspace/workspace.ts';
import { readIn } from '../place.ts';

/** What a version says of how it is to be worked on. Contract: throws `UserError` with file and line on what can't be read. */
export type ContractOf = (version: Pick<Version, 'tree'>) => Promise<Contract>;

/** Reads contracts from commits, never from the user's folder; each once. */
export function contractsOf(repository: Pick<Repository, 'read' | 'files'>): ContractOf {
  const known = new Map<Sha, Promise<Contract>>();
  return ({ tree }) => {
    const found = known.get(tree) ?? contractAt(repository, tree);
    known.set(tree, found);
    return found;
  };
}

async function contractAt(repository: Pick<Repository, 'read' | 'files'>, tree: Sha): Promise<Contract> {
  const read = async (path: string) => (await repository.read(tree, path))?.toString('utf8');
  const files = (await repository.files(tree)).map(({ path }) => path);
  return contractIn(read, files);
}

const NAMES = ['GOALS.md', 'GOALS.yaml', 'PROGRAM.md', 'AUTODEV.md', 'docs/contracts/repo-execution-profile.json'];

/** Contracts of the user's folder that a commit has otherwise, or not at all: cycles go by the commit. */
export async function looseContracts(
  { read, place }: Pick<Repository, 'read' | 'place'>,
  tree: Sha,
): Promise<readonly string[]> {
  const here = readIn(place.root);
  const plain = (text: string | undefined) => text?.replaceAll('\r\n', '\n');
  const loose: string[] = [];
  for (const name of NAMES) {
    const text = plain(await here(name));
    if (text !== undefined && text !== plain((await read(tree, name))?.toString('utf8'))) loose.push(name);
  }
  return loose;
}
