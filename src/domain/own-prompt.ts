/** The prompts that a user may replace by `.evolve/prompts/NAME.md`, and what each may have filled in as `{{name}}`. */
export const OWN_PROMPTS: Readonly<Record<string, readonly string[]>> = {
  implement: ['name'],
  revise: ['name', 'looks'],
  mend: ['name'],
  verify: [],
  audit: [],
  scan: [],
  'ideate-frontier': [],
  'ideate-failures': [],
  'ideate-literature': [],
  brief: ['width'],
  analyst: [],
  discover: [],
  'implement-goal': [],
  validate: [],
  postmortem: [],
};
