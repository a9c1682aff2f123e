/** The state could not be written. The answer repeats the message, because the user must free space or fix permissions. */
export class StorageFailure extends Error {
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Cannot write to --state ${folder} (${reason}): nothing was changed; send the request again when the folder can be written`,
    );
    this.name = "StorageFailure";
  }
}
