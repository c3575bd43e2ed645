import type { Site } from '../site.ts';

/** A kind of check, and how one sees that it is set up and that it is run. */
export interface Tool {
  readonly kind: 'test' | 'lint' | 'types';
  /** Runs it in a version; undefined where it is not set up. */
  readonly command: string;
  /** Where it is set up. */
  readonly at: string;
  readonly runs: RegExp;
}

const RUNS = {
  test: /\b(?:vitest|jest|mocha|ava|tap|playwright|pytest|tox|unittest|go test|cargo (?:test|nextest)|node --test|npm (?:run )?test|make test|mvn|gradlew?)\b/,
  lint: /\b(?:eslint|biome|oxlint|standard|xo|ruff|flake8|pylint|golangci-lint|go vet|staticcheck|cargo clippy|clippy|shellcheck|rubocop|lint)\b/,
  types: /\b(?:tsc|vue-tsc|mypy|pyright|typecheck|type-check)\b/,
} as const;

/** Tools that are set up, each kind once: what the repository itself calls them first. */
export async function toolsOf(site: Site): Promise<readonly Tool[]> {
  const { files, manifest } = site;
  const { scripts, targets } = manifest;
  const file = (pattern: RegExp) => files.find((path) => pattern.test(path));
  const script = (...names: readonly string[]) => {
    const name = names.find((one) => scripts[one] !== undefined && !/no test specified/.test(scripts[one] ?? ''));
    if (name !== undefined) return { command: name === 'test' ? 'npm test' : `npm run ${name}`, at: 'package.json' };
    const target = names.find((one) => targets[one] !== undefined);
    return target === undefined ? undefined : { command: `make ${target}`, at: 'Makefile' };
  };
  const settled = (pattern: RegExp, command: string) => {
    const path = file(pattern);
    return path === undefined ? undefined : { command, at: path };
  };
  const python = (await site.text('pyproject.toml')) ?? '';
  const inPython = (section: string, command: string) =>
    python.includes(`[tool.${section}`) ? { command, at: 'pyproject.toml' } : undefined;
  const all = {
    test: [
      script('test'),
      settled(/^go\.mod$/, 'go test ./...'),
      settled(/^Cargo\.toml$/, 'cargo test'),
      inPython('pytest', 'python -m pytest'),
    ],
    lint: [
      script('lint', 'eslint'),
      settled(/^(?:\.eslintrc(?:\.\w+)?|eslint\.config\.[cm]?[jt]s)$/, 'npx --no-install eslint .'),
      settled(/^biome\.jsonc?$/, 'npx --no-install biome check .'),
      settled(/^\.golangci\.ya?ml$/, 'golangci-lint run'),
      settled(/^\.?ruff\.toml$/, 'ruff check .') ?? inPython('ruff', 'ruff check .'),
    ],
    types: [
      script('typecheck', 'type-check', 'types'),
      settled(/^tsconfig\.json$/, 'npx --no-install tsc --noEmit'),
      settled(/^mypy\.ini$/, 'mypy .') ?? inPython('mypy', 'mypy .'),
    ],
  } as const;
  return (['test', 'lint', 'types'] as const).flatMap((kind) => {
    const first = all[kind].find((one) => one !== undefined);
    return first === undefined ? [] : [{ kind, ...first, runs: RUNS[kind] }];
  });
}
