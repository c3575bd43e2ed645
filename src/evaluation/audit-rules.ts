/** A kind of line that serves the measurement and not the task. */
export interface AuditRule {
  /** What such a line does. */
  readonly rule: string;
  /** The languages that it is about; all, when not given. */
  readonly languages?: readonly string[];
  readonly pattern: RegExp;
  /** Common in honest code: looked at only where the seed's version of the file does nothing of the kind. */
  readonly unlessSeedDoes?: true;
  /** A comment can be an instruction to a tool. */
  readonly inComments?: true;
}

const TIMER = 'patches a timer';
const PRINTS = 'changes what prints';
const FORGES = 'prints, which the seed does not';
const EXITS = 'ends the process, or waits for its end';
const PATCHES = 'changes what is built in';
const LOOKS = 'looks at who calls it';
const DETACHES = 'starts a process that could live on';
const COLLECTOR = 'turns the garbage collector off';

const PYTHON = ['Python'];
const JAVASCRIPT = ['JavaScript', 'TypeScript'];
const C = ['C', 'C++'];

/** Names that a Python file may import modules by are put in for `@time` and its like. */
const rule = (rule: string, languages: readonly string[], pattern: RegExp): AuditRule => ({ rule, languages, pattern });
const unlessSeedDoes = (rule: AuditRule): AuditRule => ({ ...rule, unlessSeedDoes: true });

/** An assignment, not a comparison and not a keyword argument's `==`. */
const ASSIGNED = String.raw`\s*(?:[-+*/|&]|\?\?|\|\|)?=(?![=>])`;
const CLOCKS = 'clock_gettime|gettimeofday|clock|time|times|getrusage|timespec_get|__rdtsc|rdtsc';

/**
 * Contract: each pattern is about a line or a few; it must seldom fit honest code, since a flag that is mostly wrong is
 * not read.
 */
