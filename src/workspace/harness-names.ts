import { glob } from '../lib/glob.ts';

/** Files that test runners, interpreters, package managers and build tools read by their name, wherever they lie. */
const names = [
  // Python
  '{conftest,sitecustomize,usercustomize,setup,noxfile}.py',
  '*.pth',
  '.pythonrc*',
  '{.,}pytest.{ini,toml}',
  '{setup.cfg,tox.ini,pyproject.toml,uv.toml,.coveragerc,.python-version,pyvenv.cfg,requirements*.txt}',
  // JavaScript
  '{package.json,package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,pnpm-workspace.yaml,.pnpmfile.cjs}',
  '{.npmrc,.yarnrc*,.pnp.*,bunfig.toml,bun.lock*,deno.json*,.nvmrc,.node-version}',
  '{ts,js}config*.json',
  '*.config.{js,cjs,mjs,ts,cts,mts,json}',
  '{vitest,vite}.workspace.*',
  '.{mocha,babel,swc,nyc,eslint,postcss,ava,c8}rc*',
  // Builds of other languages
  '{,gnu}makefile',
  '*.mk',
  '{cmakelists.txt,cmakepresets.json,meson.build,build.ninja,configure,configure.ac,justfile,.justfile,taskfile.y*ml}',
  '{cargo.toml,cargo.lock,build.rs,rust-toolchain*,clippy.toml}',
  '{go.mod,go.sum,go.work}',
  '{pom.xml,build.gradle*,settings.gradle*,gradle.properties,gradlew,mvnw}',
  '{gemfile*,rakefile,.rspec,composer.json,composer.lock,phpunit.xml*,mix.exs,build.sbt,package.swift}',
  '{directory.build.*,nuget.config,global.json,*.runsettings}',
  // The shell and the environment
  '{.env*,.envrc,*.env,.tool-versions,mise.toml,.mise.toml,.bashrc,.bash_profile,.profile,.zshrc,.zshenv}',
  '{dockerfile*,evolve.y*ml,program.md}',
].map((pattern) => glob(pattern));

const folders = new Set([
  'node_modules',
  '__pycache__',
  '.venv',
  'venv',
  '.cargo',
  '.mvn',
  '.evolve',
  '.yarn',
  'site-packages',
]);

/** Whether a file of this name would change how the tools that build and measure behave. */
export function configures(path: string): boolean {
  const parts = path.toLowerCase().split('/');
  const name = parts.pop() ?? '';
  return parts.some((part) => folders.has(part)) || names.some((matches) => matches(name));
}

/** The top-level modules of Python's standard library, 3.11 and those removed or added around it. */
export const pythonModules: ReadonlySet<string> = new Set(
  `
  abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
  builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
  concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
  decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp
  fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip
  hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword
  lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
  multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib
  pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
  py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy
  sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd
  sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau
  symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit
  tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata
  unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp
  zipfile zipimport zlib zoneinfo
  annotationlib compression distutils imp asynchat asyncore smtpd binhex formatter parser symbol
  `
    .trim()
    .split(/\s+/),
);
