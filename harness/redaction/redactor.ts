import { plain, type Plain } from "../plain.ts";
import type { HeaderPiece } from "../results.ts";
import {
  decodedRuns,
  unescaped,
  headerPieces,
  NamedFields,
  scalarsOf,
  withoutBackslashes,
  SecretPieces,
  SHORTEST_PIECE,
  covered,
  type Cover,
  type Span,
} from "./pieces.ts";

const ALWAYS_SECRET_FIELDS = ["clientSecret", "client_secret"];
/** Keys and client secrets of any account; of a client secret, the part behind the id of its intent. */
const SHAPES = [/(?<![A-Za-z0-9])sk_(?:test|live)_[A-Za-z0-9_-]{4,}/g, /(?<=_secret_)[A-Za-z0-9_-]{4,}/g];
const KEY = /^sk_(?:test|live)_\S{4,}$/;
const SECRET_HEADER = /authorization|cookie|api-?key|secret|token|signature|password|credential/i;
/** How a secret header may begin without being secret there: a scheme, or the name of a cookie. */
const HEADER_BEGINNING = /^(?:(?:bearer|basic|digest|token|apikey|negotiate)\s+|[A-Za-z0-9_.-]+=(?=[^=]))/i;
const MARK = "[redacted]";
const mark: Cover = () => MARK;
/** Names that reveal nothing: most headers have one, and none needs to be read. */
const USUAL_NAMES = new Set(
  [
    ...["Accept", "Allow", "Authorization", "Connection", "Content-Length", "Content-Type", "Date", "Etag"],
    ...["Idempotency-Key", "Keep-Alive", "Retry-After", "Server", "Transfer-Encoding", "Vary"],
  ].flatMap((name) => [name, name.toLowerCase()]),
);
/** The number of consecutive characters of the random part that reveal a credential. */
const CREDENTIAL_RUN = 8;
/**
 * Values of secret fields can be anything, dates and words that stand elsewhere too: they are recognised as a whole, or by this number of consecutive characters.
 */
const VALUE_RUN = 16;
const LONGEST_SECRET = 64 * 1024;
/** A target that invents secrets without end does not fill the memory: fields are still taken out by name. */
const MOST_PIECES_OF_VALUES = 500_000;
/** A form of a form is undone, also of a key that was sent in base64 (the Basic scheme); and no more. */
const DEEPEST = 3;

/** A client secret is recognized without its name: the id of its intent, with which it begins, is shown. */
const CLIENT_SECRET = /_secret_/;

/**
 * Knows the run's secrets and takes them out of everything that is shown. Secrets are learned: keys from the
 * profile and from control, client secrets from answers.
 */
export class Redactor {
  readonly #known = new Set<string>();
  readonly #fields: Set<string>;
  readonly #headers: Set<string>;
  readonly #pieces = new SecretPieces();
  readonly #named: NamedFields;
  readonly #variables = new Map<string, string>();
  #piecesOfValues = 0;

  /** `fields`, `headers`: names of those whose values are secret, beside the usual ones. */
  constructor(options: { fields?: readonly string[]; headers?: readonly string[] } = {}) {
    this.#fields = new Set([...ALWAYS_SECRET_FIELDS, ...(options.fields ?? [])]);
    this.#headers = new Set((options.headers ?? []).map((name) => name.toLowerCase()));
    this.#named = new NamedFields(this.#fields);
  }

