import { describe, expect, it } from 'vitest';
import { isCode, isTest } from './test-file.ts';

describe('a file of tests', () => {
  it.each([
    'src/solver.test.ts',
    'src/solver.spec.jsx',
    'pkg/solver_test.go',
    'test_solver.py',
    'solver_test.py',
    'tests/helper.py',
    'app/__tests__/a.js',
    'src/test/java/x/SolverTest.java',
    'SolverTests.cs',
    'src/SolverIT.java',
    'TestSolver.java',
    'spec/solver_spec.rb',
    'solver_spec.rb',
    'tests/solver.rs',
    'solver_test.exs',
    'check.bats',
    'test/données.json',
    'conftest.py',
    'SolverTest.php',
    'test.sh',
  ])('is %s', (path) => {
    expect(isTest(path)).toBe(true);
    expect(isCode(path)).toBe(false);
  });

  it.each([
    'src/solver.ts',
    'src/latest.ts',
    'contest.py',
    'src/attest.go',
    'src/Testament.java',
    'lib/inspect.rb',
    'protest/a.js',
  ])('is not %s', (path) => {
    expect(isTest(path)).toBe(false);
    expect(isCode(path)).toBe(true);
  });

  it.each(['README.md', 'docs/a.rst', 'package.json', '.eslintrc', 'go.sum', 'CHANGELOG', 'a.yml', 'Makefile'])(
    'is neither that nor code: %s',
    (path) => {
      expect(isTest(path)).toBe(false);
      expect(isCode(path)).toBe(false);
    },
  );
});
