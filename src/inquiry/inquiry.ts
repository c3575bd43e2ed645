export { auditBy, type Improver } from './audit.ts';
export { briefBy } from './brief.ts';
export type { Charge, Council } from './council.ts';
export { ideateBy, type Thinking } from './ideate.ts';
export { checkPrompts } from './prompts-check.ts';
export { type Scanning, scanBy } from './scan.ts';
export type { Attempted, Trace } from './scan-parts.ts';
export { type Unverified, verifyBy } from './verify.ts';
