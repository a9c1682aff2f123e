/** What is kept could not be written. Its message is for whoever sent the request, too: a full disk is no fault of the emulator. */
export class StorageFailure extends Error {
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Cannot write to --state ${folder} (${reason}): nothing was changed; send the request again when it can be written`,
    );
    this.name = "StorageFailure";
  }
}
