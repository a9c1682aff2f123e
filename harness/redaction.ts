const ALWAYS_SECRET_FIELDS = ["clientSecret", "client_secret"];
const KEY_SHAPE = /\bsk_(test|live)_[A-Za-z0-9_-]{4,}/g;
const MARK = "[redacted]";
const SHORTEST_SECRET = 6;

/**
 * Knows the run's secrets and takes them out of everything that is shown. Secrets are learned: keys from the
 * profile and from control, client secrets from answers.
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  readonly #fields: Set<string>;
  #pattern: RegExp | null = null;

  constructor(options: { fields?: readonly string[] } = {}) {
    this.#fields = new Set([...ALWAYS_SECRET_FIELDS, ...(options.fields ?? [])]);
  }

  learn(secret: string | undefined | null): void {
    if (typeof secret !== "string" || secret.length < SHORTEST_SECRET || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    this.#pattern = null;
  }

  /** Learns every value of a secret field, at any depth of an answer or event. */
  learnFrom(value: unknown): void {
    const pending: unknown[] = [value];
    while (pending.length > 0) {
      const next = pending.pop();
      if (Array.isArray(next)) pending.push(...(next as unknown[]));
      else if (typeof next === "object" && next !== null) {
        for (const [name, inner] of Object.entries(next)) {
          if (typeof inner === "string") {
            if (this.#fields.has(name)) this.learn(inner);
          } else pending.push(inner);
        }
      }
    }
  }

  text(text: string): string {
    let shown = text.replace(KEY_SHAPE, MARK);
    if (this.#secrets.size === 0) return shown;
    this.#pattern ??= patternOf(this.#secrets);
    shown = shown.replace(this.#pattern, MARK);
    return shown;
  }

  header(name: string, value: string): string {
    return /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key)$/i.test(name)
      ? MARK
      : this.text(value);
  }

  /** Redacts every string of a JSON-like value. */
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.value(entry));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          this.text(name),
          this.#fields.has(name) && typeof inner === "string" && inner !== "" ? MARK : this.value(inner),
        ]),
      );
    }
    return value;
  }
}

/** Longest first, so that a secret which begins with another one is taken out whole; also as JSON and URLs write it. */
function patternOf(secrets: ReadonlySet<string>): RegExp {
  const forms = new Set<string>();
  for (const secret of secrets) {
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(encodeURIComponent(secret));
    forms.add(Buffer.from(secret, "utf8").toString("base64"));
  }
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
}
