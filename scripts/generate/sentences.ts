/** Sentences of passive rules, derived from the keywords of the contract. `subject`: "A remittance". */

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
  "iso-8601-offset": "is an ISO 8601 timestamp with an offset",
  "iso-8601-utc-or-day": "is an ISO 8601 timestamp or date in UTC",
  uri: "is a URL",
};

const PATTERNS: Readonly<Record<string, string>> = {
  "^[0-9]+$": "consists of digits",
  "^[a-z]+$": "consists of lowercase letters",
  "^[a-z]{3}$": "consists of three lowercase letters",
  "^[A-Z]{2}$": "consists of two uppercase letters",
  "^[A-Z]{3}$": "consists of three uppercase letters",
};

/** A property as the subject of sentences about its content: "`meta` in a list of remittances". */
export function placeIn(property: string, subject: string): string {
  return `\`${property}\` in ${lower(subject)}`;
}

/** The sentence about the presence and type of a property. */
export function typeSentence(
  subject: string,
  { property, required, schema }: { property: string; required: boolean; schema: Schema },
): string {
  const types = typesOf(schema);
  if (!required)
    return `The \`${property}\` of ${lower(subject)}, if present, is ${types ?? "of a documented type"}.`;
  return `${subject} has \`${property}\`${types === null ? "" : `, ${types}`}.`;
}

/** The sentence about the type of the subject; null if the schema has none. */
export function rootSentence(subject: string, schema: Schema): string | null {
  const types = typesOf(schema);
  return types === null ? null : `${subject} is ${types}.`;
}

/** The sentence of a keyword other than the type; null if it must be written. */
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
  const what = property === null ? subject : `The \`${property}\` of ${lower(subject)}`;
  const orNull = phrase.startsWith("is ") ? " or null" : " or is null";
  return `${what} ${phrase}${nullable ? orNull : ""}.`;
}

/** The sentence about the status or content type of an operation's responses. `subject`: "Creating a remittance". */
export function operationSentence(
  kind: "x-status-rule" | "x-content-type-rule",
  subject: string | null,
  operation: Schema,
): string | null {
  if (subject === null) return null;
  if (kind === "x-content-type-rule") return `${subject} returns JSON with a JSON content type.`;
  const statuses = Object.keys(operation["responses"] ?? {}).filter((status) => status.startsWith("2"));
  const success = statuses.map((status) => (status === "2XX" ? "a 2xx status" : status));
  return `${subject} returns ${oneOf(success)} on success and never returns 500.`;
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
    case "exclusiveMinimum":
      return `is greater than ${String(value)}`;
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

/** A subject as it is written within a sentence. */
function lower(subject: string): string {
  return /^(?:A|An|The|Each|Every) /.test(subject) ? subject[0]?.toLowerCase() + subject.slice(1) : subject;
}
