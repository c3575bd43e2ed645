export type { Context, Detail, Engine, Live, StandIn } from './contract.ts';
export { parseOptions } from './option.ts';
export { type AnyCommand, COMMANDS, GROUPS, type Group, type Listed } from './registry.ts';
export { EXPERIMENT_SECTIONS, SECTIONS, type Section } from './sections.ts';
