import type { Mutant } from "../mutant.ts";
import type { AnswerSelector } from "../shared/answers.ts";
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
  withoutPrefix,
  wrapped,
} from "../shared/fields.ts";
import { crashes, contentTypeMutants } from "../shared/wire.ts";

const createdAnswers: AnswerSelector = { operations: ["createSession"], status: 200 };

const fields = fieldMutants("created session", createdAnswers);

const { gives } = fields;

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
export const mutants: readonly Mutant[] = [
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
  gives("accountId", "checkout-sessions/created-account-id", wrapped),
  gives("accountId", "checkout-sessions/created-account-id-prefix", withoutPrefix),
  gives("successUrl", "checkout-sessions/created-success-url", nothing, withQuery),
  gives("successUrl", "checkout-sessions/created-success-url-is-a-url", pathOnly),
  gives("cancelUrl", "checkout-sessions/created-cancel-url", nothing, cancelWithQuery),
  gives("cancelUrl", "checkout-sessions/created-cancel-url-is-a-url", pathOnly),
  gives("orderId", "checkout-sessions/created-order-id", asNumber),
  gives("orderId", "checkout-sessions/created-order-id-prefix", withoutPrefix),
  gives("expiresAt", "checkout-sessions/created-expires-at", constantly(86_400)),
  gives("expiresAt", "checkout-sessions/created-expires-at-iso-8601", epoch),
  gives("expiresAt", "checkout-sessions/created-expires-at-iso-8601", day, withQuery),
  gives("createdAt", "checkout-sessions/created-created-at", nothing),
  gives("updatedAt", "checkout-sessions/created-updated-at", nothing, withQuery),
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
  ...contentTypeMutants({
    operation: "createSession",
    what: "the creation of a session",
    id: "created-session",
    violates: "checkout-sessions/create-content-type",
  }),
  crashes({
    operation: "createSession",
    status: 400,
    id: "session-refusal-crashes",
    what: "a refused session",
    violates: "checkout-sessions/create-status",
  }),
  ...contentTypeMutants({
    operation: "retrieveSession",
    what: "the retrieval of a session",
    id: "retrieved-session",
    violates: "checkout-sessions/retrieve-content-type",
  }),
  crashes({
    operation: "retrieveSession",
    status: 404,
    id: "unknown-session-crashes",
    what: "the retrieval of an unknown session",
    violates: "checkout-sessions/retrieve-status",
  }),
];