  /**
   * Learns a credential: a key, a password, the value of a secret header. Any part of it is secret, but for its prefix.
   * `variable`: the shell variable that contains it, where a user has one.
   */
  learn(credential: string | undefined | null, variable?: string): void {
    if (typeof credential !== "string") return;
    if (variable !== undefined && credential !== "") this.#variables.set(credential, variable);
    if (this.#known.has(credential)) return;
    this.#known.add(credential);
    const value = randomPartOf(credential) ?? credential.replace(HEADER_BEGINNING, "");
    this.#learnPieces(randomPartOf(value) ?? value, CREDENTIAL_RUN);
  }

  /** Learns every value of a secret field, at any depth of an answer or event. */
  learnFrom(value: unknown): void {
    const pending: { value: unknown; secret: boolean }[] = [{ value, secret: false }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value: inner, secret } = next;
      if (typeof inner === "object" && inner !== null) {
        for (const [name, entry] of Object.entries(inner))
          pending.push({ value: entry, secret: secret || this.#fields.has(name) });
      } else if (typeof inner === "string" && !secret) {
        // By itself, a key may have characters that do not belong to one within a text.
        if (KEY.test(inner)) this.#learnValue(inner);
        if (inner.includes('"')) this.learnFromText(inner);
      } else if (secret && (typeof inner === "string" || typeof inner === "number"))
        this.#learnValue(String(inner));
    }
  }

  /** Learns what text that is no JSON, or was cut off, gives as values of secret fields. */
  learnFromText(text: string): void {
    for (const written of new Set([text, withoutBackslashes(text)])) {
      for (const span of this.#named.valuesIn(written))
        for (const scalar of scalarsOf(written, span)) this.#learnValue(scalar);
    }
  }

  /** `cover`: what is shown instead of a secret. Default: the same mark for each. */
  text(text: string, cover: Cover = mark): string {
    return covered(text, [...this.#cutOff(text), ...this.#spans(text)], cover);
  }

  /** The value of a secret field at the end of a text that was cut off: too little may be left to be recognized without its name. */
  #cutOff(text: string): readonly Span[] {
    const end = text.length - "…".length;
    if (!text.endsWith("…")) return [];
    return this.#named
      .valuesIn(text)
      .filter(({ from, to }) => from < end && to >= end && !CLIENT_SECRET.test(text.slice(from, end)))
      .map(({ from }) => ({ from, to: end }));
  }

  /** A body: also by the names of its secret fields, whether it is whole JSON or not. */
  body(text: string, cover: Cover = mark): string {
    const named = this.#named
      .valuesIn(text)
      .map((span): Span => ({ ...span, isValue: text[span.from - 1] !== '"' }));
    return covered(text, [...named, ...this.#spans(text)], cover);
  }

  /** Headers as they may be shown: also where a secret is split over several of them. */
  headers(list: readonly (readonly [string, string])[], cover: Cover = mark): (readonly [string, string])[] {
    const across = inReadings(list.map(([, value]) => value).join(""), (reading) => this.#secretsIn(reading));
    let start = 0;
    return list.map(([name, value]) => {
      const from = start;
      start += value.length;
      const shownName = USUAL_NAMES.has(name) ? name : this.text(name, cover);
      if (this.hides(name)) return [shownName, cover(value)] as const;
      const own = across
        .filter((span) => span.from < from + value.length && span.to > from)
        .map((span) => ({ from: Math.max(0, span.from - from), to: Math.min(value.length, span.to - from) }));
      return [shownName, covered(value, [...own, ...shapesIn(value)], cover)] as const;
    });
  }

  /**
   * The value of a secret header with every secret by the name of its variable; `further`: names of secrets beside those that were
   * learned with one. Null where it has a secret without a name.
   */
  pieces(value: string, further: ReadonlyMap<string, string> = new Map()): readonly HeaderPiece[] | null {
    const pieces = headerPieces(value, new Map([...this.#variables, ...further]));
    const texts = pieces.filter((piece) => typeof piece === "string");
    return texts.every((text) => inReadings(text, (reading) => this.#secretsIn(reading)).length === 0)
      ? pieces
      : null;
  }

  /** Whether the value of this header is never shown. */
  hides(name: string): boolean {
    return SECRET_HEADER.test(name) || this.#headers.has(name.toLowerCase());
  }

  /** Any value as JSON data, with every string and number redacted. */
  value(value: unknown): Plain {
    return this.#redacted(plain(value));
  }

  #redacted(value: Plain): Plain {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.#spans(String(value)).length > 0 ? MARK : value;
    if (Array.isArray(value)) return value.map((entry: Plain) => this.#redacted(entry));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          this.text(name),
          this.#fields.has(name) && inner !== null && inner !== "" ? MARK : this.#redacted(inner),
        ]),
      );
    }
    return value;
  }

  #learnValue(value: string): void {
    // Text with unpaired quotes can be read so that a name looks like a value; without its name, no value is found.
    if (this.#fields.has(value)) return;
    if (value.length < SHORTEST_PIECE || this.#piecesOfValues >= MOST_PIECES_OF_VALUES) return;
    if (this.#known.has(value)) return;
    this.#known.add(value);
    const before = this.#pieces.size;
    const random = randomPartOf(value);
    if (random !== null) this.#learnPieces(random, CREDENTIAL_RUN);
    else this.#learnPieces(value, VALUE_RUN);
    this.#piecesOfValues += this.#pieces.size - before;
  }

  #learnPieces(secret: string, length: number): void {
    for (const written of writingsOf(secret.slice(0, LONGEST_SECRET))) this.#pieces.add(written, length);
  }

  /** The known secrets in a text, and what looks like one. */
  #spans(text: string): Span[] {
    return inReadings(text, (reading) => [...shapesIn(reading), ...this.#secretsIn(reading)]);
  }

  /** Where a text has a known secret: as it is, or within base64 or hexadecimal digits, whose whole run is then covered. */
  #secretsIn(text: string): Span[] {
    const encoded = decodedRuns(text).filter(({ texts }) => texts.some((inner) => this.#reveals(inner, 1)));
    return [...this.#pieces.spansIn(text), ...encoded.map(({ span }) => span)];
  }

  /** Whether text that was encoded has a secret; `depth`: how many encodings were undone. */
  #reveals(text: string, depth: number): boolean {
    return [text, unescaped(text)?.text ?? ""].some(
      (plain) =>
        this.#pieces.spansIn(plain).length > 0 ||
        (depth < DEEPEST &&
          decodedRuns(plain).some(({ texts }) => texts.some((inner) => this.#reveals(inner, depth + 1)))),
    );
  }
}

/** What `find` finds in a text as it is and without its escapes, as spans of the text. */
function inReadings(text: string, find: (reading: string) => readonly Span[]): Span[] {
  if (text.length < SHORTEST_PIECE) return [];
  const plain = unescaped(text);
  if (plain === null) return [...find(text)];
  const written = find(plain.text).map(({ from, to }) => ({
    from: plain.starts[from] ?? 0,
    to: plain.ends[to - 1] ?? text.length,
  }));
  return [...find(text), ...written];
}

/** What follows the documented beginning of a key or of a client secret; null where there is none. */
function randomPartOf(secret: string): string | null {
  return /^(?:sk_[a-z]+_|whsec_|[A-Za-z0-9_-]*?_secret_)(.+)$/s.exec(secret)?.[1] ?? null;
}

/** A secret as texts may have it once their encodings are undone: as it is, without its backslashes, as bytes. */
function writingsOf(secret: string): ReadonlySet<string> {
  // Only other characters are ever encoded.
  if (/^[\w-]*$/.test(secret)) return new Set([secret]);
  const plain = [
    secret,
    unescaped(secret)?.text ?? secret,
    unescaped(JSON.stringify(secret).slice(1, -1))?.text ?? secret,
    secret.replaceAll(" ", "+"),
  ];
  return new Set(plain.flatMap((text) => [text, Buffer.from(text, "utf8").toString("latin1")]));
}

function shapesIn(text: string): Span[] {
  if (!text.includes("sk_") && !text.includes("_secret_")) return [];
  return SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map(({ index, 0: found }) => ({ from: index, to: index + found.length })),
  );
}
