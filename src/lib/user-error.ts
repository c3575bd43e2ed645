/** The user's mistake. The message is one line: what is wrong and what to do. The CLI prints it and exits 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
