import { isRecursive, lineAt, type ReadFile, type Routine, word } from './mechanical-text.ts';

const SCRIPTS = ['JavaScript', 'TypeScript'];

/** Containers that outlive a call, by language: the first group is the name. */
const LASTING: readonly { readonly languages: readonly string[]; readonly pattern: RegExp }[] = [
  {
    languages: ['Python'],
    pattern:
      /^(\w+)\s*(?::[^=\n]{1,80})?=\s*(?:\{\s*\}|\[\s*\]|(?:\w+\.)?(?:dict|list|defaultdict|OrderedDict|WeakKeyDictionary|WeakValueDictionary|LRUCache|TTLCache)\s*\()/gm,
  },
  {
    languages: SCRIPTS,
    pattern:
      /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)(?:\s*:[^=\n]{1,120})?\s*=\s*(?:new\s+(?:Map|WeakMap|LRU\w*)\b|\{\s*\}|\[\s*\]|Object\.create\(\s*null\s*\))/gm,
  },
  {
    languages: SCRIPTS,
    pattern: /\bstatic\s+(?:readonly\s+)?#?([\w$]+)(?:\s*:[^=\n]{1,120})?\s*=\s*(?:new\s+(?:Map|WeakMap)\b|\{\s*\})/g,
  },
  { languages: ['Go'], pattern: /^(?:var\s+)?[ \t]*(\w+)\s*(?:=\s*(?:make\(\s*)?|\s+)(?:map\[|sync\.Map\b)/gm },
  { languages: ['Rust'], pattern: /\bstatic\s+(?:mut\s+)?(\w+)\s*:[^=;]{0,200}\b(?:Hash|BTree|Dash)Map\b/g },
  {
    languages: ['C', 'C++'],
    pattern: /^\s*static\b[^;(){}]{0,160}\b(\w*(?:cache|memo|seen|known)\w*)\s*(?:\[|=|;|\{)/gim,
  },
  {
    languages: ['C++'],
    pattern: /^(?:static\s+|thread_local\s+)*std::(?:unordered_)?map\s*<[^;]{1,200}>\s*(\w+)\s*[;={]/gm,
  },
  { languages: ['Java'], pattern: /\bstatic\b[^;(){}]{0,160}\bMap\s*<[^;(){}]{1,120}>\s*(\w+)\s*=/g },
];

const READ = (own: string): RegExp =>
  new RegExp(
    String.raw`${own}(?:\s*\.\s*with\b|[^\n]{0,80}\.\s*(?:get|has|contains_key|containsKey|contains|find|count|Load|lookup|getOrDefault|computeIfAbsent|entry)\w*\s*\(|\s*\[[^\]\n]{1,80}\](?!\s*=(?!=)))|\bin\s+${own}(?![\w.])`,
  );
const WRITTEN = (own: string): RegExp =>
  new RegExp(
    String.raw`${own}(?:\s*\.\s*with\b|[^\n]{0,80}\.\s*(?:set|setdefault|insert|entry|put|putIfAbsent|computeIfAbsent|emplace|Store|append|push)\w*\s*\(|\s*\[[^\]\n]{1,80}\]\s*(?:[-+*/|&?]|\?\?|\|\|)?=(?!=))`,
  );

/** What keeps results from one call to the next, to be found again by the same input. Where a function calls itself it is how it works. */
export function cachesIn(file: ReadFile): readonly string[] {
  return [...containers(file), ...decorated(file), ...defaults(file), ...globals(file), ...stored(file)];
}

function containers({ path, language, before, after }: ReadFile): readonly string[] {
  const patterns = LASTING.filter(({ languages }) => languages.includes(language));
  const found = patterns.flatMap(({ pattern }) => [...after.text.matchAll(pattern)]);
  return found.flatMap(({ index, 1: name = '' }) => {
    const own = word(name);
    if (new RegExp(own).test(before.text)) return [];
    const user = after.functions.find((one) => READ(own).test(one.body) && WRITTEN(own).test(one.body));
    if (user === undefined || isRecursive(user) || callsRecursive(user, after.functions)) return [];
    return [
      `${path}:${lineAt(after.text, index)}: ${name} keeps what ${user.symbol} has computed from one call to the next. Keep it within the call.`,
    ];
  });
}

/** A function in it calls itself, or it is such a one. */
const callsRecursive = (user: Routine, all: readonly Routine[]): boolean =>
  all.some((one) => one !== user && user.whole.includes(one.whole) && isRecursive(one));

const MEMO = /@(?:\w+\.)?(?:lru_cache|cache|memoize|cached)\b[^\n]*/;

function decorated({ path, language, before, after }: ReadFile): readonly string[] {
  if (language !== 'Python') return [];
  return after.functions.flatMap((one) => {
    const head = one.whole.slice(0, Math.max(0, one.whole.search(/\bdef\b/)));
    const was = before.functions.find(({ symbol }) => symbol === one.symbol);
    if (one.local || !MEMO.test(head) || isRecursive(one)) return [];
    if (was !== undefined && MEMO.test(was.whole.slice(0, was.whole.search(/\bdef\b/)))) return [];
    return [
      `${path}:${one.line}: ${one.symbol} keeps its results from one call to the next (${MEMO.exec(head)?.[0].trim()}). Keep them within the call.`,
    ];
  });
}

/** A default of Python is made once. */
function defaults({ path, language, before, after }: ReadFile): readonly string[] {
  if (language !== 'Python') return [];
  return after.functions.flatMap((one) => {
    const name = /[(,]\s*(\w+)\s*(?::[^=,]{1,60})?=\s*(?:\{\s*\}|\[\s*\]|dict\(\s*\))/.exec(one.signature)?.[1];
    const was = before.functions.find(({ symbol }) => symbol === one.symbol);
    if (name === undefined || was?.signature === one.signature || one.local || isRecursive(one)) return [];
    if (!READ(word(name)).test(one.body) || !WRITTEN(word(name)).test(one.body)) return [];
    return [
      `${path}:${one.line}: the default of ${name} is made once and keeps results from one call of ${one.symbol} to the next. Make it in the call.`,
    ];
  });
}

const GLOBAL = /\b(?:globalThis|global|window)\s*(?:\.\s*[\w$]+|\[[^\]\n]{1,60}\])\s*(?:\?\?|\|\|)?=(?!=)/g;

function globals({ path, language, before, after }: ReadFile): readonly string[] {
  if (!SCRIPTS.includes(language)) return [];
  return [...after.text.matchAll(GLOBAL)].flatMap(({ index, 0: text }) =>
    before.text.includes(text)
      ? []
      : [
          `${path}:${lineAt(after.text, index)}: it keeps something for all of the process (${text.trim()}). Keep it within the call.`,
        ],
  );
}

const STORES: readonly { readonly languages: readonly string[]; readonly pattern: RegExp }[] = [
  {
    languages: ['Python'],
    pattern:
      /\bopen\s*\([^\n)]{0,200},\s*(?:mode\s*=\s*)?['"][wax]b?\+?['"]|\b(?:pickle|marshal|json|joblib|np|numpy|torch)\.(?:dump|save|savez\w*)\s*\(|\b(?:shelve|dbm|sqlite3)\.(?:open|connect)\s*\(|\bjoblib\.Memory\s*\(|\bdiskcache\b|\.write_(?:text|bytes)\s*\(/g,
  },
  {
    languages: SCRIPTS,
    pattern: /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream)\s*\(|\blocalStorage\s*\./g,
  },
  {
    languages: ['C', 'C++'],
    pattern: /\bfopen\s*\([^;\n]{0,200},\s*"[wa]b?\+?"|\bofstream\b|\bshm_open\s*\(|\bO_CREAT\b/g,
  },
  { languages: ['Go'], pattern: /\bos\.(?:WriteFile|Create|OpenFile)\s*\(|\bioutil\.WriteFile\s*\(/g },
  { languages: ['Rust'], pattern: /\bFile::create\s*\(|\bfs::write\s*\(|\bOpenOptions::new\s*\(/g },
  {
    languages: ['Java'],
    pattern:
      /\bnew\s+File(?:Writer|OutputStream)\s*\(|\bFiles\s*\.\s*(?:write\w*|newBufferedWriter|newOutputStream)\s*\(/g,
  },
];

/** Files stay when the process ends. */
function stored({ path, language, before, after }: ReadFile): readonly string[] {
  const patterns = STORES.filter(({ languages }) => languages.includes(language));
  return patterns.flatMap(({ pattern }) => {
    if (before.text.search(pattern) >= 0) return [];
    const first = [...after.text.matchAll(pattern)][0];
    if (first === undefined) return [];
    return [
      `${path}:${lineAt(after.text, first.index)}: it writes a file (${first[0].trim()}), which it did not before and which would be there in the next run. Do without.`,
    ];
  });
}
