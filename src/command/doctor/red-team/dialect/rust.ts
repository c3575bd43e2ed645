import type { Deed, Dialect } from './dialect.ts';

const FUNCTION = /^[ \t]*(?:pub(?:\([^)]*\))?\s+)?fn\s+\w+[^{;]*\{/m;

/** Nothing runs before `main`, so the first function does it when it is called. */
export const rust: Dialect = {
  endings: ['.rs'],
  comment: '//',
  code,
  insert: (text, added) => (FUNCTION.test(text) ? text.replace(FUNCTION, (head) => `${head}\n${added}`) : undefined),
};

function code(deed: Deed): string | undefined {
  switch (deed.do) {
    case 'raise':
      return 'if true { panic!("galapagos doctor"); }';
    case 'exit':
      return 'if true { std::process::exit(0); }';
    case 'sleep':
      return `std::thread::sleep(std::time::Duration::from_secs(${deed.seconds}));`;
    case 'print':
      return deed.when === 'last' ? undefined : exiting(`println!("{}", ${JSON.stringify(deed.text)});`);
    case 'write': {
      if (deed.when === 'last') return undefined;
      const path = 'std::env::var("EVOLVE_RESULT").unwrap_or_default()';
      return exiting(`let _ = std::fs::write(${path}, ${JSON.stringify(deed.text)});`);
    }
    case 'slow-clocks':
      return undefined;
  }
}

const exiting = (body: string): string => `if true { ${body} std::process::exit(0); }`;
