export { type Literal, literals } from './literals.ts';
export { writeLiterals } from './write-literals.ts';
