export { languageOf } from './languages.ts';
export { type Literal, type Literals, literals } from './literals.ts';
export { markers } from './markers.ts';
export { writeLiterals } from './write-literals.ts';
