/** Sentences of passive rules, as the contract's keywords say them. `subject`: "A remittance". */

type Schema = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
  null: "null",
};

const FORMATS: Readonly<Record<string, string>> = {
  "iso-8601": "is an ISO 8601 timestamp",
  "iso-8601-utc": "is an ISO 8601 timestamp in UTC",
  "iso-8601-offset": "is an ISO 8601 timestamp with its offset",
  "iso-8601-utc-or-day": "is in ISO 8601 and in UTC",
  uri: "is a URL",
};

const PATTERNS: Readonly<Record<string, string>> = {
  "^[0-9]+$": "consists of digits",
  "^[a-z]+$": "is in lowercase letters",
  "^[a-z]{3}$": "is three lowercase letters",
  "^[A-Z]{2}$": "is two uppercase letters",
  "^[A-Z]{3}$": "is three uppercase letters",
};

/** Something within the subject: "`meta` in a list of remittances". */
export function placeIn(property: string, subject: string): string {
  return `\`${property}\` in ${lower(subject)}`;
}

/** Presence and type of a property. */
export function typeSentence(
  subject: string,
  { property, required, schema }: { property: string; required: boolean; schema: Schema },
): string {
  const types = typesOf(schema);
  if (!required)
    return `Where ${lower(subject)} has \`${property}\`, it is ${types ?? "of a documented type"}.`;
  return `${subject} has \`${property}\`${types === null ? "" : `, ${types}`}.`;
}

/** The type of the subject itself. */
export function rootSentence(subject: string, schema: Schema): string | null {
  const types = typesOf(schema);
  return types === null ? null : `${subject} is ${types}.`;
}

/** What a keyword other than the type says; null where only words can. */
export function valueSentence(
  subject: string,
  { property, keyword, schema }: { property: string | null; keyword: string; schema: Schema },
): string | null {
  if (keyword === "not") {
    const [absent] = ((schema["not"] as Schema | undefined)?.["required"] ?? []) as readonly string[];
    return absent === undefined ? null : `${subject} has no \`${absent}\`.`;
  }
  const phrase = phraseOf(keyword, schema[keyword]);
  if (phrase === null) return null;
  const nullable = Array.isArray(schema["type"]) && schema["type"].includes("null") && keyword !== "enum";
  const what = property === null ? subject : `In ${lower(subject)}, \`${property}\``;
  return `${what} ${phrase}${nullable ? " or null" : ""}.`;
}

/** What the status or the content type of an operation's answers is. `subject`: "Creating a remittance". */
export function operationSentence(
  kind: "x-status-rule" | "x-content-type-rule",
  subject: string | null,
  operation: Schema,
): string | null {
  if (subject === null) return null;
  if (kind === "x-content-type-rule") return `${subject} is answered with JSON that is declared as such.`;
  const statuses = Object.keys(operation["responses"] ?? {}).filter((status) => status.startsWith("2"));
  const success = statuses.map((status) => (status === "2XX" ? "a 2xx status" : `status ${status}`));
  return `${subject} succeeds with ${oneOf(success)} and never fails with a 500.`;
}

function phraseOf(keyword: string, value: unknown): string | null {
  switch (keyword) {
    case "const":
      return `is \`${String(value)}\``;
    case "enum":
      return `is ${oneOf((value as readonly (string | null)[]).map((one) => (one === null ? "null" : `\`${one}\``)))}`;
    case "format":
      return FORMATS[String(value)] ?? null;
    case "pattern": {
      const prefix = /^\^([a-z]+_)$/.exec(String(value))?.[1];
      return prefix === undefined ? (PATTERNS[String(value)] ?? null) : `begins with \`${prefix}\``;
    }
    case "multipleOf":
      return value === 1 ? "is a whole number" : null;
    case "minimum":
      return `is at least ${String(value)}`;
    case "maximum":
      return `is at most ${String(value)}`;
    case "maxItems":
      return `has at most ${String(value)} entries`;
    default:
      return null;
  }
}

function typesOf(schema: Schema): string | null {
  const { type } = schema;
  if (type === undefined) return null;
  return oneOf([type as string | readonly string[]].flat().map((name) => TYPES[name] ?? name));
}

function oneOf(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** A subject within a sentence. */
function lower(subject: string): string {
  return /^(?:A|An|The|Each|Every) /.test(subject) ? subject[0]?.toLowerCase() + subject.slice(1) : subject;
}
