import { json, message } from "../../kernel/answers.ts";
import type { Ids } from "../../kernel/ids.ts";
import { type ApiKey, apiKeys, hashOfKey } from "../../kernel/merchants.ts";
import type { Answer, Caller, Mode } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { type Write, remove } from "../../kernel/table.ts";

/** The replaceable parts of authentication (§5). */
export interface AuthenticationParts {
  /** Reads the key from the `Authorization` header. */
  readKey: (header: string | undefined, operationId: string) => string | undefined;
  /** The account and environment of a key, if the key is in force. */
  callerOf: (state: State, key: string, operationId: string) => Caller | undefined;
  /** Creates a key. */
  issue: (mode: Mode, ids: Ids) => string;
  /** The writes that end a key which is replaced. */
  revoke: (key: ApiKey) => readonly Write[];
  /** The 401 of each family of routes, by `Operation.area`; `usual` for all others (§5.6). */
  unauthorized: Record<string, () => Answer> & { usual: () => Answer };
}

/** Authentication as documented. */
export const createAuthenticationParts = (): AuthenticationParts => ({
  readKey: (header) => /^Bearer +(\S+)$/i.exec(header ?? "")?.[1],
  callerOf: (state, key) => (state.get(apiKeys, key) ?? state.get(apiKeys, hashOfKey(key)))?.caller,
  issue: (mode, ids) => `sk_${mode}_${ids.token(32)}`,
  revoke: (key) => [remove(apiKeys, key.id)],
  unauthorized: {
    usual: () => message(401, "Unauthorized"),
    paymentIntents: () => json(401, { error: "Unauthorized" }),
    connectSingletons: () => json(401, { code: "E_UNAUTHORIZED", message: "Unauthorized" }),
  },
});
