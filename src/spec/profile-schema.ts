import { z } from 'zod';

const line = z.string().trim().min(1);
const lines = z.array(line);

/** Sources in the order in which work is looked for. */
const ORDER = [
  'harvested',
  'beads',
  'goal',
  'directive',
  'testing',
  'validation',
  'bug-hunt',
  'drift',
  'feature',
] as const;

/** A profile as it is written. */
export const PROFILE = z.strictObject({
  $schema: z.string().optional(),
  schema_version: z.literal(1),
  startup_reads: lines.min(1),
  goals_source: z.strictObject({ primary: line, compatibility_mirrors: lines }),
  validation_commands: lines.min(1),
  // How others narrow the commands down. Ours are run as a whole.
  validation_lanes: z.array(z.looseObject({ name: line, command: line })).optional(),
  tracker_commands: z.strictObject({
    ready: line,
    show: line,
    update: line,
    close: line,
    shell_prefix: z.string().optional(),
    doctor: line.optional(),
    vc_status: line.optional(),
    dolt_commit: line.optional(),
    dolt_push: line.optional(),
  }),
  work_selection_order: z.array(z.enum(ORDER)).optional(),
  definition_of_done: z.strictObject({
    predicates: lines.min(1),
    required_validations: lines,
    require_clean_git: z.boolean().default(false),
  }),
});

export type WrittenProfile = z.infer<typeof PROFILE>;
