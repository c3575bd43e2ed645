/** What is wrong or odd about a file, and where. */
export interface Remark {
  readonly line: number;
  readonly text: string;
}
