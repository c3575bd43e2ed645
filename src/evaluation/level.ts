import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Evaluation } from '../domain/evaluation.ts';
import { CLOSED, type Isolation, type Reach, type Sandbox, type Step } from '../domain/sandbox.ts';
import { type Box, isolation } from '../workspace/workspace.ts';
import type { CommandPlan, Site } from './command.ts';
import type { Scratch } from './scratch.ts';

/** What keeps the commands of a run apart from the machine. */
export async function levelOf({ sandbox = CLOSED }: { readonly sandbox?: Sandbox }): Promise<Isolation | 'off'> {
  return sandbox.mode === 'off' ? 'off' : isolation();
}

export async function withLevel(plan: CommandPlan, evaluation: Evaluation): Promise<Evaluation> {
  return evaluation.outcome === 'broken' ? evaluation : { ...evaluation, sandbox: await levelOf(plan) };
}

/** Commands are known by the names of their logs. */
export function stepOf(name: string): Step {
  if (name === 'prepare' || name === 'build') return name;
  if (name.startsWith('gate_')) return 'gates';
  return name.startsWith('holdout') ? 'holdout' : 'fitness';
}

export const reachOf = ({ sandbox = CLOSED }: CommandPlan, name: string): Reach => sandbox.reach[stepOf(name)];

/** What a command is shut into; nothing when the user wants no sandbox. */
export function boxOf(plan: CommandPlan, site: Site, folders: Scratch, name: string): Box | undefined {
  if (plan.sandbox?.mode === 'off') return undefined;
  const home = join(site.temp, 'home');
  mkdirSync(home, { recursive: true });
  const own = [site.checkout.root, site.temp, folders.traces, folders.checkpoints];
  return { own, home, hidden: plan.hidden ?? [], reach: reachOf(plan, name) };
}
