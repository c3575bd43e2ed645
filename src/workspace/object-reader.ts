import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { gitArguments, gitEnvironment, spawnFailure } from './git.ts';
import type { Sha } from './tree.ts';

export interface GitObject {
  readonly type: string;
  readonly content: Buffer;
}

interface Request {
  readonly sha: Sha;
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: Error) => void;
  tries: number;
}

/**
 * Reads objects through one `git cat-file --batch` that is started when first needed.
 * Contract: answers come in the order of the questions; a process that dies is restarted and asked again once; it never
 * keeps node alive but while a question is open.
 */
export class ObjectReader {
  readonly #gitDir: string;
  readonly #open: Request[] = [];
  #child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  #chunks: Buffer[] = [];
  #buffered = 0;
  #needed = 1;
  #closed = false;

  constructor(gitDir: string) {
    this.#gitDir = gitDir;
  }

  /** Resolves to undefined when there is no such object. */
  read(sha: Sha): Promise<GitObject | undefined> {
    if (this.#closed) return Promise.reject(new Error('the repository was closed'));
    return new Promise((resolve, reject) => {
      const request: Request = { sha, resolve, reject, tries: 0 };
      this.#open.push(request);
      this.#ask(request);
    });
  }

  close(): void {
    this.#closed = true;
    const child = this.#child;
    this.#child = undefined;
    child?.stdin.destroy();
    child?.kill();
    for (const { reject } of this.#open.splice(0)) reject(new Error('the repository was closed'));
  }

  #ask(request: Request): void {
    this.#child ??= this.#start();
    if (request.tries === 0 && this.#open.length === 1) this.#hold(true);
    request.tries++;
    this.#child.stdin.write(`${request.sha}\n`);
  }

  #start(): ChildProcessByStdio<Writable, Readable, null> {
    const args = gitArguments([`--git-dir=${this.#gitDir}`, 'cat-file', '--batch'], 'none');
    const child = spawn('git', args, {
      cwd: this.#gitDir,
      env: gitEnvironment('none'),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#chunks = [];
    this.#buffered = 0;
    this.#needed = 1;
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      if (child === this.#child) this.#take(chunk);
    });
    child.on('error', (error) => this.#lost(child, spawnFailure(error, this.#gitDir)));
    child.on('close', () => this.#lost(child));
    this.#child = child;
    this.#hold(this.#open.length > 0);
    return child;
  }

  #lost(child: ChildProcessByStdio<Writable, Readable, null>, cause?: Error): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    if (cause !== undefined || this.#open.some(({ tries }) => tries > 1)) {
      const error = cause ?? new Error(`git cat-file died twice while reading ${this.#gitDir}`);
      for (const { reject } of this.#open.splice(0)) reject(error);
    }
    for (const request of [...this.#open]) this.#ask(request);
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    // A large object comes in many pieces: joining them once is what keeps this linear.
    if (this.#buffered < this.#needed) return;
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#needed = 1;
    for (;;) {
      const line = rest.indexOf(0x0a);
      if (line < 0) break;
      const [, type, digits] = rest.toString('latin1', 0, line).split(' ');
      const size = Number(digits);
      const end = digits === undefined ? line + 1 : line + 1 + size + 1;
      if (rest.length < end) {
        this.#needed = end;
        break;
      }
      const object = type === undefined || digits === undefined ? undefined : answer(rest, type, line + 1, size);
      rest = rest.subarray(end);
      this.#open.shift()?.resolve(object);
    }
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#buffered = rest.length;
    if (this.#open.length === 0) this.#hold(false);
  }

  #hold(alive: boolean): void {
    const child = this.#child;
    if (child === undefined) return;
    if (alive) child.ref();
    else child.unref();
    for (const stream of [child.stdin, child.stdout]) {
      if (!(stream instanceof Socket)) continue;
      if (alive) stream.ref();
      else stream.unref();
    }
  }
}

function answer(buffer: Buffer, type: string, start: number, size: number): GitObject {
  return { type, content: buffer.subarray(start, start + size) };
}
