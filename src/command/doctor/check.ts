/** One thing that `evolve doctor` looks at. */
export interface Check {
  readonly group: Group;
  readonly name: string;
  readonly status: Health;
  /** What there is. */
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
  /** The flag that makes use of it. */
  readonly use?: string;
}

export const GROUPS = ['machine', 'folder', 'languages', 'agents'] as const;
export type Group = (typeof GROUPS)[number];

/** `absent` is nothing wrong: it is not there, and not needed unless somebody wants it. `fail` makes evolve unusable. */
export type Health = 'ok' | 'warn' | 'fail' | 'absent';

/** Whether a version such as 2.39.5 is at least another. */
export function isAtLeast(version: string, least: string): boolean {
  const [a, b] = [version, least].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (const [index, wanted] of (b ?? []).entries()) {
    const part = a?.[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

/** A size as people read it. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${units[power]}`;
}
