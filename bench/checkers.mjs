// What each language says of many files at once: the paths of those that pass. A tool that is missing checks nothing.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { temporary } from './support.mjs';

const has = (tool, args) => spawnSync(tool, args).status === 0;
const lines = (tool, args) =>
  execFileSync(tool, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
    .split('\n')
    .filter(Boolean);
const eachAlone = (tool, args) => (files) => files.filter((file) => spawnSync(tool, [...args, file]).status === 0);

function script(name, text) {
  const file = join(temporary(), name);
  writeFileSync(file, text);
  return file;
}

function typescript(files) {
  const program = ts.createProgram(files, {
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    types: [],
  });
  return files.filter((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).length === 0);
}

const NODE = `for (const file of process.argv.slice(1)) {
  try { await import(file); console.log(file); } catch {}
}`;

const PYTHON = `import sys, types, io, contextlib
for path in sys.argv[1:]:
    module = types.ModuleType('mutant')
    sys.modules['mutant'] = module
    try:
        code = compile(open(path).read(), path, 'exec')
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, module.__dict__)
        print(path)
    except BaseException:
        pass`;

const GO = `package main

import ("fmt"; "go/ast"; "go/importer"; "go/parser"; "go/token"; "go/types"; "os")

func main() {
	fset := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Error: func(error) {}}
	for _, path := range os.Args[1:] {
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil { continue }
		if _, err := config.Check("mutant", fset, []*ast.File{file}, nil); err == nil { fmt.Println(path) }
	}
}`;

const JAVA = `import java.io.*; import java.util.*; import javax.tools.*;
class Check { public static void main(String[] paths) throws Exception {
  JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
  for (String path : paths) {
    boolean fine = compiler.getTask(new StringWriter(), files, d -> {}, List.of("-d", new File(path).getParent()),
      null, files.getJavaFileObjects(path)).call();
    if (fine) System.out.println(path);
  } } }`;

/** By language: the sample, whether the tool is there, and what passes. */
export const checkers = {
  JavaScript: {
    sample: 'knapsack.js',
    tool: () => true,
    passing: (files) => lines(process.execPath, ['--input-type=module', '-e', NODE, '--', ...files]),
  },
  TypeScript: { sample: 'tour.ts', tool: () => true, passing: typescript },
  Python: {
    sample: 'schedule.py',
    tool: () => has('python3', ['--version']),
    passing: (files) => lines('python3', [script('check.py', PYTHON), ...files]),
  },
  Rust: {
    sample: 'packing.rs',
    tool: () => has('rustc', ['--version']),
    passing: (files) =>
      eachAlone('rustc', [
        '--crate-type=lib',
        '--emit=metadata',
        '--out-dir',
        temporary(),
        '--cap-lints=warn',
        '--edition=2021',
      ])(files),
  },
  Go: {
    sample: 'route.go',
    tool: () => has('go', ['version']),
    passing: (files) => lines('go', ['run', script('check.go', GO), '--', ...files]),
  },
  C: {
    sample: 'matching.c',
    tool: () => has('gcc', ['--version']),
    passing: eachAlone('gcc', ['-fsyntax-only', '-w']),
  },
  'C++': {
    sample: 'coloring.cpp',
    tool: () => has('g++', ['--version']),
    passing: eachAlone('g++', ['-std=c++17', '-fsyntax-only', '-w']),
  },
  Java: {
    sample: 'Cutting.java',
    tool: () => has('javac', ['-version']),
    passing: (files) => lines('java', [script('Check.java', JAVA), ...files]),
  },
};

/** Each text in a folder of its own, under the name that its language may insist on. */
export function written(name, texts) {
  const folder = temporary();
  return texts.map((text, index) => {
    const file = join(folder, String(index), basename(name));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
}
