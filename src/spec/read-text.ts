/** The text of a file of some version, by its path from the root; undefined where there is none. */
export type ReadText = (path: string) => Promise<string | undefined>;
