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

/** Makes sure that a folder's list of files is on the disk. */
export function syncFolder(folder: string): void {
  const directory = openSync(folder, "r");
  fsyncSync(directory);
  closeSync(directory);
}

/** A file to which records are appended; it is created if it is not there, and `syncFolder` keeps it there. */
export class LogFile {
  readonly #folder: string;
  readonly #file: number;
  /** Bytes of complete records. */
  #length: number;
  #isCut = false;
  #isDirty = false;

  constructor(path: string) {
    this.#folder = dirname(path);
    this.#file = openSync(path, "a", 0o600);
    this.#length = fstatSync(this.#file).size;
  }

  /** @throws StorageFailure if nothing was appended */
  append(text: string, { isFlushed }: { readonly isFlushed: boolean }): void {
    const record = Buffer.from(text);
    try {
      this.#cutOff();
      this.#isCut = true;
      for (let written = 0; written < record.length;) written += writeSync(this.#file, record, written);
      this.#isDirty = true;
      if (isFlushed) this.flush();
      this.#isCut = false;
    } catch (fault) {
      try {
        this.#cutOff();
      } catch {
        // The next append tries again, before it writes.
      }
      throw new StorageFailure(this.#folder, fault);
    }
    this.#length += record.length;
  }

  /** Removes what a failed append left: a record after it would make the file unreadable. */
  #cutOff(): void {
    if (this.#isCut) ftruncateSync(this.#file, this.#length);
    this.#isCut = false;
  }

  flush(): void {
    if (this.#isDirty) fdatasyncSync(this.#file);
    this.#isDirty = false;
  }

  /** Flushes in the background: no request waits for the disk. */
  flushLater(): void {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    fdatasync(this.#file, (fault) => (this.#isDirty ||= fault !== null));
  }

  close(): void {
    closeSync(this.#file);
  }
}
