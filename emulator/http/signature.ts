import { createHmac } from "node:crypto";

/** The secret that signs the deliveries to an endpoint. It derives from the seed and the endpoint's id. */
export function secretOf(seed: number, endpointId: string): string {
  const bytes = createHmac("sha256", `payconform webhooks ${seed}`).update(endpointId).digest();
  return `whsec_${bytes.subarray(0, 24).toString("base64")}`;
}

/**
 * The headers that sign a webhook as defined by Standard Webhooks (https://www.standardwebhooks.com): an HMAC-SHA256 of the event's id, the
 * time in seconds and the body.
 */
export function signatureHeaders(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Readonly<Record<string, string>> {
  const seconds = Math.floor(at / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}
