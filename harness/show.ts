/** A value for violations: its JSON, truncated to a maximum length. */
export function show(value: unknown, most: number): string {
  if (value === undefined) return "absent";
  return cut(JSON.stringify(value) ?? typeof value, most);
}

/** Truncates a text to a maximum length. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
