import type { Identity } from '../domain/config.ts';
import type { Recorded } from '../domain/event.ts';
import type { Residence } from '../domain/residence.ts';
import type { EntryRow, RunRow } from '../domain/tables.ts';
import type { Kin } from '../domain/view.ts';
import type { SqlRow, SqlValue } from '../lib/sqlite.ts';

/** Between values and the text that the store keeps. The store is ours and versioned, so its text is trusted here. */
export const encode = (value: unknown): string => JSON.stringify(value);

export function decodeValue<T>(text: SqlValue | undefined): T | undefined {
  return typeof text === 'string' ? (JSON.parse(text) as T) : undefined;
}

function need<T>(row: SqlRow, column: string): T {
  const value = decodeValue<T>(row[column]);
  if (value === undefined) throw new Error(`the store has no ${column}`);
  return value;
}

/** The configuration is written once; what changes with every event is kept apart and small. */
export const encodeConfig = ({ config, base }: RunRow): string => encode({ config, base });

export function encodeFacts(row: RunRow): string {
  const { config: _config, base: _base, ...facts } = row;
  return encode(facts);
}

export function decodeRun(row: SqlRow): RunRow {
  return {
    ...need<Pick<RunRow, 'config' | 'base'>>(row, 'config'),
    ...need<Omit<RunRow, 'config' | 'base'>>(row, 'facts'),
  };
}

export function decodeEntry(row: SqlRow): EntryRow {
  const optional = <K extends keyof EntryRow>(key: K, value: EntryRow[K] | undefined) =>
    value === undefined ? {} : { [key]: value };
  const homes = decodeValue<readonly Residence[]>(row.homes);
  return {
    proposal: need<EntryRow['proposal']>(row, 'proposal'),
    alive: homes !== undefined && homes.length > 0,
    ...optional('homes', homes),
    kin: decodeKin(row),
    ...optional('candidate', decodeValue(row.candidate)),
    ...optional('dropped', decodeValue(row.dropped)),
    ...optional('evaluation', decodeValue(row.evaluation)),
    ...optional('sameAs', typeof row.same_as === 'string' ? row.same_as : undefined),
    ...optional('placement', decodeValue(row.placement)),
    ...optional('evaluatedSeq', numberOf(row.evaluated_seq)),
    ...optional('placedSeq', numberOf(row.placed_seq)),
    ...optional('experiment', decodeValue(row.experiment)),
    ...optional('changedSeq', numberOf(row.changed_seq)),
  };
}

export function decodeKin({ kids, depth, parent, jump }: SqlRow): Kin {
  return {
    kids: Number(kids),
    depth: Number(depth),
    ...(typeof parent === 'string' ? { parent } : {}),
    ...(typeof jump === 'string' ? { jump } : {}),
  };
}

export function decodeRecorded(row: SqlRow): Recorded {
  return { seq: Number(row.seq), at: Number(row.at), event: need<Recorded['event']>(row, 'body') };
}

/** Runs with the same key are the same search: `--resume` continues the newest of them. */
export function resumeKey(identity: Identity): string {
  const { strategy, fitness, folder, files, target } = identity;
  return encode([strategy, fitness, folder, [...files].sort(), ...(target === undefined ? [] : [target])]);
}

const numberOf = (value: SqlValue | undefined): number | undefined =>
  value === null || value === undefined ? undefined : Number(value);
