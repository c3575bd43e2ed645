export { type Literal, literals } from './literals.ts';
export { type Block, markers } from './markers.ts';
export { editable, mutate } from './syntax.ts';
export { cross } from './syntax-cross.ts';
export { writeLiterals } from './write-literals.ts';
