export { auditBy } from './audit.ts';
export { briefBy } from './brief.ts';
export type { Consulted, Council } from './council.ts';
export { ideateBy } from './ideate.ts';
export { type Postmortem, postmortemBy, type Session } from './postmortem.ts';
export { checkPrompts } from './prompts-check.ts';
export { scanBy } from './scan.ts';
export type { Trace } from './scan-parts.ts';
export { verifyBy } from './verify.ts';
