export { type Literal, literals } from './literals.ts';
export { type Block, markers } from './markers.ts';
export { writeLiterals } from './write-literals.ts';
