import { describe, expect, it } from 'vitest';
import { isHeavy } from './heavy.ts';

describe('a heavy check', () => {
  it.each([
    'go test ./...',
    'cd cli && go test -race ./... | tail -1',
    'npm test',
    'npm run test:unit -- --silent',
    'npx vitest run',
    'yarn build',
    'pytest -q',
    'python3 -m pytest',
    'cargo clippy',
    './gradlew check',
    'make',
    '(make -j4 all)',
    'CI=1 make test',
    'timeout 60 dotnet test',
  ])('is %s', (check) => {
    expect(isHeavy({ check })).toBe(true);
  });

  it.each([
    'test -f Makefile',
    'grep -q remake README.md.in-make',
    'scripts/check-makefiles.sh',
    'bash scripts/pytest-config-check.sh',
    'test -f cargo.lock.bak',
    'echo remake',
    'wc -l < src/npm-test.txt',
    'git diff --exit-code',
  ])('is not %s', (check) => {
    expect(isHeavy({ check })).toBe(false);
  });
});
