/** What a request to the model says, whichever protocol it came by. */
export interface ModelCall {
  /** From 1, over all conversations. */
  readonly number: number;
  readonly protocol: 'chat' | 'responses' | 'messages' | 'generate';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  readonly stream: boolean;
  /** How many turns of the assistant the conversation has already. */
  readonly turn: number;
  /** The same since the user last spoke; a resumed conversation starts at 0 again. */
  readonly step: number;
  readonly system: string;
  /** All text of the user. */
  readonly prompt: string;
  readonly tools: readonly string[];
  /** The names of each tool's parameters; null for a tool that takes plain text. */
  readonly parameters: Readonly<Record<string, readonly string[] | null>>;
  /** Only when it is the last thing in the conversation. */
  readonly lastToolResult?: string;
  readonly body: unknown;
}

/** Tokens as they are billed. `input` counts those read from the cache too. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
}

export interface ToolCall {
  readonly name: string;
  /** Plain text for a tool that takes plain text. */
  readonly args: Readonly<Record<string, unknown>> | string;
}

/** What the model says. Without usage, a quarter of the characters on each side. */
export interface Answer {
  readonly text?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly usage?: Usage;
  readonly stop?: 'end' | 'length' | 'refusal';
}

/** What goes wrong. `stall` in mid-stream and `cut` come half-way through the answer. */
export type Fault =
  | {
      readonly status: number;
      /** Seconds. */
      readonly retryAfter?: number;
      readonly message?: string;
      /** The provider's word for it, such as `insufficient_quota`. */
      readonly code?: string;
      readonly body?: string;
    }
  | { readonly stall: 'before' | 'mid-stream' }
  | { readonly garbage: true }
  | { readonly cut: true }
  /** A well-formed answer in which nothing is said. */
  | { readonly empty: true };

export type Reply = (Answer | (Answer & Fault)) & { readonly delayMs?: number };

export type Script = (call: ModelCall) => Reply | Promise<Reply>;

/** What was asked and what was served. `usage` is there when it was sent. */
export interface RecordedCall extends ModelCall {
  readonly reply: Reply;
  readonly usage?: Usage;
}

export interface ModelServer {
  /** Without `/v1`: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  readonly calls: readonly RecordedCall[];
  /** Requests that no protocol knows: `GET /path`. They were answered with 404. */
  readonly unknown: readonly string[];
  close(): Promise<void>;
}

/** Plays a model by a script on loopback. Contract: `close` ends every open answer. */
export function startModelServer(
  script: Script,
  options?: {
    readonly port?: number;
    /** A file that gets one line of JSON for each call, before it is answered. */
    readonly log?: string;
  },
): Promise<ModelServer>;
