import type { Deed, Dialect } from './dialect.ts';

const CLASS = /^[ \t]*(?:(?:public|final|abstract|static|strictfp|sealed)\s+)*class\s+\w+[^{;]*\{/m;

export const java: Dialect = {
  endings: ['.java'],
  comment: '//',
  code(deed, where) {
    const body = bodyOf(deed);
    return body === undefined || where === 'inside' ? body : `static { ${body} }`;
  },
  insert: (text, added) => (CLASS.test(text) ? text.replace(CLASS, (head) => `${head}\n${added}`) : undefined),
};

function bodyOf(deed: Deed): string | undefined {
  switch (deed.do) {
    case 'raise':
      // The compiler wants an initializer that can complete, and no code that can't be reached.
      return 'if (true) throw new RuntimeException("galapagos doctor");';
    case 'exit':
      return 'System.exit(0);';
    case 'sleep':
      return `try { Thread.sleep(${deed.seconds}000L); } catch (InterruptedException ended) {}`;
    case 'slow-clocks':
      return undefined;
    case 'print':
      return timed(deed.when, `System.out.println(${JSON.stringify(deed.text)});`);
    case 'write': {
      const path = 'java.nio.file.Path.of(System.getenv("EVOLVE_RESULT"))';
      return timed(
        deed.when,
        `try { java.nio.file.Files.writeString(${path}, ${JSON.stringify(deed.text)}); } catch (Exception ended) {}`,
      );
    }
  }
}

const timed = (when: 'now' | 'last', body: string): string =>
  when === 'now' ? `${body} System.exit(0);` : `Runtime.getRuntime().addShutdownHook(new Thread(() -> { ${body} }));`;
