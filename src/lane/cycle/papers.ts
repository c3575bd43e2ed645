import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planText, workText } from '../../domain/charter.ts';
import type { Contract } from '../../domain/contract.ts';
import { NO_PLAN, type Turn } from '../../domain/cycle.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import { redacted, type Secret } from '../../lib/secrets.ts';
import type { Worktree } from '../../workspace/workspace.ts';

/** Where an implementation finds what discovery has left for it. They are never part of its change. */
export const PAPERS = { plan: '.agents/rpi/plan.md', packet: '.agents/rpi/execution-packet.json' } as const;

export const isPaper = (path: string): boolean => path === PAPERS.plan || path === PAPERS.packet;

interface Handing {
  readonly secrets: readonly Secret[];
  readonly run: string;
  readonly proposal: string;
  readonly turn: Turn;
  readonly work: WorkItem;
  readonly contract: Contract;
}

/** A worktree in which the papers lie, also after its files were made anew. */
export function withPapers(worktree: Worktree, handing: Handing): Worktree {
  const lay = (): void => {
    const packet = `${JSON.stringify(packetOf(handing), null, 2)}\n`;
    put(worktree.root, PAPERS.plan, redacted(paper(handing), handing.secrets));
    put(worktree.root, PAPERS.packet, redacted(packet, handing.secrets));
  };
  lay();
  return {
    ...worktree,
    async renew() {
      await worktree.renew();
      lay();
    },
  };
}

/** As other tools of this kind read it. */
function packetOf({ run, proposal, turn, work, contract }: Handing): Readonly<Record<string, unknown>> {
  const { goals, program, profile, bundle } = contract;
  const plan = turn.plan ?? NO_PLAN;
  const tracked = work.source === 'beads';
  return {
    schema_version: 1,
    run_id: `${run}/${proposal}`,
    objective: work.title,
    ...(work.children === undefined ? {} : { epic_id: work.target }),
    plan_path: PAPERS.plan,
    contract_surfaces: [goals?.path, program?.path, profile?.path].filter((path) => path !== undefined),
    validation_commands: bundle,
    tracker_mode: tracked ? 'beads' : 'tasklist',
    tracker_health: tracked
      ? { healthy: true, reason: `${work.target} was read from it` }
      : { healthy: false, reason: 'the work does not come from a tracker' },
    done_criteria: [...plan.criteria, ...(profile?.done.predicates ?? []), ...(program?.stops ?? [])],
    pre_mortem_verdict: plan.premortem.verdict.toUpperCase(),
    test_levels: { required: turn.testFirst ? ['L1'] : [], recommended: [] },
    ranked_packet_path: null,
    ...(program === undefined
      ? {}
      : {
          autodev_program: {
            path: program.path,
            objective: program.objective,
            mutable_scope: program.mutable,
            immutable_scope: program.immutable,
            experiment_unit: program.unit,
            validation_commands: program.validation,
            decision_policy: program.policy,
            escalation_rules: program.escalation,
            stop_conditions: program.stops,
          },
        }),
  };
}

function paper({ turn, work }: Handing): string {
  const findings = turn.findings ?? [];
  return `${[
    `# ${work.title}`,
    workText(work),
    '## Plan',
    planText(turn.plan ?? NO_PLAN) || '(none)',
    ...(findings.length === 0 ? [] : ['## What the last attempt lacked', findings.map((one) => `- ${one}`).join('\n')]),
  ].join('\n\n')}\n`;
}

/** Not where a link of the repository would lead out of it: whoever works there is told all of it anyway. */
function put(root: string, path: string, text: string): void {
  const parts = path.split('/');
  let folder = root;
  for (const part of parts.slice(0, -1)) {
    folder = join(folder, part);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(folder);
    else if (!found.isDirectory()) return;
  }
  const file = join(root, path);
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) return;
  writeFileSync(file, text);
}
