export type { Charge, Council } from './council.ts';
export { type Unverified, verifyBy } from './verify.ts';
