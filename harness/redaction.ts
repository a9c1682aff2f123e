import { NamedFields, scalarsOf } from "./secret-fields.ts";
import { formsOf, unescaped } from "./secret-forms.ts";
import { covered, SecretIndex, type Span } from "./secret-index.ts";

const ALWAYS_SECRET_FIELDS = ["clientSecret", "client_secret"];
const KEY_SHAPE = /(?<![A-Za-z0-9])sk_(?:test|live)_[A-Za-z0-9_-]{4,}/g;
const SECRET_HEADER = /authorization|cookie|api-?key|secret|token|signature|password|credential/i;
const MARK = "[redacted]";
const SHORTEST_SECRET = 6;
/** Longer secrets are learned in pieces, and of endless ones only so much. */
const PIECE = 1024;
const LONGEST_SECRET = 64 * 1024;
/** A target that invents secrets without end does not fill the memory: fields are still taken out by name. */
const MOST_SECRETS = 20_000;
/** So many characters of a key in a row give it away in a header, even where it is split. */
const FRAGMENT = 10;

/**
 * Knows the run's secrets and takes them out of everything that is shown. Secrets are learned: keys from the
 * profile and from control, client secrets from answers.
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  readonly #fields: Set<string>;
  /** Long secrets are recognised by many characters, so that ids in a row do not collide. */
  readonly #index = new SecretIndex([16, SHORTEST_SECRET]);
  readonly #fragments = new SecretIndex([FRAGMENT]);
  readonly #named: NamedFields;

  constructor(options: { fields?: readonly string[] } = {}) {
    this.#fields = new Set([...ALWAYS_SECRET_FIELDS, ...(options.fields ?? [])]);
    this.#named = new NamedFields(this.#fields);
  }

  learn(secret: string | undefined | null): void {
    if (typeof secret !== "string" || secret.length < SHORTEST_SECRET || this.#secrets.has(secret)) return;
    if (this.#secrets.size >= MOST_SECRETS) return;
    this.#secrets.add(secret);
    for (let from = 0; from < Math.min(secret.length, LONGEST_SECRET); from += PIECE) {
      for (const form of formsOf(secret.slice(from, from + PIECE))) this.#index.add(form);
    }
    const body = /^sk_(?:test|live)_(.+)$/s.exec(secret)?.[1] ?? "";
    for (let from = 0; from + FRAGMENT <= Math.min(body.length, PIECE); from += 1)
      this.#fragments.add(body.slice(from, from + FRAGMENT));
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
        if (inner.includes('"')) this.learnFromText(inner);
      } else if (secret && (typeof inner === "string" || typeof inner === "number"))
        this.learn(String(inner));
    }
  }

  /** Learns what text that is no JSON, or was cut off, gives as values of secret fields. */
  learnFromText(text: string): void {
    for (const written of new Set([text, unescaped(text).text])) {
      for (const { from, to } of this.#named.valuesIn(written))
        for (const scalar of scalarsOf(written, { from, to })) this.learn(scalar);
    }
  }

  /** UTF-16 units by which a text must reach beyond a cut, so that a secret across the cut is still recognised. */
  get reach(): number {
    return this.#index.longest;
  }

  text(text: string): string {
    return covered(text, this.#spans(text), MARK);
  }

  /** A body: also by the names of its secret fields, whether it is whole JSON or not. */
  body(text: string): string {
    const named = this.#named
      .valuesIn(text)
      .map((span): Span => (text[span.from - 1] === '"' ? span : { ...span, mark: `"${MARK}"` }));
    return covered(text, [...named, ...this.#spans(text)], MARK);
  }

  /** Headers as they may be shown: also where a secret is split over several of them. */
  headers(list: readonly (readonly [string, string])[]): (readonly [string, string])[] {
    const joined = list.map(([, value]) => value).join("");
    const across = [...this.#known(joined), ...this.#fragments.find(joined)];
    let start = 0;
    return list.map(([name, value]) => {
      const from = start;
      start += value.length;
      if (SECRET_HEADER.test(name)) return [this.text(name), MARK] as const;
      const own = across
        .filter((span) => span.from < from + value.length && span.to > from)
        .map((span) => ({ from: Math.max(0, span.from - from), to: Math.min(value.length, span.to - from) }));
      return [this.text(name), covered(value, [...own, ...shapesIn(value)], MARK)] as const;
    });
  }

  /** Redacts every string of a JSON-like value. */
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number" && this.#secrets.has(String(value))) return MARK;
    if (Array.isArray(value)) return value.map((entry) => this.value(entry));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          this.text(name),
          this.#fields.has(name) && inner !== null && inner !== "" ? MARK : this.value(inner),
        ]),
      );
    }
    return value;
  }

  #spans(text: string): Span[] {
    return [...shapesIn(text), ...this.#known(text)];
  }

  /** Known secrets, as written and behind escapes. */
  #known(text: string): Span[] {
    const spans = this.#index.find(text);
    if (!text.includes("\\") && !text.includes("%")) return spans;
    const { text: plain, places } = unescaped(text);
    if (plain === text) return spans;
    for (const { from, to } of [...shapesIn(plain), ...this.#index.find(plain)])
      spans.push({ from: places[from] ?? 0, to: places[to] ?? text.length });
    return spans;
  }
}

/** What looks like a key, whoever it belongs to. */
function shapesIn(text: string): Span[] {
  if (!text.includes("sk_")) return [];
  return [...text.matchAll(KEY_SHAPE)].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }));
}
