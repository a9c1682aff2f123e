import type { Mode } from "../../kernel/request.ts";

/** The sandbox in which an account's test objects live; live objects have none (§6.2). */
export const sandboxOf = (accountId: string, mode: Mode): string | null =>
  mode === "test" ? `sandbox_${accountId.slice("acct_".length)}` : null;
