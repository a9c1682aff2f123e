// The few values of DER (X.690) of which a certificate consists.

const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

function lengthOf(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size]);
  const bytes = Buffer.from(size.toString(16).padStart(size > 0xff ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

/** A value with any tag. */
export function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(TAGS.sequence, ...parts);
export const set = (...parts: readonly Buffer[]): Buffer => tagged(TAGS.set, ...parts);
export const octets = (content: Buffer): Buffer => tagged(TAGS.octets, content);
export const bits = (content: Buffer, unused = 0): Buffer =>
  tagged(TAGS.bits, Buffer.from([unused]), content);
export const utf8 = (text: string): Buffer => tagged(TAGS.utf8, Buffer.from(text));
export const yes = tagged(TAGS.boolean, Buffer.from([0xff]));

/** A positive integer of these bytes. */
export const integer = (bytes: Buffer): Buffer =>
  tagged(TAGS.integer, (bytes[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes);

/** A time in seconds, epoch milliseconds. */
export const time = (at: number): Buffer =>
  tagged(TAGS.time, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, "").slice(0, 14)}Z`));

/** An object identifier, such as `2.5.29.17`. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const base128 = (value: number): number[] => {
    const bytes = [value & 0x7f];
    for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
    return bytes;
  };
  return tagged(TAGS.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}
