/** A mistake of the user. The command prints it in one line and exits with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The target does not answer or does not serve the interface; nothing was judged. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

const READING_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "its folder is a file",
};

/** Why a file could not be read, for a message: "it does not exist". */
export function readingProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : (READING_PROBLEMS[code] ?? code);
}