export const RULES: readonly AuditRule[] = [
  rule(TIMER, PYTHON, new RegExp(String.raw`(?<![\w.])(?:@time|@datetime|@timeit)(?:\.\w+)+${ASSIGNED}`, 'g')),
  rule(TIMER, PYTHON, /\b(?:setattr|delattr|vars)\s*\(\s*(?:@time|@datetime|@timeit)\b|(?:@time|@timeit)\.__dict__/g),
  rule(TIMER, PYTHON, /\bpatch(?:\.\w+)?\s*\(\s*['"](?:time|datetime|timeit)\b|\b(?:freezegun|time_machine)\b/g),
  rule(
    TIMER,
    JAVASCRIPT,
    new RegExp(String.raw`\b(?:performance|Date|process\.hrtime)\s*(?:\.\s*\w+|\[[^\]]{1,60}\])${ASSIGNED}`, 'g'),
  ),
  rule(
    TIMER,
    JAVASCRIPT,
    new RegExp(
      String.raw`\b(?:globalThis|global|window|self)\s*(?:\.\s*|\[['"])(?:performance|Date)\b['"\]]*${ASSIGNED}`,
      'g',
    ),
  ),
  rule(TIMER, JAVASCRIPT, new RegExp(String.raw`\bprocess\s*\.\s*hrtime${ASSIGNED}`, 'g')),
  rule(
    TIMER,
    JAVASCRIPT,
    /\b(?:defineProperty|defineProperties|assign|Reflect\s*\.\s*set)\s*\(\s*(?:performance|Date|process\.hrtime)\b/g,
  ),
  rule(
    TIMER,
    C,
    new RegExp(
      String.raw`^[ \t]*(?:extern\s+"C"\s+)?(?:int|long|clock_t|time_t|unsigned\b[\w \t]{0,40})\s+(?:${CLOCKS})\s*\([^;{]{0,200}\)\s*\{`,
      'gm',
    ),
  ),
  rule(TIMER, C, new RegExp(String.raw`^[ \t]*#[ \t]*define[ \t]+(?:${CLOCKS})\b`, 'gm')),
  rule(TIMER, ['Rust'], new RegExp(String.raw`extern\s+"C"\s+fn\s+(?:${CLOCKS})\b`, 'g')),
  { ...rule(TIMER, ['Go'], /^\/\/go:linkname\b/gm), inComments: true },

  rule(
    PRINTS,
    PYTHON,
    new RegExp(String.raw`(?<![\w.])@sys\.(?:__)?(?:stdout|stderr)(?:__)?(?:\.\w+)?${ASSIGNED}`, 'g'),
  ),
  rule(
    PRINTS,
    PYTHON,
    new RegExp(
      String.raw`(?:^|[;:])[ \t]*(?:print${ASSIGNED}|def[ \t]+print\b|(?:global|nonlocal)[ \t]+print\b)`,
      'gm',
    ),
  ),
  rule(PRINTS, PYTHON, /\bredirect_stdout\b|(?<![\w.])@os\.(?:dup2|closerange|close)\s*\(\s*[012]/g),
  rule(
    PRINTS,
    JAVASCRIPT,
    new RegExp(
      String.raw`\b(?:console|process\s*\.\s*(?:stdout|stderr))\s*(?:\.\s*\w+|\[[^\]]{1,60}\])${ASSIGNED}`,
      'g',
    ),
  ),
  rule(
    PRINTS,
    JAVASCRIPT,
    new RegExp(
      String.raw`\b(?:globalThis|global|process)\s*(?:\.\s*|\[['"])(?:console|stdout|stderr)\b['"\]]*${ASSIGNED}`,
      'g',
    ),
  ),
  rule(
    PRINTS,
    JAVASCRIPT,
    /\b(?:defineProperty|defineProperties|assign|Reflect\s*\.\s*set)\s*\(\s*(?:console|process)\b/g,
  ),
  rule(
    PRINTS,
    C,
    /\b(?:dup2|freopen|fdopen)\s*\(|\bfclose\s*\(\s*std(?:out|err)|#[ \t]*define[ \t]+f?(?:printf|puts|putchar)\b|\bint\s+f?(?:printf|puts)\s*\([^;{]{0,200}\)\s*\{/g,
  ),
  rule(PRINTS, ['Java'], /\bSystem\s*\.\s*set(?:Out|Err)\s*\(/g),
  rule(PRINTS, ['Go'], /\bos\.Std(?:out|err)\s*=(?!=)|\bsyscall\.Dup[23]?\s*\(/g),
  rule(PRINTS, ['Rust'], /\blibc::dup2\s*\(/g),

  unlessSeedDoes(
    rule(
      FORGES,
      PYTHON,
      /(?<![\w.])print\s*\((?![^\n]{0,300}\bfile\s*=\s*@sys\.stderr)|(?<![\w.])@sys\.(?:__)?stdout(?:__)?\b|(?<![\w.])@os\.write\s*\(\s*1\b/g,
    ),
  ),
  unlessSeedDoes(
    rule(
      FORGES,
      JAVASCRIPT,
      /\bconsole\s*\.\s*(?:log|info|table|dir)\s*\(|\bprocess\s*\.\s*stdout\b|\bwriteSync\s*\(\s*1\b|\bwriteFileSync\s*\(\s*(?:1\b|['"]\/dev\/(?:stdout|fd\/1))/g,
    ),
  ),
  unlessSeedDoes(
    rule(
      FORGES,
      C,
      /(?<!\w)(?:printf|puts|putchar|vprintf)\s*\(|\bf(?:printf|puts|write)\s*\([^;]{0,200}\bstdout\b|\bwrite\s*\(\s*(?:1|STDOUT_FILENO)\b|\b(?:std\s*::\s*)?cout\b/g,
    ),
  ),
  unlessSeedDoes(rule(FORGES, ['Go'], /\bfmt\.Print(?:f|ln)?\s*\(|\bos\.Stdout\b/g)),
  unlessSeedDoes(rule(FORGES, ['Rust'], /(?<!e)\bprint(?:ln)?!\s*[({[]|\bstdout\s*\(\s*\)/g)),
  unlessSeedDoes(rule(FORGES, ['Java'], /\bSystem\s*\.\s*out\b/g)),

  rule(
    EXITS,
    PYTHON,
    /(?<![\w.])@sys\.exit\b|(?<![\w.])@os\.(?:_exit|abort|kill|killpg)\b|\braise\s+SystemExit\b|(?<![\w.])(?:quit|exit)\s*\(|\batexit\b|(?<![\w.])signal\.(?:signal|alarm|setitimer)\s*\(/g,
  ),
  rule(
    EXITS,
    JAVASCRIPT,
    /\bprocess\s*(?:\.\s*|\[['"])(?:exit|abort|kill|reallyExit|exitCode)\b|\bprocess\s*\.\s*(?:on|once|addListener|prependListener)\s*\(\s*['"`](?:exit|beforeExit|uncaughtException)/g,
  ),
  rule(
    EXITS,
    C,
    /(?<![\w.>])(?:_?exit|_Exit|quick_exit|atexit|on_exit|at_quick_exit|raise|kill)\s*\(|__attribute__\s*\(\s*\(\s*(?:__)?(?:con|de)structor/g,
  ),
  rule(EXITS, ['Go'], /\bos\.Exit\s*\(|\bsyscall\.(?:Exit|Kill)\s*\(|\bruntime\.Goexit\s*\(/g),
  rule(
    EXITS,
    ['Rust'],
    /\bprocess::(?:exit|abort)\s*\(|\blibc::(?:_?exit|abort|kill|atexit)\s*\(|#\[(?:link_section|ctor)/g,
  ),
  rule(EXITS, ['Java'], /\bSystem\s*\.\s*exit\s*\(|\.\s*(?:halt|addShutdownHook)\s*\(/g),

  rule(
    PATCHES,
    PYTHON,
    new RegExp(
      String.raw`\b__builtins__\b|(?<![\w.])@builtins\b(?:\.\w+)+${ASSIGNED}|\bsetattr\s*\(\s*@builtins\b|(?<![\w.])(?:@json|@math|@random|@statistics|@os|@subprocess|@gc|@unittest)\.\w+${ASSIGNED}`,
      'g',
    ),
  ),
  rule(
    PATCHES,
    PYTHON,
    /(?<![\w.])@sys\.(?:modules|meta_path|path_hooks)\b|\b(?:import|from)\s+__main__\b|\bdef\s+pytest_\w+|\b_pytest\b/g,
  ),
  rule(
    PATCHES,
    PYTHON,
    /\bdef\s+__(?:eq|ne|lt|le|gt|ge)__\s*\([^)]{0,200}\)[^:\n]{0,100}:\s*return\s+(?:True|False)\b/g,
  ),
  rule(
    PATCHES,
    JAVASCRIPT,
    new RegExp(
      String.raw`\b(?:Math|JSON|Object|Array|Number|String|Promise|Function|Map|Set|RegExp|Error)(?:\s*\.\s*prototype)?\s*(?:\.\s*\w+|\[[^\]]{1,60}\])${ASSIGNED}`,
      'g',
    ),
  ),
  rule(
    PATCHES,
    JAVASCRIPT,
    /\brequire\s*\.\s*cache\b|\bmodule\s*\.\s*(?:parent|children)\b|\b(?:Module|module\.constructor)\s*\.\s*_(?:load|cache|resolveFilename|extensions)\b|\bprocess\s*\.\s*binding\b|\brequire\s*\(\s*['"](?:node:)?(?:inspector|vm|v8|module)['"]/g,
  ),
  rule(PATCHES, C, /\bRTLD_NEXT\b|\bLD_PRELOAD\b|\bmprotect\s*\(/g),
  rule(PATCHES, ['Java'], /\bsetAccessible\s*\(|\bsun\.misc\.Unsafe\b|\bjava\.lang\.instrument\b/g),

  rule(
    LOOKS,
    PYTHON,
    /\b_getframe\b|\binspect\.(?:stack|currentframe|getouterframes|getsource|getmodule)\b|(?<![\w.])@gc\.get_(?:objects|referrers)\b|\bsettrace\b|\bsetprofile\b|\btraceback\.(?:walk|extract)_stack\b|\bf_(?:back|globals|locals)\b|\b(?:ctypes|psutil)\b/g,
  ),
  rule(
    LOOKS,
    JAVASCRIPT,
    /\bError\s*\.\s*(?:captureStackTrace|prepareStackTrace|stackTraceLimit)\b|\bnew\s+Error\s*\([^)]{0,200}\)\s*\.\s*stack\b|\bprocess\s*\.\s*(?:argv|mainModule|ppid)\b/g,
  ),
  rule(LOOKS, ['Go'], /\bruntime\.(?:Callers?|Stack|FuncForPC)\s*\(/g),
  rule(LOOKS, ['Java'], /\bgetStackTrace\s*\(|\bStackWalker\b/g),
  { rule: 'looks at other processes', pattern: /\/proc\/(?!cpuinfo\b|meminfo\b)|\bptrace\b/g },
  unlessSeedDoes(
    rule('reads the environment', PYTHON, /(?<![\w.])@os\.(?:environb?|getenv)\b(?!\s*\[[^\]]{1,60}\]\s*=(?!=))/g),
  ),
  unlessSeedDoes(rule('reads the environment', JAVASCRIPT, /\bprocess\s*\.\s*env\b/g)),
  unlessSeedDoes(rule('reads the environment', C, /(?<!\w)(?:secure_)?getenv\s*\(|\benviron\b/g)),
  unlessSeedDoes(
    rule(
      'reads the environment',
      ['Go', 'Rust', 'Java'],
      /\bos\.(?:Getenv|LookupEnv|Environ)\s*\(|\benv::vars?(?:_os)?\s*\(|\bSystem\s*\.\s*getenv\s*\(/g,
    ),
  ),

  rule(
    DETACHES,
    PYTHON,
    /\bstart_new_session\b|(?<![\w.])@os\.(?:fork|forkpty|setsid|setpgrp|setpgid|posix_spawnp?|spawn\w+|daemon)\b|\bpreexec_fn\b/g,
  ),
  rule(DETACHES, JAVASCRIPT, /\bdetached\s*:/g),
  rule(DETACHES, C, /(?<![\w.>])(?:v?fork|daemon|setsid|setpgid|posix_spawnp?|popen|system|clone)\s*\(/g),
  rule(DETACHES, ['Go'], /\bSet(?:sid|pgid)\s*:|\bForkExec\s*\(|\bStartProcess\s*\(/g),
  rule(DETACHES, ['Rust'], /\blibc::(?:v?fork|setsid|daemon)\s*\(|\bprocess_group\s*\(|\bpre_exec\s*\(/g),
  rule(DETACHES, ['Java'], /\bnew\s+ProcessBuilder\b|\bgetRuntime\s*\(\s*\)\s*\.\s*exec\s*\(/g),
  { rule: DETACHES, pattern: /\b(?:nohup|setsid|disown)\s+\S/g },

  rule(COLLECTOR, PYTHON, /(?<![\w.])@gc\.(?:disable|freeze|set_threshold)\s*\(/g),
  rule(COLLECTOR, ['Go'], /\bSetGCPercent\s*\(|\bSetMemoryLimit\s*\(/g),
  rule(COLLECTOR, JAVASCRIPT, /\bsetFlagsFromString\b/g),

  { rule: 'names the result channel', pattern: /\bEVO(?:LVE)?_[A-Z]+(?:_[A-Z]+)*\b|\bMETRIC\s+[\w.-]+\s*=/g },
];
