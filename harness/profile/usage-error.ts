/** A mistake of the user's: said in one line, ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
