import type { Screen } from "../../hooks.ts";
import { message } from "../../kernel/answers.ts";

/** Refuses the reserved header, whatever the key. Without a key, the request is refused for that reason instead (§7.8). */
export const refuseServiceAccount: Screen = ({ headers }) => {
  if (!headers.has("service-account")) return undefined;
  const authorization = headers.get("authorization");
  if (authorization === null) return undefined;
  return /^Bearer +sk_/i.test(authorization)
    ? message(400, "The Service-Account header is not supported on this endpoint")
    : message(400, "The Service-Account header is only supported with a partner secret key");
};
