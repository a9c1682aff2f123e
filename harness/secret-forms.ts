const SHORTEST_BASE64 = 8;

/**
 * The ways in which a secret is written by servers that echo it: as it is, escaped for JSON (once, and once more within
 * text), for URLs and for HTML, in hexadecimal digits, and in base64 wherever it begins.
 */
export function formsOf(secret: string): readonly string[] {
  const forms = new Set([secret]);
  const json = JSON.stringify(secret).slice(1, -1);
  forms.add(json);
  forms.add(JSON.stringify(json).slice(1, -1));
  forms.add(json.replaceAll("/", "\\/"));
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
