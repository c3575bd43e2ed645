import { describe, expect, it } from 'vitest';
import type { Target } from '../../domain/target.ts';
import { targetIn } from './confine.fixture.ts';
import { confine } from './confine.ts';

interface Case {
  readonly path: string;
  readonly symbol: string;
  readonly seed: string;
  readonly made: string;
  /** Without helpers, and with them. */
  readonly kept: string;
  readonly helped: string;
}

const PYTHON: Case = {
  path: 'a.py',
  symbol: 'Box.total',
  seed: [
    '#!/usr/bin/env python3',
    '"""Boxes."""',
    'import os',
    '',
    '',
    'class Box:',
    "    def first( self ):  return  'x'",
    '',
    '    # the sum',
    '    @property',
    '    def total(self):',
    '        t = 0',
    '        for i in self.items:',
    '            t += i',
    '        return t',
    '',
    '',
    'def other(a):',
    '    return a',
    '',
  ].join('\n'),
  made: [
    '#!/usr/bin/env python3',
    '"""Many boxes."""',
    'import os, sys',
    'from math import (fsum,',
    '    sqrt)',
    'import json',
    '',
    'def add(items):',
    '  return fsum(items)',
    '',
    'def unused(items):',
    '  return json.dumps(items)',
    '',
    'class Box:',
    '  def first(self):',
    "    return 'x'",
    '',
    '  @property',
    '  def total(self):',
    '    """',
    '  kept',
    '    """',
    '    return add(self.items) + sqrt(self.extra())',
    '',
    '  def extra(self):',
    '    return 0',
    '',
    'def other(a):',
    '  return a + 1',
    '',
  ].join('\n'),
  kept: [
    '#!/usr/bin/env python3',
    '"""Boxes."""',
    'import os',
    'from math import sqrt',
    '',
    '',
    'class Box:',
    "    def first( self ):  return  'x'",
    '',
    '    # the sum',
    '    @property',
    '    def total(self):',
    '      """',
    '  kept',
    '    """',
    '      return add(self.items) + sqrt(self.extra())',
    '',
    '',
    'def other(a):',
    '    return a',
    '',
  ].join('\n'),
  helped: [
    '#!/usr/bin/env python3',
    '"""Boxes."""',
    'import os',
    'from math import (fsum,',
    '    sqrt)',
    '',
    '',
    'def add(items):',
    '  return fsum(items)',
    '',
    '',
    'class Box:',
    "    def first( self ):  return  'x'",
    '',
    '    def extra(self):',
    '      return 0',
    '',
    '    # the sum',
    '    @property',
    '    def total(self):',
    '      """',
    '  kept',
    '    """',
    '      return add(self.items) + sqrt(self.extra())',
    '',
    '',
    'def other(a):',
    '    return a',
    '',
  ].join('\n'),
};

