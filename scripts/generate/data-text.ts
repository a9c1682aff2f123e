/**
 * JSON that code reads at its start: short, and of ASCII only. Node takes ten times longer for a text with any other character, and V8
 * keeps it in twice the memory.
 */
export const dataText = (value: unknown): string => `${asciiText(JSON.stringify(value))}\n`;

/** JSON or JavaScript with escapes in its literals instead of what is not ASCII. */
export const asciiText = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
