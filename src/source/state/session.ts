import type { Contract } from '../../domain/contract.ts';
import type { SessionState } from '../../domain/cycle.ts';
import { put, SESSION_STATE, textIn } from '../files.ts';
import { isJson, type Json, objectIn, textOf } from '../json.ts';

/** What somebody has taken. */
export interface Claim {
  readonly ref: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** The run that took it. */
  readonly run: string;
}

/** How the session stands, as the file has it. Claims are in it from the moment they are made. */
export function stateDocument(
  state: SessionState,
  { program, profile }: Pick<Contract, 'program' | 'profile'>,
  { claims, queue }: { readonly claims: readonly Claim[]; readonly queue?: readonly string[] },
): Json {
  const pinned = state.queue;
  return {
    cycle: state.cycle,
    mode: state.mode,
    test_first: state.testFirst,
    generator_empty_streak: state.emptyStreak,
    idle_streak: state.idleStreak,
    fruitless_streak: state.fruitlessStreak,
    failure_streak: state.failureStreak,
    last_selected_source: state.lastSource ?? null,
    queue_refresh_count: state.refreshes,
    ...claimFields(claims),
    repo_profile_path: profile?.path ?? null,
    startup_reads: profile?.startupReads ?? [],
    validation_commands: profile?.validation ?? [],
    tracker_commands: profile === undefined ? {} : trackerFields(profile.tracker),
    definition_of_done:
      profile === undefined
        ? {}
        : {
            predicates: profile.done.predicates,
            required_validations: profile.done.validations,
            require_clean_git: profile.done.cleanGit,
          },
    program_path: program?.path ?? null,
    program_mutable_scope: program?.mutable ?? [],
    program_immutable_scope: program?.immutable ?? [],
    program_validation_commands: program?.validation ?? [],
    program_decision_policy: program?.policy ?? [],
    program_stop_conditions: program?.stops ?? [],
    pinned_queue: pinned === undefined ? null : (queue ?? []),
    pinned_queue_file: pinned?.file ?? null,
    pinned_queue_index: pinned?.index ?? 0,
    pinned_queue_completed: pinned?.completed ?? [],
    pinned_queue_escalated: pinned?.escalated ?? [],
    unblock_depth: state.unblockDepth,
    unblock_failures: state.unblockFailures,
    unblock_chain: pinned?.chain ?? [],
    quarantined: state.quarantined,
    oscillations: state.oscillations,
    cycles: state.cycles,
    productive: state.productive,
    regressed: state.regressed,
    idle: state.idle,
    resolved: state.resolved,
    unblocked: state.unblocked,
    productive_at: new Date(state.productiveAt).toISOString(),
  };
}

function trackerFields({
  ready,
  show,
  update,
  close,
  prefix,
  doctor,
  others,
}: NonNullable<Contract['profile']>['tracker']) {
  return { ready, show, update, close, shell_prefix: prefix, doctor, ...others };
}

const claimFields = (claims: readonly Claim[]): Json => ({
  claimed_work: claims.length === 0 ? null : claimDocument(claims.at(-1)),
  claims: claims.map(claimDocument),
});

const claimDocument = (claim: Claim | undefined): Json =>
  claim === undefined ? {} : { ref: claim.ref, claimed_by: claim.by, claimed_at: claim.at, run: claim.run };

export const putState = (root: string, document: Json): void =>
  put(root, SESSION_STATE, `${JSON.stringify(document, null, 2)}\n`);

/** What is claimed, by this session or one before it. */
export function claimsIn(root: string): readonly Claim[] {
  const state = objectIn(textIn(root, SESSION_STATE) ?? '') ?? {};
  const listed = Array.isArray(state.claims) ? state.claims : isJson(state.claimed_work) ? [state.claimed_work] : [];
  return listed.filter(isJson).flatMap((one) => {
    const [ref, by, at] = [textOf(one.ref), textOf(one.claimed_by), textOf(one.claimed_at)];
    return ref === undefined || by === undefined ? [] : [{ ref, by, at: at ?? '', run: textOf(one.run) ?? '' }];
  });
}

/** Changes what is claimed and leaves the rest of the file as it is. The caller sees to it that nobody else does so. */
export function putClaims(root: string, claims: readonly Claim[]): void {
  const state = objectIn(textIn(root, SESSION_STATE) ?? '') ?? {};
  putState(root, { ...state, ...claimFields(claims) });
}
