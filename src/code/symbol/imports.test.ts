import { describe, expect, it } from 'vitest';
import { importsIn } from '../code.ts';

const read = async (path: string, text: string): Promise<readonly string[]> =>
  (await importsIn(path, text)).map(
    ({ names, from, guarded }) => `${from}: ${names.join(' ')}${guarded === true ? ' (guarded)' : ''}`,
  );

describe('importsIn', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a.js',
      "const fs = require('fs'), { join, resolve: r } = require('path');\nconst once = require('once').strict;\nrequire('./side');\nimport d, { a as b } from './x.js';\nimport * as ns from \"ns\";\nimport './effect';\nfunction f() { const q = require('q'); }",
      ['fs: fs', 'path: join r', 'once: once', './side: ', './x.js: d b', 'ns: ns', './effect: '],
    ],
    [
      'a.ts',
      "import type { T } from './t';\nimport x = require('y');\nimport { type A, B } from 'z';",
      ['./t: T', 'y: x', 'z: A B'],
    ],
    [
      'a.py',
      'from __future__ import annotations\nimport os.path as p, sys, a.b\nfrom . import x as y, z\nfrom m import *\nfrom typing import (\n  List,\n)\ntry:\n  import numpy\nexcept ImportError:\n  numpy = None\ndef f():\n  import inner\n',
      [
        '__future__: annotations',
        'os.path, sys, a.b: p sys a',
        '.: y z',
        'm: *',
        'typing: List',
        'numpy: numpy (guarded)',
      ],
    ],
    [
      'a.rs',
      'use std::{fmt, collections::{HashMap as Map, self}, io::prelude::*};\nuse a::b;\nuse x as z;\nextern crate foo;\nmod t { use super::q; }',
      ['std: fmt Map collections *', 'a: b', 'x: z', 'foo: foo'],
    ],
    [
      'a.go',
      'package a\nimport "fmt"\nimport (\n\tx "a/b"\n\t. "c"\n\t_ "d"\n\t"github.com/u/yaml/v2"\n)\n',
      ['fmt: fmt', 'a/b: x', 'c: *', 'd: ', 'github.com/u/yaml/v2: yaml'],
    ],
    [
      'a.c',
      '#ifndef A_H\n#define A_H\n#include <a.h>\n#ifdef Q\n#include "c.h"\n#endif\n#endif\n',
      ['<a.h>: ', 'c.h:  (guarded)'],
    ],
    ['a.cpp', '#include "b.h"\nusing namespace std;\nusing std::vector;\n', ['b.h: ', 'std: *', 'std: vector']],
    [
      'A.java',
      'package a;\nimport java.util.*;\nimport static a.B.c;\nimport java.util.List;\n',
      ['java.util: *', 'a.B: c', 'java.util: List'],
    ],
    ['a.txt', 'import x', []],
  ])('%s', async (path, text, expected) => {
    expect(await read(path, text)).toEqual(expected);
  });

  it('the texts stand by themselves, and spans are of the file', async () => {
    const text = 'package a\nimport (\n\tx "a/b"\n)\n';
    const [only] = await importsIn('a.go', text);
    expect(only?.text).toBe('import x "a/b"');
    expect(text.slice(only?.start, only?.end)).toBe('x "a/b"');
    const [first] = await importsIn('a.js', "var a = require('a'), b = 1;");
    expect(first?.text).toBe("var a = require('a');");
  });

  it('an import with an error is left out, others are not', async () => {
    expect(await read('a.py', 'import os\nfrom x import (\nimport sys\ndef f(): pass\n')).toContain('os: os');
  });
});
