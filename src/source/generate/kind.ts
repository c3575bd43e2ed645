import { basename } from 'node:path';
import { languageNameOf } from '../../code/code.ts';

const APART = /(^|\/)(?:node_modules|vendor|third_party|dist|build|out|target|\.venv|venv|\.agents|\.evolve|\.git)\//;
const SAMPLES = /(^|\/)(?:fixtures?|__fixtures__|testdata|samples?|__mocks__|mocks|__snapshots__)\/|\.fixture\.\w+$/;
const TESTS = /(^|\/)(?:__tests__|tests?|e2e)\/|^specs?\//;
const TEST_NAME =
  /\.(?:test|spec)\.[cm]?[jt]sx?$|_test\.(?:go|py|rs|c|cc|cpp)$|^test_.*\.py$|^conftest\.py$|Tests?\.java$/;
const SETTINGS = /\.config\.[cm]?[jt]s$|^\.\w+rc\.[cm]?js$|\.d\.[cm]?ts$|\.min\.js$/;

/** Others' code, what is built, and our own files. */
export const isApart = (path: string): boolean => APART.test(path);

/** Files that are data to tests. */
export const isSample = (path: string): boolean => SAMPLES.test(path);

export const isTest = (path: string): boolean =>
  !isSample(path) && languageNameOf(path) !== undefined && (TESTS.test(path) || TEST_NAME.test(basename(path)));

/** Code that is neither test nor setting nor data, in a language that can be read. */
export const isSource = (path: string): boolean =>
  languageNameOf(path) !== undefined &&
  !isApart(path) &&
  !isSample(path) &&
  !TESTS.test(path) &&
  !TEST_NAME.test(basename(path)) &&
  !SETTINGS.test(basename(path));

export const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

export const isDoc = (path: string): boolean =>
  /\.(?:md|mdx|rst|adoc)$/i.test(path) && !isApart(path) && !isSample(path) && !/(^|\/)CHANGELOG/i.test(path);

const CI = [
  /^\.(?:github|forgejo|gitea)\/workflows\/[^/]+\.ya?ml$/,
  /^\.gitlab-ci\.ya?ml$/,
  /^\.circleci\/config\.ya?ml$/,
  /^(?:azure-pipelines|bitbucket-pipelines|\.travis|\.drone|\.woodpecker|\.cirrus)\.ya?ml$/,
  /^\.woodpecker\/.*\.ya?ml$/,
  /^\.buildkite\/.*\.ya?ml$/,
  /^Jenkinsfile$/,
];

export const isCi = (path: string): boolean => CI.some((pattern) => pattern.test(path));

/** Written by a program, by its own words. */
export function isGenerated(text: string): boolean {
  const head = text.slice(0, 1000).split('\n').slice(0, 8).join('\n');
  return /@generated\b|\bgenerated\b[^\n]*\b(?:by|from)\b|\bdo not edit\b/i.test(head) && /\bgenerated\b/i.test(head);
}

/** The name without folder and ending: `a` of `src/a.test.ts`. */
export const stemOf = (path: string): string => basename(path).replace(/\..*$/, '');

/** Whether a text has a word. */
export const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w$])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`).test(text);
