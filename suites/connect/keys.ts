import { randomUUID } from "node:crypto";

/** An idempotency key that nobody used before. */
export function freshKey(): string {
  return `payconform-${randomUUID()}`;
}

/** The header with that key. */
export function keyed(key: string = freshKey()): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { "Idempotency-Key": key } };
}
