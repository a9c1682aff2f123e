import type { Mutant } from "../mutant.ts";
import type { Body } from "../shared/answers.ts";
import { type Condition, absentWhen } from "../faults/fields.ts";
import {
  asNumber,
  constantly,
  day,
  epoch,
  type Replacement,
  nothing,
  withoutPrefix,
  wrapped,
} from "../faults/values.ts";
import { answerFaults } from "../faults/answers.ts";
import { crashes, contentTypeMutants } from "../shared/wire.ts";

const created = answerFaults(
  "created session",
  { operations: ["createSession"], status: 200 },
  "checkout-sessions/created-",
);

const pathOnly: Replacement<Body> = {
  as: "a path without its host",
  value: (value) => new URL(String(value)).pathname,
};

const withQuery: Condition<Body> = {
  only: "for redirects with a query",
  when: (body) => String(body["successUrl"]).includes("?"),
};

const cancelWithQuery: Condition<Body> = {
  only: "for redirects with a query",
  when: (body) => String(body["cancelUrl"]).includes("?"),
};

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  created.gives("id", "id", asNumber),
  created.gives("id", "id-prefix", withoutPrefix),
  created.gives(
    "id",
    "id-prefix",
    {
      as: "with another prefix",
      value: (id) => String(id).replace("session_", "cs_"),
    },
    withQuery,
  ),
  created.gives("accountId", "account-id", wrapped),
  created.gives("accountId", "account-id-prefix", withoutPrefix),
  created.gives("successUrl", "success-url", nothing, withQuery),
  created.gives("successUrl", "success-url-is-a-url", pathOnly),
  created.gives("cancelUrl", "cancel-url", nothing, cancelWithQuery),
  created.gives("cancelUrl", "cancel-url-is-a-url", pathOnly),
  created.gives("orderId", "order-id", asNumber),
  created.gives("orderId", "order-id-prefix", withoutPrefix),
  created.gives("expiresAt", "expires-at", constantly(86_400)),
  created.gives("expiresAt", "expires-at-iso-8601", epoch),
  created.gives("expiresAt", "expires-at-iso-8601", day, withQuery),
  created.gives("createdAt", "created-at", nothing),
  created.gives("updatedAt", "updated-at", nothing, withQuery),
  ...absentWhen(
    created,
    ["id", "accountId", "cancelUrl", "orderId", "expiresAt", "createdAt", "updatedAt"],
    withQuery,
  ),
  ...contentTypeMutants("createSession", "created-session", "checkout-sessions/create-content-type"),
  crashes("createSession", 400, "session-refusal-crashes", "checkout-sessions/create-status"),
  ...contentTypeMutants("retrieveSession", "retrieved-session", "checkout-sessions/retrieve-content-type"),
  crashes("retrieveSession", 404, "unknown-session-crashes", "checkout-sessions/retrieve-status"),
];
