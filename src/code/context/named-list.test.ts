import { expect, it } from 'vitest';
import { contextIn, dependenciesOf, memoryFiles } from './memory-files.fixture.ts';

it('sees through a list whose type has a name, to the methods of what is in it', async () => {
  const go = memoryFiles({
    'cart/cart.go': [
      'package cart',
      '',
      'func (all Items) Check(n int) bool {',
      '\tfor _, item := range all {',
      '\t\tif !item.Check(n) { return false }',
      '\t}',
      '\treturn all[0].Open()',
      '}',
    ].join('\n'),
    'cart/item.go':
      'package cart\n\ntype Items []*Item\n\ntype Item struct{}\n\nfunc (i *Item) Check(n int) bool { return true }\n\nfunc (i *Item) Open() bool { return true }\n',
  });
  expect(dependenciesOf(await contextIn(go, 'cart/cart.go', 'Items.Check'))).toEqual([
    'Items cart/item.go',
    'Item.Check cart/item.go',
    'Item.Open cart/item.go',
  ]);

  const typed = memoryFiles({
    'item.ts': 'export type Items = Item[];\nexport class Item {\n  price(): number {\n    return 1;\n  }\n}\n',
    'cart.ts':
      "import type { Items } from './item.ts';\n\nexport function total(items: Items): number {\n  let sum = 0;\n  for (const item of items) sum += item.price();\n  return sum;\n}\n",
  });
  expect(dependenciesOf(await contextIn(typed, 'cart.ts', 'total'))).toEqual(['Items item.ts', 'Item.price item.ts']);
});
