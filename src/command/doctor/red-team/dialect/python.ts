import type { Deed, Dialect } from './dialect.ts';

const FUTURE = /^from __future__ import (?:\([^)]*\)|.*)$/gm;
/** Comments at the top may say how the text is encoded. */
const TOP = /^(?:\uFEFF)?(?:#.*\n)*/;

const CLOCKS = `
import time as _galapagos_time
def _galapagos_slow(real):
    start = real()
    if isinstance(start, int):
        return lambda: start + (real() - start) // 1000
    return lambda: start + (real() - start) / 1000
for _galapagos_name in ("time", "perf_counter", "monotonic", "process_time"):
    for _galapagos_unit in ("", "_ns"):
        _galapagos_full = _galapagos_name + _galapagos_unit
        setattr(_galapagos_time, _galapagos_full, _galapagos_slow(getattr(_galapagos_time, _galapagos_full)))
import timeit as _galapagos_timeit
_galapagos_timeit.default_timer = _galapagos_time.perf_counter
`.trim();

export const python: Dialect = {
  endings: ['.py'],
  comment: '#',
  code,
  insert(text, added) {
    const future = [...text.matchAll(FUTURE)].at(-1);
    const at = future === undefined ? (TOP.exec(text)?.[0].length ?? 0) : future.index + future[0].length + 1;
    const before = text.slice(0, at);
    return `${before}${before === '' || before.endsWith('\n') || before === '\uFEFF' ? '' : '\n'}${added}\n${text.slice(at)}`;
  },
};

function code(deed: Deed): string {
  switch (deed.do) {
    case 'raise':
      return 'raise RuntimeError("galapagos doctor")';
    case 'exit':
      return 'import sys as _galapagos_sys\n_galapagos_sys.exit(0)';
    case 'sleep':
      return `import time as _galapagos_time\n_galapagos_time.sleep(${deed.seconds})`;
    case 'slow-clocks':
      return once(CLOCKS);
    case 'print':
      return timed(deed.when, [
        '_galapagos_sys.stdout.flush()',
        `_galapagos_os.write(1, ${JSON.stringify(`${deed.text}\n`)}.encode())`,
      ]);
    case 'write':
      return timed(deed.when, [
        'with open(_galapagos_os.environ.get("EVOLVE_RESULT", _galapagos_os.devnull), "w") as file:',
        `    file.write(${JSON.stringify(deed.text)})`,
      ]);
  }
}

function timed(when: 'now' | 'last', lines: readonly string[]): string {
  const imports = 'import os as _galapagos_os, sys as _galapagos_sys, atexit as _galapagos_atexit';
  // Inside a function the names are local to it, so the inner one imports them itself.
  const body = [imports, 'def _galapagos():', ...[imports, ...lines].map((line) => `    ${line}`)];
  if (when === 'now') return [...body, '_galapagos()', '_galapagos_os._exit(0)'].join('\n');
  return once([...body, '_galapagos_atexit.register(_galapagos)'].join('\n'));
}

/** A block between markers may be part of a loop. */
const once = (code: string): string =>
  [
    'import builtins as _galapagos_builtins',
    'if not hasattr(_galapagos_builtins, "_galapagos_done"):',
    '    _galapagos_builtins._galapagos_done = True',
    code.replace(/^(?=.)/gm, '    '),
  ].join('\n');
