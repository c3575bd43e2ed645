import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CURRENT, currentRound, SINCE } from '../../domain/round.ts';
import { ROUNDS } from '../../domain/rounds.ts';
import { checkPrompts } from '../../inquiry/inquiry.ts';
import { UserError } from '../../lib/user-error.ts';
import { refuseUnusable } from '../adjust.ts';
import { adjust, adjustedBy } from '../config/adjust.ts';
import { askedFor } from '../config/asked.ts';
import type { FileInput } from '../config/file.ts';
import type { Context } from '../contract.ts';
import type { Lab } from '../exp/lab.ts';
import { RESCORE_ROOT } from '../exp/next.ts';
import { factsNow } from '../exp/site.ts';
import { promptsFolder } from '../place.ts';
import { hire } from './hire.ts';
import { flagsOf, type OptimizeInput } from './options.ts';

const PROJECT = 'project.md';

/** Throws `UserError` where there is nothing that rounds could begin with. */
export function refuseUnready(lab: Lab): void {
  if (!existsSync(join(lab.stateDir, PROJECT)))
    throw new UserError(
      `There is no .evolve/${PROJECT}, which says what is measured and what matters. Write it with: evolve init`,
    );
  checkPrompts(promptsFolder(lab.stateDir));
  if (factsNow(lab).blocked === true)
    throw new UserError(`A new epoch has begun and root has no score in it. Measure it first: ${RESCORE_ROOT}`);
}

/**
 * The settings that flags and file ask for, over those of the run.
 * Contract: writes nothing. Throws `UserError` on what could not be driven.
 */
export async function settingsFor(lab: Lab, input: OptimizeInput, context: Context): Promise<FileInput> {
  const { input: asked, from } = await askedFor(flagsOf(input), context.cwd);
  if (from !== undefined) context.tell(`settings from ${from}`);
  const { config } = factsNow(lab);
  const before = config.adjustable;
  const hasAuthor = adjustedBy(asked, before).agents?.author !== undefined;
  const hired = hasAuthor
    ? asked
    : { ...asked, agent: [...(asked.agent ?? []), await hire(context, input.yes === true)] };
  const { operator: _operator, ...wanted } = { ...hired, parallel: widthOf(lab, hired) };
  await refuseUnusable(config, adjustedBy(wanted, before), context);
  return wanted;
}

/** As many as there are lanes, unless somebody has said otherwise. */
function widthOf(lab: Lab, asked: FileInput): number {
  const { adjustable } = factsNow(lab).config;
  const before = adjustable.rounds ?? ROUNDS;
  const isChosen = lab.journal.view().memo(CURRENT) !== undefined && adjustable.parallel !== before.subagents;
  return asked.parallel ?? (isChosen ? adjustable.parallel : (asked.subagents ?? before.subagents));
}

/** Gives the run its settings; where it had come to its own end, rounds before count for no stall any more. Contract: the caller holds the lease. */
export function begin({ journal }: Pick<Lab, 'journal'>, settings: FileInput): void {
  adjust(journal, settings);
  journal.append((view) => {
    const round = currentRound(view);
    return view.run()?.end?.kind === 'finished' && round > 0 ? [{ type: 'memo', key: SINCE, value: { round } }] : [];
  });
}
