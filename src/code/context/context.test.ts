import { describe, expect, it } from 'vitest';
import { contextIn, dependenciesOf, memoryFiles } from './memory-files.fixture.ts';

describe('contextOf', () => {
  it('reads Python: same file, relative and absolute imports, re-exports, methods of typed parameters', async () => {
    const files = memoryFiles({
      'src/shop/__init__.py': 'from .models import Item\n',
      'src/shop/models.py': [
        'class Base:',
        '    def save(self) -> None: ...',
        '',
        'class Item(Base):',
        '    def __init__(self, name: str): ...',
        '    def price(self) -> float: ...',
        '',
        'class Config:',
        '    limit: int = 3',
        '    def merge(self, other: "Config") -> "Config": ...',
        '',
      ].join('\n'),
      'src/shop/transforms/__init__.py': 'from ._core import apply_transform as apply\n',
      'src/shop/transforms/_core.py': 'def apply_transform(item, kind: str):\n    return item\n',
      'src/shop/maths.py': 'def scaled(x): return x\nUNUSED = 1\n',
      'src/shop/pipeline.py': [
        'import os, sys',
        'import json',
        'from typing import List, Optional',
        'from shop import Item',
        'from .models import Config',
        'from .transforms import apply',
        'from . import maths as m',
        'import shop.maths',
        '',
        'RATE = 0.5  # of all',
        'other = 1',
        '',
        'def helper(x):',
        '    return x',
        '',
        'class Result:',
        '    def __init__(self, items: "List[Item]"):',
        '        self.items = items',
        '        self.config = Config()',
        '    def merge(self, other: "Result") -> "Result":',
        '        return self',
        '    def run(self, items: List[Item], config: Optional[Config]) -> "Result":',
        '        """Runs all items. Twice, if need be.',
        '',
        '        Not this.',
        '        """',
        '        def helper2(x): return helper(x)',
        '        total = m.scaled(RATE) + shop.maths.scaled(2)',
        '        for item in items:',
        '            item.price()',
        '            item.save()',
        '            apply(item, "a")',
        '        config.merge(self.config)',
        '        made = Result(items)',
        '        print(os.sep, helper2(1))',
        '        return self.run(items, config) if items else made.merge(self)',
        '',
      ].join('\n'),
    });
    const context = await contextIn(files, 'src/shop/pipeline.py', 'Result.run');
    expect(dependenciesOf(context)).toEqual([
      'Result -',
      'helper -',
      'RATE -',
      'Result.merge -',
      'Item src/shop/models.py',
      'Config src/shop/models.py',
      'scaled src/shop/maths.py',
      'Item.price src/shop/models.py',
      'Base.save src/shop/models.py',
      'Config.merge src/shop/models.py',
      'apply_transform src/shop/transforms/_core.py',
    ]);
    expect(context.imports).toEqual([
      'import os, sys',
      'from typing import List, Optional',
      'from shop import Item',
      'from .models import Config',
      'from .transforms import apply',
      'from . import maths as m',
      'import shop.maths',
    ]);
    expect(context.goal).toBe('Runs all items. Twice, if need be.');
  });

  it('reads TypeScript: endings, index files, default, namespace and given on names, fields with a type', async () => {
    const files = memoryFiles({
      'tsconfig.json': '{ /* all */ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] }, } }',
      'lib/clock.ts': 'export const now = (): number => 1;\n',
      'src/store/index.ts': "export * from './table.js';\nexport { open as openTable } from './open.js';\n",
      'src/store/table.ts':
        'export class Table<T> {\n  constructor(readonly name: string) {}\n  get(key: string): T | undefined { return undefined; }\n}\n',
      'src/store/open.ts': 'export function open(name: string): number { return 1; }\n',
      'src/row.ts':
        'export interface Row { readonly id: string }\nexport default function makeRow(id: string): Row { return { id }; }\n',
      'src/words.js': 'export const STOP = new Set(["a"]);\nexport function isStop(w) { return STOP.has(w); }\n',
      'src/engine.ts': [
        "import { readFile } from 'node:fs/promises';",
        "import type { Row } from './row.ts';",
        "import makeRow from './row.ts';",
        "import * as words from './words';",
        "import { openTable, Table } from './store';",
        "import { now } from '@lib/clock';",
        "import unused from './unused';",
        '',
        'const LIMIT = 10, OTHER = 2;',
        'type Pair = readonly [Row, Row];',
        '',
        'export class Engine {',
        '  constructor(private readonly table: Table<Row>) {}',
        '  helper(row: Row): boolean { return true; }',
        '  find(id: string, LOCAL = 1): Pair | undefined {',
        '    const OTHER = 3;',
        '    const row = this.table.get(id) ?? makeRow(id);',
        '    if (!this.helper(row) || words.isStop(id) || now() > LIMIT + OTHER) return undefined;',
        '    openTable(id);',
        '    return [row, row];',
        '  }',
        '}',
      ].join('\n'),
    });
    const context = await contextIn(files, 'src/engine.ts', 'Engine.find');
    expect(dependenciesOf(context)).toEqual([
      'Pair -',
      'Engine.helper -',
      'LIMIT -',
      'makeRow src/row.ts',
      'isStop src/words.js',
      'Table.get src/store/table.ts',
      'open src/store/open.ts',
      'now lib/clock.ts',
    ]);
    expect(context.imports).toEqual([
      "import makeRow from './row.ts';",
      "import * as words from './words';",
      "import { openTable, Table } from './store';",
      "import { now } from '@lib/clock';",
    ]);
  });

  it('reads CommonJS: require, taken apart and given on', async () => {
    const files = memoryFiles({
      'index.js': "module.exports = require('./lib/main');\n",
      'lib/main.js':
        "const { a: first, b } = require('./parts');\nconst c = require('./c');\nconst path = require('path');\nfunction main(x) {\n  return first(b(x)) + c(x) + path.sep + exports.other(1);\n}\nexports.other = function other(y) { return y; };\nexports.main = main;\n",
      'lib/parts.js': "function one(x) { return x; }\nmodule.exports = { a: one, ...require('./more') };\n",
      'lib/more.js': 'exports.b = (x) => x;\n',
      'lib/c.js': 'module.exports = function cube(x) { return x ** 3; };\n',
      'use.js': "const lib = require('.');\nexports.use = () => lib.main(3);\n",
    });
    expect(dependenciesOf(await contextIn(files, 'lib/main.js', 'main'))).toEqual([
      'other -',
      'one lib/parts.js',
      'b lib/more.js',
      'cube lib/c.js',
    ]);
    expect(dependenciesOf(await contextIn(files, 'use.js', 'use'))).toEqual(['main lib/main.js']);
  });

  it('reads Go: the package, other packages of the module, methods of values whose type is written', async () => {
    const files = memoryFiles({
      'go.mod': 'module example.com/shop/v2\n\ngo 1.22\n',
      'cart/cart.go': [
        'package cart',
        '',
        'import (',
        '\t"fmt"',
        '\t"strings"',
        '',
        '\t"example.com/shop/v2/money"',
        ')',
        '',
        'const limit = 3',
        '',
        'func (c *Cart) Total(items []Item, extra map[string]money.Amount) (money.Amount, error) {',
        '\tsum := money.New(0)',
        '\tfor _, item := range items {',
        '\t\tsum = sum.Add(item.Price())',
        '\t}',
        '\tif len(items) > limit { return sum, fmt.Errorf("%d", limit) }',
        '\tc.log(describe(sum))',
        '\tc.rates.Reset()',
        '\t_ = Item{Name: "x"}',
        '\treturn sum, nil',
        '}',
      ].join('\n'),
      'cart/item.go':
        'package cart\n\ntype Item struct { Name string }\n\nfunc (i Item) Price() money.Amount { return nil }\n\ntype Cart struct { rates *Rates }\n\nfunc (c *Cart) log(s string) {}\n',
      'cart/rates.go':
        'package cart\n\ntype Rates struct{}\n\nfunc (r *Rates) Reset() {}\n\nfunc describe(a any) string { return "" }\n',
      'cart/cart_test.go': 'package cart\n\nfunc describe(a any) string { return "test" }\n',
      'money/money.go':
        'package money\n\ntype Amount interface { Add(o Amount) Amount }\n\nfunc New(n int) Amount { return nil }\n',
    });
    const context = await contextIn(files, 'cart/cart.go', 'Cart.Total');
    expect(dependenciesOf(context)).toEqual([
      'limit -',
      'Cart cart/item.go',
      'Item cart/item.go',
      'Item.Price cart/item.go',
      'Cart.log cart/item.go',
      'describe cart/rates.go',
      'Rates.Reset cart/rates.go',
      'Amount money/money.go',
      'New money/money.go',
      'Amount.Add money/money.go',
    ]);
    expect(context.imports).toEqual(['import "fmt"', 'import "example.com/shop/v2/money"']);
  });

  it('reads Rust: use of crate, self and super, impl methods, macros, traits brought for their methods', async () => {
    const files = memoryFiles({
      'Cargo.toml': '[package]\nname = "pack"\n',
      'src/lib.rs': 'pub mod item;\nmod util;\npub use item::Item;\n',
      'src/util.rs': 'pub fn clamp(x: f64) -> f64 { x }\npub const MAX: usize = 3;\n',
      'src/item/mod.rs':
        'pub mod shape;\npub struct Item { pub shape: shape::Shape }\nimpl Item {\n    pub fn weight(&self) -> f64 { 1.0 }\n}\n',
      'src/item/shape.rs':
        'pub struct Shape;\nimpl Shape { pub fn area(&self) -> f64 { 0.0 } }\npub trait Scaled { fn scaled(&self) -> f64 { 0.0 } }\nimpl Scaled for Shape {}\n',
      'src/bin.rs': [
        'use std::collections::{HashMap, HashSet};',
        'use std::fmt::Write;',
        'use crate::{util::{self, clamp}, Item};',
        'use crate::item::shape::Scaled;',
        '',
        'pub struct Bin { items: Vec<Item>, free: HashMap<u32, f64> }',
        '',
        'impl Bin {',
        '    fn fits(&self, x: f64) -> bool { true }',
        '    #[inline]',
        '    pub fn put(&mut self, item: &Item, others: &[Item]) -> Result<Self, String> {',
        '        let mut out = String::new();',
        '        if self.fits(item.weight()) { write!(out, "{}", self.name()).unwrap(); }',
        '        let a = item.shape.area() + item.shape.scaled();',
        '        for other in others { clamp(other.weight()); }',
        '        if self.items.len() > util::MAX { return Err(out); }',
        '        Ok(Bin { items: vec![fresh(a)], free: HashMap::new() })',
        '    }',
        '    fn name(&self) -> String { String::new() }',
        '}',
        'fn fresh(a: f64) -> Item { todo!() }',
      ].join('\n'),
    });
    const context = await contextIn(files, 'src/bin.rs', 'Bin.put');
    expect(dependenciesOf(context)).toEqual([
      'Bin -',
      'Bin.fits -',
      'Bin.name -',
      'fresh -',
      'clamp src/util.rs',
      'MAX src/util.rs',
      'Item src/item/mod.rs',
      'Item.weight src/item/mod.rs',
      'Shape.area src/item/shape.rs',
      'Scaled.scaled src/item/shape.rs',
    ]);
    expect(context.imports).toEqual([
      'use std::collections::{HashMap, HashSet};',
      'use std::fmt::Write;',
      'use crate::{util::{self, clamp}, Item};',
      'use crate::item::shape::Scaled;',
    ]);
  });

  it('reads C: static helpers, macros, what a header declares and the file beside it defines', async () => {
    const files = memoryFiles({
      'include/vec.h':
        '#ifndef VEC_H\n#define VEC_H\n#include "types.h"\n#define VEC_MAX 16\ntypedef struct vec { size_t len; } vec_t;\nint vec_push(vec_t *v, item x);\n#endif\n',
      'include/types.h': 'typedef double item;\n',
      'src/vec.c': '#include "vec.h"\nint vec_push(vec_t *v, item x) { return 1; }\n',
      'src/main.c': [
        '#include <stdio.h>',
        '#include <string.h>',
        '#include "vec.h"',
        '#include "unused.h"',
        '',
        '#define TWICE(x) ((x) * 2)',
        'static int helper(int a) { return a; }',
        '',
        'int fill(vec_t *v, int n) {',
        '  item x = 0;',
        '  for (int i = 0; i < n && i < VEC_MAX; i++) vec_push(v, helper(TWICE(i)));',
        '  printf("%zu", v->len);',
        '  return fill(v, 0);',
        '}',
      ].join('\n'),
      'src/unused.h': 'int unused(void);\n',
    });
    const context = await contextIn(files, 'src/main.c', 'fill');
    expect(dependenciesOf(context)).toEqual([
      'helper -',
      'TWICE -',
      'vec_push src/vec.c',
      'vec_t include/vec.h',
      'item include/types.h',
      'VEC_MAX include/vec.h',
    ]);
    expect(context.imports).toEqual(['#include <stdio.h>', '#include "vec.h"']);
  });

  it('reads C++: methods without this, base classes, namespaces', async () => {
    const files = memoryFiles({
      'shape.hpp':
        'namespace geo {\nclass Base { public: double scale(double x); };\nclass Shape : public Base {\n public:\n  Shape(int n);\n  double area(const Shape& other);\n  double side() const;\n private:\n  int n_;\n};\ndouble round_to(double x);\n}\n',
      'shape.cpp':
        '#include "shape.hpp"\n#include <vector>\nnamespace geo {\nstatic const int kMax = 3;\ndouble Shape::side() const { return 1; }\ndouble round_to(double x) { return x; }\ndouble Shape::area(const Shape& other) {\n  std::vector<double> all;\n  Shape made(3);\n  return scale(side()) * other.side() + geo::round_to(kMax) + made.area(other);\n}\n}\n',
    });
    const context = await contextIn(files, 'shape.cpp', 'geo.Shape.area');
    expect(dependenciesOf(context)).toEqual([
      'geo.Shape.side -',
      'geo.round_to -',
      'geo.kMax -',
      'geo.Shape shape.hpp',
      'geo.Base.scale shape.hpp',
    ]);
    expect(context.imports).toEqual(['#include "shape.hpp"', '#include <vector>']);
  });

  it('reads Java: the package, imports below the source root, methods without this, static names', async () => {
    const files = memoryFiles({
      'src/main/java/org/shop/Cart.java': [
        'package org.shop;',
        '',
        'import java.util.List;',
        'import java.util.Map;',
        'import org.shop.money.Amount;',
        'import static org.shop.money.Rates.rate;',
        '',
        'public class Cart extends Basket {',
        '  private static final int LIMIT = 3;',
        '  private final Ledger ledger = new Ledger();',
        '  public Amount total(List<Item> items) {',
        '    Amount sum = Amount.zero();',
        '    for (Item item : items) sum = sum.plus(item.price(), rate(LIMIT));',
        '    check(sum);',
        '    this.ledger.book(sum);',
        '    return helper(new Amount(3));',
        '  }',
        '  private Amount helper(Amount a) { return a; }',
        '}',
      ].join('\n'),
      'src/main/java/org/shop/Basket.java': 'package org.shop;\nclass Basket { void check(Object o) {} }\n',
      'src/main/java/org/shop/Item.java':
        'package org.shop;\nimport org.shop.money.Amount;\nclass Item { Amount price() { return null; } }\n',
      'src/main/java/org/shop/Ledger.java': 'package org.shop;\nclass Ledger { void book(Object o) {} }\n',
      'src/main/java/org/shop/money/Amount.java':
        'package org.shop.money;\npublic class Amount { public Amount(int n) {} public static Amount zero() { return null; } public Amount plus(Amount a, int r) { return a; } }\n',
      'src/main/java/org/shop/money/Rates.java':
        'package org.shop.money;\npublic class Rates { public static int rate(int n) { return n; } }\n',
    });
    const context = await contextIn(files, 'src/main/java/org/shop/Cart.java', 'Cart.total');
    expect(dependenciesOf(context)).toEqual([
      'Cart.LIMIT -',
      'Cart.helper -',
      'Item src/main/java/org/shop/Item.java',
      'Item.price src/main/java/org/shop/Item.java',
      'Basket.check src/main/java/org/shop/Basket.java',
      'Ledger.book src/main/java/org/shop/Ledger.java',
      'Amount src/main/java/org/shop/money/Amount.java',
      'Amount.zero src/main/java/org/shop/money/Amount.java',
      'Amount.plus src/main/java/org/shop/money/Amount.java',
      'Rates.rate src/main/java/org/shop/money/Rates.java',
    ]);
    expect(context.imports).toEqual([
      'import java.util.List;',
      'import org.shop.money.Amount;',
      'import static org.shop.money.Rates.rate;',
    ]);
  });
});
