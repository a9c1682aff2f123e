import type { Mode } from "../../kernel/request.ts";

/** The sandbox of an account's test objects; null for live objects (§6.2). */
export const sandboxOf = (accountId: string, mode: Mode): string | null =>
  mode === "test" ? `sandbox_${accountId.slice("acct_".length)}` : null;
