import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { StorageFailure } from "../kernel/storage-failure.ts";

/** Flushes the entries of a folder, so that new and renamed files survive a power loss. */
export function syncFolder(folder: string): void {
  const directory = openSync(folder, "r");
  fsyncSync(directory);
  closeSync(directory);
}

/** An append-only file. It is created if it does not exist; call `syncFolder` to make that durable. */
export class LogFile {
  readonly #folder: string;
  readonly #file: number;
  /** The size of the complete records, bytes. */
  #length: number;
  /** Whether an incomplete record follows them. */
  #isTorn = false;
  #isDirty = false;

  constructor(path: string) {
    this.#folder = dirname(path);
    this.#file = openSync(path, "a", 0o600);
    this.#length = fstatSync(this.#file).size;
  }

  /** Appends a record completely or not at all. @throws StorageFailure */
  append(text: string, { isFlushed }: { readonly isFlushed: boolean }): void {
    const record = Buffer.from(text);
    try {
      this.#truncate();
      this.#isTorn = true;
      for (let written = 0; written < record.length;) written += writeSync(this.#file, record, written);
      this.#isDirty = true;
      if (isFlushed) this.flush();
      this.#isTorn = false;
    } catch (fault) {
      try {
        this.#truncate();
      } catch {
        // The next append tries again before it writes.
      }
      throw new StorageFailure(this.#folder, fault);
    }
    this.#length += record.length;
  }

  /** Removes an incomplete record: with another one after it, the file would be unreadable. */
  #truncate(): void {
    if (this.#isTorn) ftruncateSync(this.#file, this.#length);
    this.#isTorn = false;
  }

  flush(): void {
    if (this.#isDirty) fdatasyncSync(this.#file);
    this.#isDirty = false;
  }

  /** Flushes in the background, so that no request waits for the disk. */
  flushLater(): void {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    fdatasync(this.#file, (fault) => (this.#isDirty ||= fault !== null));
  }

  close(): void {
    closeSync(this.#file);
  }
}
