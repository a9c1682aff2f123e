const SHORTEST_BASE64 = 8;

/**
 * The ways in which a secret is written by servers that echo it: as it is, without the backslashes that JSON adds (see
 * `unescaped`), for URLs and for HTML, in hexadecimal digits, and in base64 wherever it begins.
 */
export function formsOf(secret: string): readonly string[] {
  const forms = new Set([secret]);
  forms.add(unescaped(secret).text);
  forms.add(htmlEscaped(secret));
  const url = encodeURIComponent(secret.replace(/\p{Cs}/gu, "\ufffd"));
  forms.add(url);
  forms.add(url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  forms.add(url.replaceAll("%20", "+"));
  forms.add(encodeURIComponent(url));
  const bytes = Buffer.from(secret, "utf8");
  forms.add(bytes.toString("hex"));
  forms.add(bytes.toString("hex").toUpperCase());
  for (const shift of [0, 1, 2]) {
    const core = base64Core(bytes, shift);
    if (core.length < SHORTEST_BASE64) continue;
    forms.add(core);
    forms.add(core.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return [...forms];
}

/** What base64 writes for these bytes and for nothing else, when `shift` bytes (modulo 3) stand before them. */
function base64Core(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor(((shift + bytes.byteLength) * 8) / 6);
  return encoded.slice(first, last);
}

function htmlEscaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

const ESCAPED = /\\u00([2-7][0-9a-f])|%([2-7][0-9a-f])|\\/gi;

/**
 * The text with its escapes of plain characters undone (`\u0073`, `%73`), which nobody has to write and anybody may, and
 * without backslashes, of which JSON within JSON has any number.
 * `places[i]` is where the character `i` began in the original; one more place tells the end.
 */
export function unescaped(text: string): { readonly text: string; readonly places: readonly number[] } {
  if (text.search(ESCAPED) === -1) return { text, places: [] };
  const places: number[] = [];
  let plain = "";
  const copy = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) places.push(index);
    plain += text.slice(from, to);
  };
  let done = 0;
  for (const { index, 0: escape, 1: unicode, 2: percent } of text.matchAll(ESCAPED)) {
    copy(done, index);
    done = index + escape.length;
    if (escape === "\\") continue;
    places.push(index);
    plain += String.fromCharCode(Number.parseInt(unicode ?? percent ?? "", 16));
  }
  copy(done, text.length);
  places.push(text.length);
  return { text: plain, places };
}
