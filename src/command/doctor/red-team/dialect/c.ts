import type { Deed, Dialect } from './dialect.ts';

/** What gcc and clang run before and after `main`. */
export const c: Dialect = {
  endings: ['.c', '.h', '.cc', '.cpp', '.cxx', '.hpp', '.hh'],
  comment: '//',
  code: (deed, where) => (where === 'load' ? onLoad(deed) : inside(deed)),
  insert: (text, added) => `${text}${text.endsWith('\n') ? '' : '\n'}${added}\n`,
};

function onLoad(deed: Deed): string | undefined {
  switch (deed.do) {
    case 'raise':
      return at('constructor', 'abort();');
    case 'exit':
      return at('constructor', 'exit(0);');
    case 'sleep':
      return `#include <unistd.h>\n${at('constructor', `sleep(${deed.seconds});`)}`;
    case 'slow-clocks':
      return undefined;
    case 'print':
      return timed(deed.when, `puts(${JSON.stringify(deed.text)}); fflush(stdout);`);
    case 'write': {
      const open = 'const char *path = getenv("EVOLVE_RESULT"); FILE *file = fopen(path ? path : "/dev/null", "w");';
      return timed(deed.when, `${open} if (file) { fputs(${JSON.stringify(deed.text)}, file); fclose(file); }`);
    }
  }
}

const timed = (when: 'now' | 'last', body: string): string =>
  when === 'now' ? at('constructor', `${body} _Exit(0);`) : at('destructor', body);

const at = (when: 'constructor' | 'destructor', body: string): string =>
  `#include <stdio.h>\n#include <stdlib.h>\n__attribute__((${when})) static void galapagos_doctor(void) { ${body} }`;

/** With what the compiler has built in, since nothing can be included there. */
function inside(deed: Deed): string | undefined {
  if (deed.do === 'raise') return '__builtin_abort();';
  if (deed.do === 'exit') return '__builtin_exit(0);';
  if (deed.do === 'sleep') return 'for (volatile int galapagos = 0; ; ) galapagos = 0;';
  if (deed.do !== 'print' || deed.when === 'last') return undefined;
  return `__builtin_puts(${JSON.stringify(deed.text)}); __builtin_exit(0);`;
}
