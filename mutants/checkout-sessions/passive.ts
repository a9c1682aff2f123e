import type { Mutant } from "../mutant.ts";
import type { Place } from "../shared/answers.ts";
import {
  asNumber,
  constantly,
  day,
  epoch,
  fieldMutants,
  type Replacement,
  nothing,
  type Condition,
  absentWhen,
  spaced,
  withoutPrefix,
  wrapped,
} from "../shared/fields.ts";
import { crashes, wireMutants } from "../shared/wire.ts";

const place: Place = { operations: ["createSession"], status: 200 };

const fields = fieldMutants("created session", place);

const { drops, gives } = fields;

const pathOnly: Replacement = {
  as: "a path without its host",
  value: (value) => new URL(String(value)).pathname,
};

const withQuery: Condition = {
  only: "for redirects with a query",
  when: (body) => String(body["successUrl"]).includes("?"),
};

const cancelWithQuery: Condition = {
  only: "for redirects with a query",
  when: (body) => String(body["cancelUrl"]).includes("?"),
};

/** Mutants that break a passive rule in some answers only. */
export const checkoutSessionsPassiveMutants: readonly Mutant[] = [
  drops("id", "checkout-sessions/created-id"),
  gives("id", "checkout-sessions/created-id", asNumber),
  gives("id", "checkout-sessions/created-id-prefix", withoutPrefix),
  gives(
    "id",
    "checkout-sessions/created-id-prefix",
    {
      as: "with another prefix",
      value: (id) => String(id).replace("session_", "cs_"),
    },
    withQuery,
  ),
  drops("accountId", "checkout-sessions/created-account-id"),
  gives("accountId", "checkout-sessions/created-account-id", wrapped),
  gives("accountId", "checkout-sessions/created-account-id-prefix", withoutPrefix),
  drops("successUrl", "checkout-sessions/created-success-url"),
  gives("successUrl", "checkout-sessions/created-success-url", nothing, withQuery),
  gives("successUrl", "checkout-sessions/created-success-url-is-a-url", pathOnly),
  drops("cancelUrl", "checkout-sessions/created-cancel-url"),
  gives("cancelUrl", "checkout-sessions/created-cancel-url", nothing, cancelWithQuery),
  gives("cancelUrl", "checkout-sessions/created-cancel-url-is-a-url", pathOnly),
  drops("orderId", "checkout-sessions/created-order-id"),
  gives("orderId", "checkout-sessions/created-order-id", asNumber),
  gives("orderId", "checkout-sessions/created-order-id-prefix", withoutPrefix),
  drops("expiresAt", "checkout-sessions/created-expires-at"),
  gives("expiresAt", "checkout-sessions/created-expires-at", constantly(86_400)),
  gives("expiresAt", "checkout-sessions/created-expires-at-iso-8601", epoch),
  gives("expiresAt", "checkout-sessions/created-expires-at-iso-8601", day, withQuery),
  drops("createdAt", "checkout-sessions/created-created-at"),
  gives("createdAt", "checkout-sessions/created-created-at", nothing),
  gives("createdAt", "checkout-sessions/created-created-at-iso-8601", spaced),
  drops("updatedAt", "checkout-sessions/created-updated-at"),
  gives("updatedAt", "checkout-sessions/created-updated-at", nothing, withQuery),
  gives("updatedAt", "checkout-sessions/created-updated-at-iso-8601", spaced),
  ...absentWhen(
    fields,
    {
      id: "checkout-sessions/created-id",
      accountId: "checkout-sessions/created-account-id",
      cancelUrl: "checkout-sessions/created-cancel-url",
      orderId: "checkout-sessions/created-order-id",
      expiresAt: "checkout-sessions/created-expires-at",
      createdAt: "checkout-sessions/created-created-at",
      updatedAt: "checkout-sessions/created-updated-at",
    },
    withQuery,
  ),
  ...wireMutants({
    operation: "createSession",
    what: "the creation of a session",
    id: "created-session",
    success: 200,
    contentType: "checkout-sessions/create-content-type",
    status: "checkout-sessions/create-status",
    body: "checkout-sessions/created-body",
  }),
  crashes({
    operation: "createSession",
    status: 400,
    id: "session-refusal-crashes",
    what: "a refused session",
    violates: "checkout-sessions/create-status",
  }),
  ...wireMutants({
    operation: "retrieveSession",
    what: "the retrieval of a session",
    id: "retrieved-session",
    success: 200,
    contentType: "checkout-sessions/retrieve-content-type",
    status: "checkout-sessions/retrieve-status",
    body: "checkout-sessions/retrieved-body",
  }),
  crashes({
    operation: "retrieveSession",
    status: 404,
    id: "unknown-session-crashes",
    what: "the retrieval of an unknown session",
    violates: "checkout-sessions/retrieve-status",
  }),
];
