export { heldTo } from './authored.ts';
export { type LocalLanes, localLanes } from './local.ts';
export { withClaims } from './with-claims.ts';
export { withRedaction } from './with-redaction.ts';
