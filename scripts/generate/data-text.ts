/**
 * JSON that code reads at its start: short and ASCII only. With any other character, Node takes ten times longer to read it, and V8 twice
 * the memory to store it.
 */
export const dataText = (value: unknown): string => `${asciiText(JSON.stringify(value))}\n`;

/** Escapes the non-ASCII characters in the literals of JSON or JavaScript. */
export const asciiText = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
