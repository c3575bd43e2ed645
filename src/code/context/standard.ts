/** What the headers of C bring, as far as programs mostly use them. */
const HEADERS: Readonly<Record<string, RegExp>> = {
  'stdio.h':
    /^(f?printf|v?s?n?printf|vfprintf|vsnprintf|snprintf|sprintf|puts|putchar|f?puts|fputc|putc|getc|fgetc|fgets|getchar|ungetc|fopen|fclose|fread|fwrite|fseek|ftell|fflush|rewind|feof|ferror|perror|remove|rename|tmpfile|s?scanf|fscanf|FILE|EOF|stdin|stdout|stderr|SEEK_\w+|BUFSIZ|size_t|NULL)$/,
  'stdlib.h':
    /^(malloc|calloc|realloc|free|exit|abort|atexit|atoi|atol|atoll|atof|strto\w+|abs|labs|llabs|div|ldiv|rand|srand|RAND_MAX|qsort|bsearch|getenv|system|EXIT_\w+|size_t|NULL)$/,
  'string.h': /^(mem(cpy|move|set|cmp|chr)|str\w+|size_t|NULL)$/,
  'strings.h': /^(str(n)?casecmp|bzero|bcopy|ffs)$/,
  'math.h':
    /^(f?abs|sqrtf?|cbrt|powf?|expf?|exp2|expm1|logf?|log2|log10|log1p|sinf?|cosf?|tanf?|asin|acos|atan2?|sinh|cosh|tanh|floorf?|ceilf?|roundf?|l?lround|truncf?|fmodf?|fminf?|fmaxf?|hypot|isnan|isinf|isfinite|signbit|NAN|INFINITY|HUGE_VAL|M_\w+|fabsf?)$/,
  'ctype.h': /^(is(alpha|digit|alnum|space|upper|lower|punct|print|xdigit|cntrl|graph|blank)|to(upper|lower))$/,
  'stdint.h':
    /^(u?int(_fast|_least)?\d+_t|u?intptr_t|u?intmax_t|U?INT\d+_(MAX|MIN|C)|SIZE_MAX|INTPTR_\w+|U?INTMAX_\w+)$/,
  'inttypes.h': /^(u?int(_fast|_least)?\d+_t|PRI\w+|SCN\w+)$/,
  'stdbool.h': /^(bool|true|false)$/,
  'stddef.h': /^(size_t|ptrdiff_t|NULL|offsetof|wchar_t|max_align_t)$/,
  'stdarg.h': /^va_\w+$/,
  'assert.h': /^(assert|static_assert)$/,
  'errno.h': /^(errno|E[A-Z0-9]+)$/,
  'limits.h': /^(U?(CHAR|SHRT|INT|LONG|LLONG)_(MAX|MIN|BIT)|SCHAR_\w+|PATH_MAX)$/,
  'float.h': /^(FLT|DBL|LDBL)_\w+$/,
  'time.h':
    /^(time|time_t|clock|clock_t|difftime|mktime|gmtime|localtime|strftime|tm|timespec|clock_gettime|CLOCK\w*)$/,
  'signal.h': /^(signal|raise|sig\w+|SIG\w+)$/,
  'setjmp.h': /^(setjmp|longjmp|jmp_buf)$/,
  'locale.h': /^(setlocale|localeconv|lconv|LC_\w+)$/,
  'unistd.h':
    /^(read|write|close|lseek|unlink|getpid|fork|exec\w+|pipe|dup2?|sleep|usleep|access|isatty|ssize_t|sysconf)$/,
};

/** Methods of the traits that are brought for them, by the trait. */
const TRAITS: Readonly<Record<string, readonly string[]>> = {
  Write: ['write', 'writeln', 'write_all', 'write_str', 'write_char', 'write_fmt', 'flush'],
  Read: ['read', 'read_to_end', 'read_to_string', 'read_exact', 'take', 'bytes'],
  BufRead: ['lines', 'read_line', 'read_until', 'fill_buf', 'consume', 'split'],
  Seek: ['seek', 'rewind', 'stream_position'],
  FromStr: ['from_str', 'parse'],
  Hash: ['hash', 'hash_slice'],
  Hasher: ['finish', 'write', 'write_u8', 'write_u32', 'write_u64', 'write_usize'],
  BuildHasher: ['build_hasher', 'hash_one'],
  Borrow: ['borrow'],
  BorrowMut: ['borrow_mut'],
  ToOwned: ['to_owned'],
  Any: ['type_id', 'downcast_ref', 'downcast_mut'],
  FromIterator: ['from_iter'],
  TryFrom: ['try_from'],
  TryInto: ['try_into'],
  Deref: ['deref'],
  DerefMut: ['deref_mut'],
  Error: ['source', 'description'],
};

export const traitMethods = (trait: string): readonly string[] => TRAITS[trait] ?? [];

/** Whether all that a module from elsewhere brings may have some of these names. What is not known may. */
export function isKnown(
  language: string,
  specifier: string,
  names: readonly string[],
  unknown: readonly string[],
): boolean {
  if (language === 'C' || language === 'C++') {
    const header = specifier.replace(/[<>"]/g, '').replace(/^c(\w+)$/, '$1.h');
    const known = HEADERS[header];
    if (known !== undefined) return names.some((name) => known.test(name));
    const left = unknown.filter((name) => !Object.values(HEADERS).some((one) => one.test(name)));
    return left.length > 0;
  }
  if (language === 'Java') return unknown.some((name) => /^[A-Z]/.test(name) && !JAVA_LANG.test(name));
  if (language === 'Python') return unknown.some((name) => !PYTHON.test(name));
  if (language === 'Rust') return unknown.some((name) => !RUST.test(name));
  return unknown.length > 0;
}

const JAVA_LANG =
  /^(String|StringBuilder|StringBuffer|Object|Integer|Long|Double|Float|Short|Byte|Character|Boolean|Number|Math|System|Thread|Runnable|Iterable|Comparable|CharSequence|Class|Enum|Record|Void|Override|Deprecated|SuppressWarnings|FunctionalInterface|SafeVarargs|AutoCloseable|Cloneable|Throwable|Error|\w*Exception|\w*Error|[A-Z])$/;
const PYTHON =
  /^(abs|all|any|bool|bytes|bytearray|callable|chr|dict|divmod|enumerate|filter|float|format|frozenset|getattr|hasattr|hash|hex|id|input|int|isinstance|issubclass|iter|len|list|map|max|memoryview|min|next|object|oct|open|ord|pow|print|property|range|repr|reversed|round|set|setattr|slice|sorted|staticmethod|classmethod|str|sum|super|tuple|type|vars|zip|None|True|False|NotImplemented|__\w+__|\w*Error|\w*Exception|StopIteration|self|cls|_)$/;
const RUST =
  /^(Option|Some|None|Result|Ok|Err|Vec|String|Box|Iterator|IntoIterator|Fn|FnMut|FnOnce|Default|Clone|Copy|Send|Sync|Sized|Drop|From|Into|AsRef|AsMut|ToString|ToOwned|PartialEq|Eq|PartialOrd|Ord|Debug|Self|self|[A-Z]|[a-z]\w*)$/;
