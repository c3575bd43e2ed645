/** An import statement with only some of the names that it binds; undefined where it can't be taken apart. */
export function narrowed(language: string, text: string, keeps: (name: string) => boolean): string | undefined {
  switch (language) {
    case 'JavaScript':
    case 'TypeScript':
      return imported(text, keeps) ?? required(text, keeps);
    case 'Python':
      return python(text, keeps);
    case 'Rust':
      return rust(text, keeps);
    default:
      return undefined;
  }
}

type Keeps = (name: string) => boolean;

const IMPORT =
  /^import\s+(type\s+)?(?:([\w$]+)\s*,?\s*)?(?:\{([^}]*)\}|\*\s*as\s+([\w$]+))?\s*from\s*(['"][^'"]*['"].*)$/s;

function imported(text: string, keeps: Keeps): string | undefined {
  const found = IMPORT.exec(text);
  if (found === null) return undefined;
  const [, type = '', whole, list, all, from = ''] = found;
  const named = items(list ?? '').filter((item) => keeps(lastWord(item)));
  const parts = [
    ...(whole !== undefined && keeps(whole) ? [whole] : []),
    ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : []),
    ...(all !== undefined && keeps(all) ? [`* as ${all}`] : []),
  ];
  return parts.length === 0 ? undefined : `import ${type}${parts.join(', ')} from ${from}`;
}

function required(text: string, keeps: Keeps): string | undefined {
  const found = /^((?:const|let|var)\s*)\{([^}]*)\}(\s*=\s*require\s*\([^)]*\)\s*;?)$/s.exec(text);
  if (found === null) return undefined;
  const [, start = '', list = '', end = ''] = found;
  const kept = items(list).filter((item) => keeps(lastWord(item.replace(/=.*$/s, ''))));
  return kept.length === 0 ? undefined : `${start}{ ${kept.join(', ')} }${end}`;
}

function python(text: string, keeps: Keeps): string | undefined {
  const [, start = '', list = ''] = /^(from\s+\S+\s+import\s+|import\s+)\(?(.*?)\)?$/s.exec(text) ?? [];
  const bound = (item: string): string =>
    start.startsWith('import') && !/\sas\s/.test(item) ? (item.split('.')[0] ?? item) : lastWord(item);
  const kept = items(list.replace(/#.*$/gm, '')).filter((item) => keeps(bound(item)));
  return kept.length === 0 ? undefined : start + kept.join(', ');
}

function rust(text: string, keeps: Keeps): string | undefined {
  const [, start = '', path = ''] = /^((?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?use\s+)(.*?);?$/s.exec(text) ?? [];
  const kept = paths(path).filter((one) => {
    const last = /(?:\sas\s+(\w+)|(\w+))$/.exec(one);
    return keeps(last?.[1] ?? last?.[2] ?? one);
  });
  return start === '' || kept.length === 0 ? undefined : kept.map((one) => `${start}${one};`).join('\n');
}

/** `a::{b, c::{d, self}}` as plain paths. */
function paths(text: string): readonly string[] {
  const [, start = '', list] = /^\s*([^{]*)\{(.*)\}\s*$/s.exec(text) ?? [];
  if (list === undefined) return [text.trim()];
  return items(list)
    .flatMap(paths)
    .map((one) => (/^self\b/.test(one) ? start.replace(/::\s*$/, '') + one.slice(4) : start.trim() + one));
}

/** Parts between the commas that stand outside of braces. */
function items(list: string): readonly string[] {
  const found: string[] = [];
  let [depth, item] = [0, ''];
  for (const sign of list) {
    if (sign === '{') depth++;
    if (sign === '}') depth--;
    if (sign === ',' && depth === 0) {
      found.push(item);
      item = '';
    } else item += sign;
  }
  return [...found, item].map((one) => one.trim()).filter((one) => one !== '');
}

const lastWord = (item: string): string => /[\w$]+$/.exec(item.trim())?.[0] ?? item;
