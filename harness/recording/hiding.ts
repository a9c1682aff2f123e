import { readBody } from "../event.ts";
import type { HeaderList } from "../http/wire.ts";
import type { Pseudonyms } from "../redaction/pseudonyms.ts";
import type { Redactor } from "../redaction/redactor.ts";

/** A part of an exchange in which a pseudonym may be. */
export type Part = "url" | "request.headers" | "request.body" | "response.headers" | "response.body";

/** A body as a recording has it. Without a text, it is left out. */
export interface ShownBody {
  readonly text?: string;
  readonly encoding?: "base64";
  readonly size: number;
}

/** Puts pseudonyms instead of the secrets of one exchange, and notes where. */
export class Hiding {
  readonly #redactor: Redactor;
  readonly #pseudonyms: Pseudonyms;
  /** The parts that were changed. */
  readonly parts = new Set<Part>();
  /** Of each changed body, a digest by which equal bodies can be recognised. */
  readonly digests: Partial<Record<Part, string>> = {};

  constructor(redactor: Redactor, pseudonyms: Pseudonyms) {
    this.#redactor = redactor;
    this.#pseudonyms = pseudonyms;
  }

  text(text: string): string {
    return this.#redactor.text(text, (secret) => this.#pseudonyms.of(secret));
  }

  url(url: URL): URL {
    const shown = this.text(url.href);
    if (shown === url.href) return url;
    this.parts.add("url");
    return new URL(URL.canParse(shown) ? shown : `/${this.#pseudonyms.of(url.href)}`, url);
  }

  headers(part: Part, list: HeaderList): HeaderList {
    const shown = this.#redactor.headers(list, (secret) => this.#pseudonyms.ofHeader(secret));
    const isSame = shown.every(([name, value], at) => list[at]?.[0] === name && list[at][1] === value);
    if (!isSame) this.parts.add(part);
    return shown;
  }

  body(part: Part, bytes: Uint8Array): ShownBody {
    const { kind } = readBody(bytes);
    const encoding = kind === "not-utf-8" ? "latin1" : "utf8";
    const text = Buffer.from(bytes).toString(encoding);
    const shown = this.#redactor.body(text, (secret) => this.#pseudonyms.of(secret));
    const written = Buffer.from(shown, encoding);
    if (shown !== text) {
      this.parts.add(part);
      this.digests[part] = this.#pseudonyms.digest(bytes);
      // A pseudonym instead of a number, for example, is no JSON.
      if (readBody(written).kind !== kind) return { size: bytes.byteLength };
    }
    const size = written.byteLength;
    return kind === "not-utf-8"
      ? { text: written.toString("base64"), encoding: "base64", size }
      : { text: shown, size };
  }
}
