import type { Deed, Dialect } from './dialect.ts';

const PACKAGE = /^package\s+\w+.*$/m;
/** Between what is imported and what is done: the one stands at the top of a file, the other at its end. */
const BREAK = '\n// galapagos\n';

export const go: Dialect = {
  endings: ['.go'],
  comment: '//',
  // Nothing can be imported inside of a function.
  code: (deed, where) => (where === 'load' ? onLoad(deed) : deed.do === 'raise' ? RAISE : undefined),
  insert(text, added) {
    if (!PACKAGE.test(text)) return undefined;
    const [imported = '', body = ''] = added.split(BREAK);
    return `${text.replace(PACKAGE, (clause) => `${clause}\n${imported}`)}\n${body}\n`;
  },
};

const RAISE = 'panic("galapagos doctor")';

function onLoad(deed: Deed): string | undefined {
  switch (deed.do) {
    case 'raise':
      return init([], RAISE);
    case 'exit':
      return init(['os'], 'galapagos_os.Exit(0)');
    case 'sleep':
      return init(['time'], `galapagos_time.Sleep(${deed.seconds} * galapagos_time.Second)`);
    case 'print':
      if (deed.when === 'last') return undefined;
      return init(['os'], `galapagos_os.Stdout.WriteString(${JSON.stringify(`${deed.text}\n`)}); galapagos_os.Exit(0)`);
    case 'write': {
      if (deed.when === 'last') return undefined;
      const path = 'galapagos_os.Getenv("EVOLVE_RESULT")';
      return init(
        ['os'],
        `galapagos_os.WriteFile(${path}, []byte(${JSON.stringify(deed.text)}), 0o644); galapagos_os.Exit(0)`,
      );
    }
    case 'slow-clocks':
      return undefined;
  }
}

const init = (packages: readonly string[], body: string): string =>
  `${packages.map((name) => `import galapagos_${name} "${name}"`).join('\n')}${BREAK}func init() { ${body} }`;
