import { plain } from "./plain.ts";

/** A value for violations: its JSON, truncated to a maximum length. */
export function show(value: unknown, most: number): string {
  return value === undefined ? "absent" : cut(JSON.stringify(plain(value)), most);
}

/** Truncates a text to a maximum length. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
