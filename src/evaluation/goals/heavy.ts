import type { Goal } from '../../domain/goals.ts';

/** Words of test suites and builds: they use the whole machine, and two of them at once get in each other's way. */
const HEAVY = [
  String.raw`go\s+(?:test|build|vet|run|install)`,
  String.raw`(?:npm|pnpm|yarn|bun)\s+(?:run\s+|run-script\s+)?(?:t|tst|test|build|ci|install|check|lint|coverage)(?::[\w:-]+)?`,
  String.raw`(?:npx\s+|pnpm\s+exec\s+)?(?:vitest|jest|mocha|ava|playwright|cypress|tsc|webpack|vite|turbo|nx)`,
  String.raw`node\s+--test`,
  String.raw`pytest|py\.test|tox|nox|(?:python[\d.]*|py)\s+-m\s+(?:pytest|unittest|tox|nox|build)`,
  'cargo|rustc|make|gmake|cmake|ctest|ninja|meson|bazel|bazelisk|buck2?|mvn|mvnw|gradle|gradlew|sbt|ant',
  String.raw`dotnet\s+(?:test|build)|swift\s+(?:test|build)|zig\s+(?:build|test)|mix\s+test|stack\s+(?:test|build)|cabal\s+(?:test|build)`,
  String.raw`rspec|rake|bundle\s+exec|phpunit|deno\s+test|docker\s+(?:build|compose|run)`,
];
const WORDS = new RegExp(String.raw`(?:^|[\s;&|()'"\x60=]|\./)(?:${HEAVY.join('|')})(?=$|[\s;&|()'"\x60<>])`, 'i');

/** Whether a check is to run alone. */
export const isHeavy = ({ check }: Pick<Goal, 'check'>): boolean => WORDS.test(check);
