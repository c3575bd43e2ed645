import { expect, it } from 'vitest';
import { foundGoals } from './found.ts';

const found = async (files: Readonly<Record<string, string>>) =>
  (await foundGoals(async (path) => files[path], Object.keys(files))).map(({ goal, from }) => [
    goal.id,
    goal.check,
    from,
  ]);

it('finds what scripts and targets there are, the makefile’s first', async () => {
  expect(
    await found({
      'package.json': '{"scripts":{"test":"vitest","lint":"biome","typecheck":"tsc","build":"tsdown","dev":"x"}}',
      Makefile: 'lint:\n\tnpm run lint\nDIR := x\n',
      'tsconfig.json': '{}',
    }),
  ).toEqual([
    ['tests', 'npm test', 'package.json'],
    ['build', 'npm run build', 'package.json'],
    ['types', 'npm run typecheck', 'package.json'],
    ['lint', 'make lint', 'Makefile'],
  ]);
});

it('knows what needs no script', async () => {
  expect(await found({ 'go.mod': '' })).toEqual([
    ['tests', 'go test ./...', 'go.mod'],
    ['build', 'go build ./...', 'go.mod'],
    ['lint', 'go vet ./...', 'go.mod'],
    ['format', 'test -z "$(gofmt -l .)"', 'go.mod'],
  ]);
  expect(await found({ 'pyproject.toml': '[tool.ruff]\n[tool.mypy]\n[tool.pytest.ini_options]\n' })).toEqual([
    ['tests', 'python3 -m pytest -q', 'pyproject.toml'],
    ['types', 'mypy .', 'pyproject.toml'],
    ['lint', 'ruff check .', 'pyproject.toml'],
    ['format', 'ruff format --check .', 'pyproject.toml'],
  ]);
  expect(await found({ 'package.json': '{"scripts":{"build":"x"}}', 'bun.lock': '', 'tsconfig.json': '' })).toEqual([
    ['build', 'bun run build', 'package.json'],
    ['types', 'npx --no-install tsc --noEmit', 'tsconfig.json'],
  ]);
  expect(await found({ 'README.md': '' })).toEqual([]);
});
