import type { Deed, Dialect } from './dialect.ts';

const CLASS = /^[ \t]*(?:(?:public|final|abstract|static|strictfp|sealed)\s+)*class\s+\w+[^{;]*\{/m;

export const java: Dialect = {
  endings: ['.java'],
  comment: '//',
  anywhere: false,
  code,
  insert: (text, added) => (CLASS.test(text) ? text.replace(CLASS, (head) => `${head}\n${added}`) : undefined),
};

function code(deed: Deed): string | undefined {
  switch (deed.do) {
    case 'raise':
      // The compiler wants an initializer that can complete.
      return initializer('if (true) throw new RuntimeException("galapagos doctor");');
    case 'exit':
      return initializer('System.exit(0);');
    case 'sleep':
      return initializer(`try { Thread.sleep(${deed.seconds}000L); } catch (InterruptedException ended) {}`);
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
  initializer(
    when === 'now' ? `${body} System.exit(0);` : `Runtime.getRuntime().addShutdownHook(new Thread(() -> { ${body} }));`,
  );

const initializer = (body: string): string => `static { ${body} }`;
