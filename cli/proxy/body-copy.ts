import { MAX_BODY_BYTES } from "../../harness/http/wire.ts";

/** What all copies may keep together. */
const MAX_KEPT_BYTES = 16 * MAX_BODY_BYTES;
let kept = 0;

/** A copy of a body that passes, for the judge. It keeps nothing of a body that is too large, alone or with all others that are kept. */
export class BodyCopy {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isWhole = true;

  add(chunk: Buffer): void {
    if (!this.#isWhole) return;
    if (this.#bytes + chunk.length > MAX_BODY_BYTES || kept + chunk.length > MAX_KEPT_BYTES) {
      this.#isWhole = false;
      this.take();
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    kept += chunk.length;
  }

  /** The bytes, which the copy then no longer keeps; null if it was too large. */
  take(): Buffer | null {
    const [first = Buffer.alloc(0), ...others] = this.#chunks;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#chunks);
    kept -= this.#bytes;
    [this.#chunks, this.#bytes] = [[], 0];
    return this.#isWhole ? bytes : null;
  }
}
