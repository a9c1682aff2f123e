/** A value as violations show it: its JSON, cut after so many characters. */
export function show(value: unknown, most: number): string {
  if (value === undefined) return "absent";
  return cut(JSON.stringify(value) ?? typeof value, most);
}

/** A text, cut after so many characters. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
