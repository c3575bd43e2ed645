import type { Deed, Dialect } from './dialect.ts';

const SHEBANG = /^\uFEFF?(?:#!.*\n)?/;

const CLOCKS = `
{
  for (const owner of [performance, Date]) {
    const real = owner.now.bind(owner);
    const start = real();
    owner.now = () => start + (real() - start) / 1000;
  }
  const clock = process.hrtime.bigint;
  const start = clock();
  const bigint = () => start + (clock() - start) / 1000n;
  const hrtime = (since = [0, 0]) => {
    const passed = bigint() - (BigInt(since[0]) * 1000000000n + BigInt(since[1]));
    return [Number(passed / 1000000000n), Number(passed % 1000000000n)];
  };
  process.hrtime = Object.assign(hrtime, { bigint });
}
`.trim();

export const javascript: Dialect = {
  endings: ['.js', '.mjs', '.cjs', '.jsx'],
  comment: '//',
  code,
  insert: (text, added) => text.replace(SHEBANG, (top) => `${top}${added}\n`),
};

export const typescript: Dialect = {
  ...javascript,
  endings: ['.ts', '.mts', '.cts', '.tsx'],
  insert: (text, added) => text.replace(SHEBANG, (top) => `${top}// @ts-nocheck\n${added}\n`),
};

function code(deed: Deed): string {
  switch (deed.do) {
    case 'raise':
      return "throw new Error('galapagos doctor');";
    case 'exit':
      return 'process.exit(0);';
    case 'sleep':
      return `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${deed.seconds * 1000});`;
    case 'slow-clocks':
      return once(CLOCKS);
    case 'print':
      return timed(deed.when, `process.stdout.write(${JSON.stringify(`${deed.text}\n`)})`);
    case 'write': {
      const files = "(process.getBuiltinModule ? process.getBuiltinModule('fs') : require('fs'))";
      const path = "process.env.EVOLVE_RESULT || '/dev/null'";
      return timed(deed.when, `${files}.writeFileSync(${path}, ${JSON.stringify(deed.text)})`);
    }
  }
}

const timed = (when: 'now' | 'last', expression: string): string =>
  when === 'now' ? `${expression};\nprocess.exit(0);` : once(`process.on('exit', () => ${expression});`);

/** A block between markers may be part of a loop. */
const once = (text: string): string => `if (!globalThis.galapagosDone) {\nglobalThis.galapagosDone = true;\n${text}\n}`;