const CASES: readonly Case[] = [
  PYTHON,
  {
    path: 'a.js',
    symbol: 'sum',
    seed: "'use strict';\r\n\r\n/** Adds. */\r\nexport function sum(a) {\r\n  return a;\r\n}\r\nexport const other = 1;\r\n",
    made: 'import { b, c } from "./b.js";\nimport "./effect.js";\n/** Adds. */\nexport function sum(a) {\n  return b(a) + help(a);\n}\n// helps\nfunction help(a) {\n  return a;\n}\nexport const other = c;\n',
    kept: '\'use strict\';\r\n\r\nimport { b } from "./b.js";\r\n\r\n/** Adds. */\r\nexport function sum(a) {\r\n  return b(a) + help(a);\r\n}\r\nexport const other = 1;\r\n',
    helped:
      '\'use strict\';\r\n\r\nimport { b } from "./b.js";\r\n\r\n// helps\r\nfunction help(a) {\r\n  return a;\r\n}\r\n\r\n/** Adds. */\r\nexport function sum(a) {\r\n  return b(a) + help(a);\r\n}\r\nexport const other = 1;\r\n',
  },
  {
    path: 'a.ts',
    symbol: 'Box.total',
    seed: "import { a, type T } from 'x';\n\nexport class Box<T> {\n\tprivate n = 1\n\ttotal(x: T): number { return a(x) }\n}\n",
    made: 'import { a, b, type T } from "x";\nimport * as ns from "ns";\n\ninterface Wide {\n  w: number;\n}\n\nexport class Box<T> {\n  private n = 2;\n\n  total(x: T): number {\n    const wide: Wide = ns.wide(x);\n    return b(wide);\n  }\n}\n',
    kept: 'import { a, type T } from \'x\';\nimport { b } from "x";\nimport * as ns from "ns";\n\nexport class Box<T> {\n\tprivate n = 1\n\ttotal(x: T): number {\n\t  const wide: Wide = ns.wide(x);\n\t  return b(wide);\n\t}\n}\n',
    helped:
      'import { a, type T } from \'x\';\nimport { b } from "x";\nimport * as ns from "ns";\n\ninterface Wide {\n  w: number;\n}\n\nexport class Box<T> {\n\tprivate n = 1\n\ttotal(x: T): number {\n\t  const wide: Wide = ns.wide(x);\n\t  return b(wide);\n\t}\n}\n',
  },
  {
    path: 'a.go',
    symbol: 'Box.Total',
    seed: 'package p\n\nimport (\n\t"fmt"\n)\n\n// Total adds.\nfunc (b *Box) Total() int {\n\treturn 1\n}\n\nfunc Other() { fmt.Println() }\n',
    made: 'package p\n\nimport (\n\t"fmt"\n\t"os"\n\t"sort"\n)\n\nfunc help(b *Box) int {\n\tsort.Ints(b.items)\n\treturn 2\n}\n\n// Total adds.\nfunc (b *Box) Total() int {\n\tsort.Ints(nil)\n\treturn help(b)\n}\n\nfunc Other() { fmt.Println(os.Args) }\n',
    kept: 'package p\n\nimport (\n\t"fmt"\n\t"sort"\n)\n\n// Total adds.\nfunc (b *Box) Total() int {\n\tsort.Ints(nil)\n\treturn help(b)\n}\n\nfunc Other() { fmt.Println() }\n',
    helped:
      'package p\n\nimport (\n\t"fmt"\n\t"sort"\n)\n\nfunc help(b *Box) int {\n\tsort.Ints(b.items)\n\treturn 2\n}\n\n// Total adds.\nfunc (b *Box) Total() int {\n\tsort.Ints(nil)\n\treturn help(b)\n}\n\nfunc Other() { fmt.Println() }\n',
  },
  {
    path: 'b.go',
    symbol: 'Total',
    seed: '// Package p.\npackage p\n\nfunc Total() int { return 1 }\n',
    made: 'package p\n\nimport "sort"\n\nfunc Total() int { return sort.SearchInts(nil, 1) }\n',
    kept: '// Package p.\npackage p\n\nimport "sort"\n\nfunc Total() int { return sort.SearchInts(nil, 1) }\n',
    helped: '// Package p.\npackage p\n\nimport "sort"\n\nfunc Total() int { return sort.SearchInts(nil, 1) }\n',
  },
  {
    path: 'a.rs',
    symbol: 'Bag.total',
    seed: '//! Bags.\nuse std::collections::HashMap;\n\n#[derive(Debug)]\nstruct Bag { m: HashMap<u8, u8> }\n\nimpl Bag {\n    /// Adds.\n    #[inline]\n    fn total(&self) -> u32 { 1 }\n}\n',
    made: '//! Bags.\nuse std::collections::{HashMap, HashSet, BTreeMap};\nuse std::fmt::Write;\n\nstruct Bag { m: HashMap<u8, u8>, t: BTreeMap<u8, u8> }\n\nfn free(set: &HashSet<u8>) -> u32 { 2 }\n\nimpl Bag {\n    fn more(&self) -> u32 { 3 }\n\n    /// Adds.\n    #[inline]\n    fn total(&self) -> u32 {\n        let s: HashSet<u8> = HashSet::new();\n        free(&s) + self.more()\n    }\n}\n',
    kept: '//! Bags.\nuse std::collections::HashMap;\nuse std::collections::HashSet;\nuse std::fmt::Write;\n\n#[derive(Debug)]\nstruct Bag { m: HashMap<u8, u8> }\n\nimpl Bag {\n    /// Adds.\n    #[inline]\n    fn total(&self) -> u32 {\n        let s: HashSet<u8> = HashSet::new();\n        free(&s) + self.more()\n    }\n}\n',
    helped:
      '//! Bags.\nuse std::collections::HashMap;\nuse std::collections::HashSet;\nuse std::fmt::Write;\n\n#[derive(Debug)]\nstruct Bag { m: HashMap<u8, u8> }\n\nfn free(set: &HashSet<u8>) -> u32 { 2 }\n\nimpl Bag {\n    fn more(&self) -> u32 { 3 }\n\n    /// Adds.\n    #[inline]\n    fn total(&self) -> u32 {\n        let s: HashSet<u8> = HashSet::new();\n        free(&s) + self.more()\n    }\n}\n',
  },
  {
    path: 'a.c',
    symbol: 'total',
    seed: '/* License */\n\n#include <stdio.h>\n\nint total(int a) {\n  return a;\n}\n\nint main(void) { return total(1); }\n',
    made: '#include <stdio.h>\n#include <string.h>\n\nstatic int help(int a) { return a; }\n\nint total(int a) {\n  return help(a);\n}\n\nint main(void) { return 0; }\n',
    kept: '/* License */\n\n#include <stdio.h>\n#include <string.h>\n\nint total(int a) {\n  return help(a);\n}\n\nint main(void) { return total(1); }\n',
    helped:
      '/* License */\n\n#include <stdio.h>\n#include <string.h>\n\nstatic int help(int a) { return a; }\n\nint total(int a) {\n  return help(a);\n}\n\nint main(void) { return total(1); }\n',
  },
  {
    path: 'b.cpp',
    symbol: 'total',
    seed: '#include "a.h"\nusing namespace std;\n\nint total() { return 1; }\n',
    made: '#include "a.h"\n#include <numeric>\nusing namespace std;\nusing std::vector;\n#define MOST 3\nint total() {\n  vector<int> v;\n  return MOST;\n}\n',
    kept: '#include "a.h"\n#include <numeric>\nusing namespace std;\nusing std::vector;\n\nint total() {\n  vector<int> v;\n  return MOST;\n}\n',
    helped:
      '#include "a.h"\n#include <numeric>\nusing namespace std;\nusing std::vector;\n\n#define MOST 3\n\nint total() {\n  vector<int> v;\n  return MOST;\n}\n',
  },
  {
    path: 'a.cjs',
    symbol: 'f',
    seed: "const a = require('a');\nmodule.exports = {\n  f(x) { return x },\n  g() {},\n};\n",
    made: "const a = require('a'), { b, c } = require('b');\nfunction h() {}\nmodule.exports = {\n  f(x) { return b(h(x)) },\n  g() { return c },\n};\n",
    kept: "const a = require('a');\nconst { b } = require('b');\nmodule.exports = {\n  f(x) { return b(h(x)) },\n  g() {},\n};\n",
    helped:
      "const a = require('a');\nconst { b } = require('b');\nfunction h() {}\n\nmodule.exports = {\n  f(x) { return b(h(x)) },\n  g() {},\n};\n",
  },
  {
    path: 'f.py',
    symbol: 'f',
    seed: 'from __future__ import annotations\n\ndef f(x):\n    return x',
    made: 'from __future__ import annotations, division\nimport bisect, os\nimport os.path\n\ndef f(x):\n    return bisect.bisect(division)',
    kept: 'from __future__ import annotations\nfrom __future__ import division\nimport bisect\n\ndef f(x):\n    return bisect.bisect(division)',
    helped:
      'from __future__ import annotations\nfrom __future__ import division\nimport bisect\n\ndef f(x):\n    return bisect.bisect(division)',
  },
  {
    path: 'a.hpp',
    symbol: 'Box.total',
    seed: '#ifndef BOX\n#define BOX\n\nnamespace n {\nclass Box {\n public:\n  int total() const { return 1; }\n};\n}\n#endif\n',
    made: '#ifndef BOX\n#define BOX\n#include <vector>\nnamespace n {\ninline int help() { return 2; }\nclass Box {\n public:\n    int total() const {\n        return help();\n    }\n    int y;\n};\n}\n#endif\n',
    kept: '#ifndef BOX\n#define BOX\n\n#include <vector>\n\nnamespace n {\nclass Box {\n public:\n  int total() const {\n      return help();\n  }\n};\n}\n#endif\n',
    helped:
      '#ifndef BOX\n#define BOX\n\n#include <vector>\n\nnamespace n {\ninline int help() { return 2; }\n\nclass Box {\n public:\n  int total() const {\n      return help();\n  }\n};\n}\n#endif\n',
  },
  {
    path: 'A.java',
    symbol: 'A.sort',
    seed: 'package p;\n\npublic class A {\n    /** Sorts. */\n    static void sort(int[] a) {\n    }\n\n    int x;\n}\n',
    made: 'package p;\n\nimport java.util.Arrays;\nimport java.util.List;\n\npublic class A {\n    /** Sorts. */\n    static void sort(int[] a) {\n        sort(a, 0, Arrays.stream(a).sum());\n    }\n\n    static void sort(int[] a, int from, int to) {\n    }\n\n    List<String> x;\n}\n',
    kept: 'package p;\n\nimport java.util.Arrays;\n\npublic class A {\n    /** Sorts. */\n    static void sort(int[] a) {\n        sort(a, 0, Arrays.stream(a).sum());\n    }\n\n    int x;\n}\n',
    helped:
      'package p;\n\nimport java.util.Arrays;\n\npublic class A {\n    static void sort(int[] a, int from, int to) {\n    }\n\n    /** Sorts. */\n    static void sort(int[] a) {\n        sort(a, 0, Arrays.stream(a).sum());\n    }\n\n    int x;\n}\n',
  },
];

