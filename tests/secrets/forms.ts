const everyCharacter = (write: (code: number) => string) => (text: string) =>
  [...Buffer.from(text, "utf8")].map(write).join("");
const hexOf = (code: number): string => code.toString(16).padStart(2, "0");
const html: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The ways in which an honest server or a careless one may write a text that it was sent. */
export const FORMS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify(text),
  "json in json": (text) => JSON.stringify(JSON.stringify(text)),
  "json in json in json": (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))),
  "json with escaped slashes": (text) => JSON.stringify(text).replaceAll("/", "\\/"),
  "json, every character": everyCharacter((code) => `\\u00${hexOf(code)}`),
  url: (text) => encodeURIComponent(text),
  "url in lowercase": (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  "url twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "url, every character": everyCharacter((code) => `%${hexOf(code)}`),
  html: (text) => text.replace(/[&<>"']/g, (character) => html[character] ?? character),
  "html, every character": everyCharacter((code) => `&#${code};`),
  "html, every character in hexadecimal": everyCharacter((code) => `&#x${hexOf(code)};`),
  base64: (text) => Buffer.from(text).toString("base64"),
  "base64 behind one byte": (text) => Buffer.from(`x${text}:`).toString("base64"),
  "base64 behind two bytes": (text) => Buffer.from(`xy${text}`).toString("base64url"),
  "base64 without its beginning": (text) => Buffer.from(`x${text}:`).toString("base64").slice(1),
  hex: (text) => Buffer.from(text).toString("hex"),
  "hex in capitals": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "hex without its beginning": (text) => Buffer.from(text).toString("hex").slice(1),
};

/** Every form, and every form of a form. */
export const FORMS_OF_FORMS: readonly (readonly [string, (text: string) => string])[] = [
  ...Object.entries(FORMS),
  ...Object.entries(FORMS).flatMap(([outer, write]) =>
    Object.entries(FORMS).map(
      ([inner, first]) => [`${outer} of ${inner}`, (text: string) => write(first(text))] as const,
    ),
  ),
];
