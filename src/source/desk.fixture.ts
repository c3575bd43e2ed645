import { repositoryWith, scratch } from '../workspace/test-kit.ts';
import { deskAt, type Given } from './bare-desk.fixture.ts';
import type { Desk } from './desk.ts';

export { BASE, CONTRACT, NOW, never, SNAPSHOT, STATE } from './bare-desk.fixture.ts';

/** A desk in a real repository of its own. */
export const deskOf = (given: Given = {}): Desk => deskAt(repositoryWith({ 'a.txt': '1' }), scratch(), given);
