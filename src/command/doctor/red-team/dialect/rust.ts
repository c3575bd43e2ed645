import type { Dialect } from './dialect.ts';

/** Nothing runs before `main`, so all it can do on load is not to compile. */
export const rust: Dialect = {
  endings: ['.rs'],
  comment: '//',
  anywhere: false,
  code: (deed) => (deed.do === 'raise' ? 'compile_error!("galapagos doctor");' : undefined),
  insert: (text, added) => `${text}\n${added}\n`,
};
