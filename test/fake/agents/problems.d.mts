export function sortFile(level: number): string;
