import { gunzipSync, gzipSync } from "node:zlib";
import { UsageError } from "../../harness/profile/usage-error.ts";

/** Files by name, in their order. */
export type Members = ReadonlyMap<string, Uint8Array>;

const BLOCK = 512;
const MOST_BYTES = 1024 * 1024 * 1024;

/** Packs files as tar (ustar) in gzip, without owner and time: the same files give the same bytes. */
export function pack(members: Members): Uint8Array {
  return gzipSync(tarOf(members), { level: 9 });
}

function tarOf(members: Members): Uint8Array {
  const parts = [...members].flatMap(([name, bytes]) => [
    headOf(name, bytes.byteLength),
    bytes,
    new Uint8Array((BLOCK - (bytes.byteLength % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...parts, new Uint8Array(2 * BLOCK)]);
}

/** Where each field of a header begins, and its text. */
function headOf(name: string, size: number): Uint8Array {
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  const fields: readonly (readonly [number, string])[] = [
    [0, name],
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(0, 11)],
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\x0000"],
  ];
  for (const [at, text] of fields) head.write(text, at, "latin1");
  head.write(
    octal(
      head.reduce((sum, byte) => sum + byte, 0),
      6,
    ),
    148,
    "latin1",
  );
  return head;
}

/**
 * Unpacks what `pack` has packed. Every other archive is refused, also one that other programs would unpack to the same files: they could
 * see other files than this one.
 * @throws UsageError
 */
export function unpack(packed: Uint8Array, file: string): Members {
  let tar: Buffer;
  try {
    tar = gunzipSync(packed, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new UsageError(
      isLarge
        ? `${file} has more than ${MOST_BYTES / 1024 / 1024} MB; bundle a run of fewer rules`
        : `${file} is not a bundle of payconform, or is damaged: it is not a whole gzip file`,
    );
  }
  const members = new Map<string, Uint8Array>();
  for (let at = 0; at + BLOCK <= tar.byteLength && tar[at] !== 0;) {
    const text = (from: number, length: number): string =>
      /^[^\0]*/.exec(tar.toString("latin1", at + from, at + from + length))?.[0] ?? "";
    const size = Number.parseInt(text(124, 12), 8);
    if (!(size >= 0 && at + BLOCK + size <= tar.byteLength)) break;
    members.set(text(0, 100), tar.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (members.size === 0 || !tar.equals(tarOf(members)))
    throw new UsageError(`${file} is not a bundle of payconform, or was packed by another program`);
  return members;
}
