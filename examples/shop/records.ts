import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";

/** An append-only file of JSON lines. Once `append` returns, the entry is on disk and survives a kill. */
export class RecordFile<Entry> {
  readonly #file: number;

  private constructor(path: string) {
    this.#file = openSync(path, "a");
  }

  /** Opens or creates the file and reads its entries. Removes a last line that a kill cut off: its `append` never returned. */
  static open<Entry>(path: string): { file: RecordFile<Entry>; entries: Entry[] } {
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const whole = bytes.lastIndexOf("\n") + 1;
    if (whole < bytes.length) truncateSync(path, whole);
    const lines = bytes.subarray(0, whole).toString().split("\n").slice(0, -1);
    return { file: new RecordFile<Entry>(path), entries: lines.map((line) => JSON.parse(line) as Entry) };
  }

  append(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}
