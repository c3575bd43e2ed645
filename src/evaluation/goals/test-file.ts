/** Folders whose files belong to tests. */
const FOLDERS =
  /(?:^|\/)(?:tests?|__tests?__|specs?|e2e|testing|testdata|test-data|fixtures?|__fixtures__|__snapshots__|__mocks__)\//i;

/** Names that tests have in the common languages. */
const NAMES = [
  // JavaScript and TypeScript, Dart, Ruby, Go, Rust, C, Python, Elixir, Clojure
  /[._-](?:tests?|specs?|e2e|bench)\.[\w.]+$/i,
  /^(?:tests?|specs?)[._-][\w.-]+\.\w+$/i,
  /^(?:tests?|conftest)\.\w+$/i,
  // Java, Kotlin, Scala, C#, Swift, PHP, Groovy
  /(?:[a-z\d](?:Tests?|TestCase|Spec|IT)|^Test[A-Z]\w*)\.(?:java|kts?|scala|cs|fs|vb|swift|php|groovy|m|mm|cc|cpp)$/,
  /\.(?:bats|t|feature|snap)$/i,
];

/** By its path alone. */
export function isTest(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return FOLDERS.test(path) || NAMES.some((pattern) => pattern.test(name));
}

/** Text and settings: a change of them alone needs no test. */
const PROSE =
  /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt|jsonc?|json5|ya?ml|toml|ini|cfg|conf|lock|sum|mod|csv|tsv|xml|svg|png|jpe?g|gif|ico|webp|pdf|properties|editorconfig|gitignore|gitattributes)$/i;
const PROSE_NAMES =
  /(?:^|\/)(?:LICENSE|LICENCE|NOTICE|AUTHORS|CODEOWNERS|CHANGELOG|README|Makefile|Dockerfile|\.[\w-]+(?:rc|ignore))$/i;

/** Neither a test, nor text or settings. */
export const isCode = (path: string): boolean => !isTest(path) && !PROSE.test(path) && !PROSE_NAMES.test(path);
