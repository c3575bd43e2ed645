import { describe, expect, it } from 'vitest';
import { programIn, readProgram } from './program.ts';

/** As the public tool's documents show it. */
const TEXT = `# PROGRAM.md

## Objective

One loop over the parsers.

## Mutable Scope

- src/parse/**
- \`docs/formats.md\`
- ./tests/
- .agents/** runtime state when the active command owns it

## Immutable scope

- hooks/** and linked folders
- secrets, tokens and private
  key material
- \`schemas/\`, generated

## Experiment Unit

One slice:

### What counts

- a test first

## Validation Commands

- \`cd cli && go test ./cmd/ao ./internal/autodev\`
- bash scripts/gen.sh
- \`make check\` — all of it

## Decision Policy

1. Keep it only if all commands pass.
2. Prefer the smaller one.

## Escalation Rules

Open an issue.

## Stop Conditions

* \`ao validate\` passes.
`;

const read = (files: Readonly<Record<string, string>>) => async (path: string) => files[path];

describe('a program', () => {
  it('is read', async () => {
    expect(await programIn(read({ 'PROGRAM.md': TEXT }))).toEqual({
      path: 'PROGRAM.md',
      objective: 'One loop over the parsers.',
      mutable: ['src/parse/**', 'docs/formats.md', 'tests/**', '.agents/**'],
      immutable: ['hooks/**', 'schemas/**'],
      words: ['secrets, tokens and private key material'],
      unit: 'One slice:\n\n### What counts\n\n- a test first',
      validation: ['cd cli && go test ./cmd/ao ./internal/autodev', 'bash scripts/gen.sh', 'make check'],
      policy: ['Keep it only if all commands pass.', 'Prefer the smaller one.'],
      escalation: 'Open an issue.',
      stops: ['`ao validate` passes.'],
    });
  });

  it('names paths in any of the ways that people list them', () => {
    const scope = (item: string) =>
      readProgram(TEXT.replace('- src/parse/**', `- ${item}`), 'PROGRAM.md').program.mutable.slice(0, -3);
    expect(scope('cli/**, skills/** and `x`')).toEqual(['cli/**', 'skills/**']);
    expect(scope('docs/a.md and docs/b.md: words/of it')).toEqual(['docs/a.md', 'docs/b.md']);
    expect(scope('product: `README.md`, `cli/**`, such as `main`;')).toEqual(['README.md', 'cli/**']);
    expect(scope('src')).toEqual(['src']);
    expect(scope('`my folder/` for now')).toEqual(['my folder/**']);
    expect(scope('tests when they fail')).toEqual([]);
  });

  it('is PROGRAM.md before AUTODEV.md, or none', async () => {
    const other = TEXT.replace('One loop', 'Another loop');
    expect((await programIn(read({ 'PROGRAM.md': TEXT, 'AUTODEV.md': other })))?.path).toBe('PROGRAM.md');
    expect((await programIn(read({ 'AUTODEV.md': other })))?.objective).toBe('Another loop over the parsers.');
    expect(await programIn(read({}))).toBeUndefined();
  });

  it('is not replaced by AUTODEV.md when it is wrong', async () => {
    const files = { 'PROGRAM.md': TEXT.replace('## Objective', '## Aim'), 'AUTODEV.md': TEXT };
    await expect(programIn(read(files))).rejects.toThrow(
      'PROGRAM.md:46: section "Objective" is missing: add "## Objective".',
    );
  });

  it.each([
    ['One loop over the parsers.\n', '\n', 'PROGRAM.md:3: section "Objective" is empty: say it in a sentence.'],
    ['* `ao validate` passes.', 'When done.', 'PROGRAM.md:44: section "Stop Conditions" lists nothing: add "- …".'],
    [
      '- src/parse/**',
      '- ../other/**',
      'PROGRAM.md:9: section "Mutable Scope": "../other/**" is outside the repository: name paths from its root.',
    ],
    [
      '- src/parse/**',
      '- /etc/passwd',
      'PROGRAM.md:9: section "Mutable Scope": "/etc/passwd" is outside the repository: name paths from its root.',
    ],
  ])('with %j as %j says so', async (from, to, message) => {
    await expect(programIn(read({ 'PROGRAM.md': TEXT.replace(from, to) }))).rejects.toThrow(message);
  });

  it('names every problem, and refuses a scope of nothing but words', () => {
    expect(readProgram('# P\n\n## Mutable scope\n- whatever you like\n', 'PROGRAM.md').problems).toHaveLength(8);
    const { problems } = readProgram(TEXT.replace(/- src[\s\S]*?owns it\n/, '- whatever you like\n'), 'PROGRAM.md');
    expect(problems).toEqual([
      { line: 7, text: 'section "Mutable Scope" names no path: list what may change, such as "- src/**".' },
    ]);
  });
});
