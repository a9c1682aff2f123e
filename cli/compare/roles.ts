/** Values that differ from run to run, such as ids and times: what they are, whatever they are called. */

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
/** Without spaces, with a digit, and long enough that no word of the document is meant. */
const ID = /^(?=\S*\d)[A-Za-z0-9_.:-]{8,}$|^https?:\/\/\S+$/;
const RUN_ID = /\b[0-9a-f]{8}\b/g;

export const isTime = (text: string): boolean => TIME.test(text);
export const isId = (text: string): boolean => !isTime(text) && ID.test(text);

/** The notation of a time or an id: digits as 9, hex or letters as a; a prefix before an underscore remains. */
export function formOf(text: string): string {
  if (isTime(text)) return text.replace(/\d/g, "9");
  if (/^https?:/.test(text)) return "a URL";
  const [, prefix = ""] = /^((?:[a-z]+_)+)/.exec(text) ?? [];
  const rest = text.slice(prefix.length);
  const alphabet = /^\d+$/.test(rest)
    ? "digits"
    : /^[0-9a-f-]+$/.test(rest)
      ? "hex digits"
      : "letters and digits";
  return `${prefix}… (${rest.length} ${alphabet}${rest.includes("-") ? " with hyphens" : ""})`;
}

/** A value with what differs from run to run left out, so that the same request has the same text. `role`: of an id. */
export function withoutRoles(value: unknown, role = (_id: string): string => "{id}"): unknown {
  if (typeof value === "string")
    return isTime(value) ? "{time}" : isId(value) ? role(value) : value.replace(RUN_ID, "{run}");
  if (Array.isArray(value)) return value.map((one) => withoutRoles(one, role));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutRoles(one, role)]));
}

/** Names for the ids and times of one conversation, by the members that show them: `{vendor 1}`, `{time 3}`. */
export class Roles {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The value with roles in place of ids and times. `member`: the name under which it stands. */
  shown(value: unknown, member = ""): unknown {
    if (typeof value === "string") return isId(value) || isTime(value) ? this.#roleOf(value, member) : value;
    if (Array.isArray(value)) return value.map((one) => this.shown(one, member));
    if (typeof value !== "object" || value === null) return value;
    const kind = (value as { object?: unknown; label?: unknown }).object;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        this.shown(one, name === "id" && typeof kind === "string" ? kind : name),
      ]),
    );
  }

  path(head: string): string {
    const parts = head.split("/");
    return parts
      .map((part, index) => (isId(part) ? this.#roleOf(part, parts[index - 1] ?? "id") : part))
      .join("/");
  }

  #roleOf(text: string, member: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const noun = isTime(text)
      ? "time"
      : member
          .replace(/(?:_?[iI]d|s)$/, "")
          .replace(/[^A-Za-z]+/g, " ")
          .trim()
          .toLowerCase() || "id";
    const number = (this.#counts.get(noun) ?? 0) + 1;
    this.#counts.set(noun, number);
    const role = `{${noun} ${number}}`;
    this.#names.set(text, role);
    return role;
  }
}
