import { describe, expect, it } from 'vitest';
import type { Context } from './context.ts';
import { contextMarkdown } from './markdown.ts';

const context: Context = {
  path: 'src/pipeline.py',
  symbol: 'processItems',
  language: 'Python',
  signature: 'def processItems(items: list[Item], config: Config) -> Result',
  lines: [45, 89],
  goal: 'Processes a batch of items. Says so twice.',
  imports: ['from .models import Item, Config, Result', 'from .transforms import apply_transform'],
  dependencies: [
    {
      name: 'Result.merge',
      signature: 'def merge(self, other: Result) -> Result',
      path: 'src/pipeline.py',
      same: true,
    },
    {
      name: 'apply_transform',
      signature: 'def apply_transform(item: Item, transform_type: str) -> Item',
      path: 'src/transforms.py',
      same: false,
    },
  ],
  inputs: {},
};

describe('contextMarkdown', () => {
  it('has a section for everything', () => {
    expect(contextMarkdown(context)).toBe(`# Context: processItems

**File**: \`src/pipeline.py\`
**Language**: Python
**Signature**: \`def processItems(items: list[Item], config: Config) -> Result\`
**Lines**: 45-89

## Goal

Processes a batch of items. Says so twice.

## Imports

\`\`\`python
from .models import Item, Config, Result
from .transforms import apply_transform
\`\`\`

## Dependencies

### Result.merge

- **Signature**: \`def merge(self, other: Result) -> Result\`
- **Location**: same file

### apply_transform

- **Signature**: \`def apply_transform(item: Item, transform_type: str) -> Item\`
- **Location**: \`src/transforms.py\`
`);
  });

  it('says of empty sections that they are, and keeps code from ending its quotation', () => {
    const { goal: _goal, ...bare } = context;
    const text = contextMarkdown({ ...bare, signature: 'f(a = `x`)', imports: [], dependencies: [] });
    expect(text).toContain('**Signature**: `` f(a = `x`) ``');
    expect(text.match(/^None\.$/gm)).toHaveLength(2);
    expect(text).toMatch(/## Goal\n\nNo description: what its signature says/);
  });

  it('leaves out the last dependencies where it has to be short', () => {
    const dependencies = Array.from({ length: 60 }, (_, index) => ({
      name: `f${index}`,
      signature: `f${index}(${'x'.repeat(300)})`,
      path: 'a.js',
      same: false,
    }));
    const text = contextMarkdown({ ...context, dependencies }, 4096);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect(text).toMatch(/### f0\n[\s\S]*And 5\d more\.\n$/);
    const huge = contextMarkdown({ ...context, goal: 'ä'.repeat(9000) }, 4096);
    expect(Buffer.byteLength(huge)).toBeLessThanOrEqual(4096);
  });
});
