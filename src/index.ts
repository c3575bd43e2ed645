export { ranked } from './archive/archive.ts';
export type { Archive, Home, Placement, Resident } from './domain/archive.ts';
export type { RunConfig } from './domain/config.ts';
export type { Evaluation, StageResult } from './domain/evaluation.ts';
export type { Event, Recorded } from './domain/event.ts';
export type { Journal } from './domain/journal.ts';
export type { Lanes } from './domain/lane.ts';
export type { Operator } from './domain/operator.ts';
export type { Proposal } from './domain/proposal.ts';
export { rng } from './domain/rng.ts';
export type { Ask, Strategy } from './domain/strategy.ts';
export type { View } from './domain/view.ts';
export { memoryJournal, openStore, type Store } from './journal/journal.ts';
export { type Driving, drive, type Halt } from './loop/loop.ts';
export {
  type Added,
  type Info,
  type NewProgram,
  openPopulation,
  type Population,
  type Program,
  type Sampled,
  type Settings as PopulationSettings,
} from './population/population.ts';
export { generations, search, tuning, type Variation } from './strategy/strategy.ts';
