import { isObject } from "../../spec/json.ts";
import type { HeaderList } from "../http/wire.ts";
import { UsageError } from "../profile/usage-error.ts";

/** Reads the members of an object of a recording. What is wrong with one is a mistake that names its place. */
export class Fields {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #where: string;

  /** `where`: the file and the place, for messages. */
  constructor(value: unknown, where: string) {
    if (!isObject(value)) throw new UsageError(`${where} is not an object`);
    this.#value = value;
    this.#where = where;
  }

  /** Undefined where it is absent or null. */
  get(name: string): unknown {
    return Object.hasOwn(this.#value, name) ? (this.#value[name] ?? undefined) : undefined;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#value, name);
  }

  /** A member that is an object; null where it is absent. */
  within(name: string): Fields | null {
    const value = this.get(name);
    return value === undefined ? null : new Fields(value, `${this.#where}: ${name}`);
  }

  text(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined || typeof value === "string") return value;
    throw this.mistake(name, "has to be a string");
  }

  number(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined || typeof value === "number") return value;
    throw this.mistake(name, "has to be a number");
  }

  required<T>(name: string, value: T | undefined | null): T {
    if (value === undefined || value === null) throw this.mistake(name, "is missing");
    return value;
  }

  /** The address of a request. @throws UsageError if it is not absolute */
  url(name: string): URL {
    const text = this.required(name, this.text(name));
    if (!URL.canParse(text))
      throw this.mistake(name, "has to be a whole URL, such as https://api.example.com/v1");
    return new URL(text);
  }

  /** An ISO 8601 timestamp as epoch ms, and to how many ms it is exact. */
  time(name: string): { readonly at: number; readonly exactTo: number } {
    const text = this.required(name, this.text(name));
    const at = Date.parse(text);
    if (Number.isNaN(at)) throw this.mistake(name, "has to be a timestamp, such as 2026-01-31T12:00:00.000Z");
    return { at, exactTo: /\.\d{3}/.test(text) ? 1 : 1_000 };
  }

  /** Headers: a list of names and values, in either form, or an object. Those of HTTP/2 that are no headers are left out. */
  headers(name: string): HeaderList {
    const value = this.get(name) ?? [];
    const pairs = Array.isArray(value)
      ? value.map((entry: unknown) => (isObject(entry) ? [entry["name"], entry["value"]] : entry))
      : isObject(value)
        ? Object.entries(value).flatMap(([header, values]) =>
            Array.isArray(values) ? values.map((one: unknown) => [header, one]) : [[header, values]],
          )
        : null;
    if (pairs === null) throw this.mistake(name, "has to be a list of headers");
    return pairs.flatMap((pair): HeaderList => {
      const [header, text] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
      if (typeof header !== "string" || typeof text !== "string")
        throw this.mistake(
          name,
          "has to be a list of headers, each with a name and a value that are strings",
        );
      return header.startsWith(":") ? [] : [[header, text]];
    });
  }

  mistake(name: string, problem: string): UsageError {
    return new UsageError(`${this.#where}: ${name} ${problem}`);
  }
}
