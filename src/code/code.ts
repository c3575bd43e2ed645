export { type AnswerFile, readAnswer } from './answer/answer.ts';
export { commentsIn, languageNameOf } from './comments.ts';
export { type Literal, literals } from './literals.ts';
export { type Block, markers } from './markers.ts';
export { normalForm } from './normal-form.ts';
export { cross } from './syntax/cross.ts';
export { editable, mutate } from './syntax/syntax.ts';
export { type Traits, traitsOf } from './traits.ts';
export { writeLiterals } from './write-literals.ts';