describe.each(CASES)('$path', ({ path, symbol, seed, made, kept, helped }) => {
  it.each([
    ['alone', {}, kept],
    ['with helpers', { helpers: true }, helped],
  ] as const)('takes the target %s and its imports, and confining again changes nothing', async (_, more, wanted) => {
    const target = await targetIn(path, seed, symbol, more);
    const found = await confine(target, seed, made);
    expect(found).toMatchObject({ kind: 'kept', text: wanted });
    expect(await confine(target, seed, wanted)).toEqual({ kind: 'kept', text: wanted, left: [] });
    expect(await confine(target, seed, seed)).toEqual({ kind: 'kept', text: seed, left: [] });
  });
});

describe('what is left out', () => {
  const told = async (made: string, more: Partial<Target> = {}, seed = PYTHON.seed) => {
    const found = await confine(await targetIn('a.py', seed, 'Box.total', more), seed, made);
    return found.kind === 'kept' ? found.left : found.reason;
  };

  it('is told in words', async () => {
    expect(await told(PYTHON.made)).toEqual([
      'a change of other',
      'a new function add (--allow-helpers)',
      'a new function unused (--allow-helpers)',
      'a new method Box.extra (--allow-helpers)',
      'the import of os, sys',
      'the import of json',
    ]);
    expect(await told(PYTHON.made, { helpers: true })).toContain(
      'a new function unused (Box.total does not use it from there)',
    );
    expect(await told(PYTHON.seed.replace('"""Boxes."""', '"""x"""'))).toEqual(['text outside Box.total']);
    expect(await told(PYTHON.seed.replace('import os\n', ''))).toEqual(['the removal of the import of os']);
    expect(await told(PYTHON.seed.replace(/def other[\s\S]*/, ''))).toEqual(['the removal of other']);
    expect(await told(PYTHON.seed.replaceAll('\n', '\r\n'))).toEqual([]);
  });

  it('is counted when it is much', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `def f${index}():\n    pass\n`).join('\n');
    expect(await told(PYTHON.seed + many)).toHaveLength(7);
  });
});

it.each([
  ['renamed', PYTHON.seed.replace('def total', 'def sum'), 'the target Box.total is missing or renamed'],
  [
    'moved to another class',
    PYTHON.seed.replace('class Box', 'class Bag'),
    'the target Box.total is missing or renamed',
  ],
  ['wrong', PYTHON.seed.replace('t = 0', 't = = 0'), 'line 12: not valid Python'],
])('a target that is %s is lost', async (_, made, reason) => {
  const target = await targetIn('a.py', PYTHON.seed, 'Box.total');
  expect(await confine(target, PYTHON.seed, made)).toEqual({ kind: 'lost', reason });
});

it('what is wrong elsewhere is left out', async () => {
  const target = await targetIn('a.js', 'function f() {\n  return 1;\n}\nfunction g() {}\n', 'f');
  const made = 'function f() {\n  return 2;\n}\nfunction g() { return ) }\n';
  expect(await confine(target, 'function f() {\n  return 1;\n}\nfunction g() {}\n', made)).toMatchObject({
    text: 'function f() {\n  return 2;\n}\nfunction g() {}\n',
  });
});
