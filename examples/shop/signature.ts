import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const TOLERANCE_SECONDS = 300;

/** Whether a webhook is signed with the secret (`whsec_…`) and at most five minutes old, as Standard Webhooks defines it. */
export function isSigned(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const id = headers["webhook-id"];
  const seconds = Number(headers["webhook-timestamp"]);
  const signatures = headers["webhook-signature"];
  if (typeof id !== "string" || typeof signatures !== "string") return false;
  if (!(Math.abs(Date.now() / 1000 - seconds) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
