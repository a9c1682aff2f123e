import { createHash } from "node:crypto";

/** Characters before the @ that any address may have (RFC 5321); names of the suite are often longer. */
const LONGEST = 64;
const HASHED = 12;

/** An e-mail address that is as much one object's own as its name is. */
export function addressOf(name: string): string {
  const slug = name.replace(/[^a-z0-9]+/gi, "-").toLowerCase();
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASHED);
  const local = slug.length <= LONGEST ? slug : `${slug.slice(0, LONGEST - HASHED - 1)}-${hash}`;
  return `${local}@example.org`;
}
