/** A value as violations show it: its JSON, cut to a maximum length. */
export function show(value: unknown, most: number): string {
  if (value === undefined) return "absent";
  return cut(JSON.stringify(value) ?? typeof value, most);
}

/** A text, cut to a maximum length. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
