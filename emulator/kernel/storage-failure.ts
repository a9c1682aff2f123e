/** The state could not be written. The response repeats the message: a full disk is not a fault of the emulator. */
export class StorageFailure extends Error {
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Cannot write to --state ${folder} (${reason}): nothing was changed; send the request again when it can be written`,
    );
    this.name = "StorageFailure";
  }
}
