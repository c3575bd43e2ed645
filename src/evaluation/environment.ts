/** What candidate code may see of the caller's environment: enough to find interpreters, nothing that may be a secret. */
const ALLOWED = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'VIRTUAL_ENV', 'CONDA_PREFIX'],
  ...['PYENV_ROOT', 'PYENV_VERSION', 'NVM_DIR', 'VOLTA_HOME', 'RUSTUP_HOME', 'RUSTUP_TOOLCHAIN', 'CARGO_HOME'],
  ...['GOROOT', 'GOPATH', 'GOMODCACHE', 'JAVA_HOME'],
];
const ALLOWED_PREFIX = 'LC_';

export interface Facts {
  readonly candidate: string;
  readonly attempt: number;
  readonly seed: number;
  readonly root: string;
  readonly temp: string;
  readonly result: string;
  readonly traces: string;
  readonly checkpoints: string;
  /** Git must not find the user's repository above the checkout. */
  readonly ceiling: string;
  /** Names that the user lets through. */
  readonly allowed?: readonly string[];
  /** Variables of the user's own. */
  readonly given?: Readonly<Record<string, string>>;
  /** It gives a score: others have nothing to report to. */
  readonly reports: boolean;
}

export function environment(
  caller: Readonly<Record<string, string | undefined>>,
  facts: Facts,
): Record<string, string> {
  const kept = Object.entries(caller).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined &&
      (ALLOWED.includes(pair[0]) || pair[0].startsWith(ALLOWED_PREFIX) || facts.allowed?.includes(pair[0]) === true),
  );
  return {
    ...Object.fromEntries(kept),
    ...facts.given,
    // In a sandbox root may not give files away, which tar would do by default.
    ...(process.getuid?.() === 0 ? { TAR_OPTIONS: '--no-same-owner' } : {}),
    TMPDIR: facts.temp,
    GIT_CEILING_DIRECTORIES: facts.ceiling,
    EVOLVE_CANDIDATE: facts.candidate,
    EVOLVE_ATTEMPT: String(facts.attempt),
    EVOLVE_SEED: String(facts.seed),
    // As benchmarks instrumented for evo expect it.
    EVO_WORKTREE: facts.root,
    ...(facts.reports ? reporting(facts) : {}),
  };
}

function reporting(facts: Facts): Record<string, string> {
  return {
    EVOLVE_RESULT: facts.result,
    EVOLVE_TRACES_DIR: facts.traces,
    EVOLVE_CHECKPOINT_DIR: facts.checkpoints,
    // Names that benchmarks instrumented for evo expect.
    EVO_EXPERIMENT_ID: facts.candidate,
    EVO_ATTEMPT: String(facts.attempt),
    EVO_RESULT_PATH: facts.result,
    EVO_TRACES_DIR: facts.traces,
    EVO_CHECKPOINT_DIR: facts.checkpoints,
  };
}
