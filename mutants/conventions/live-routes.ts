import { byId, entry, type Mutant, named, type Replace } from "../mutant.ts";

/** Answers live keys as if the route did not exist. */
const forLive = (operation: string): Replace =>
  entry(
    "answers",
    operation,
    (usual) => (answer, context) =>
      context.caller?.mode === "live"
        ? { status: 404, body: { message: "Route not found" } }
        : usual(answer, context),
  );

/** Refuses live keys with another status. */
const otherwiseForLive = (operation: string, from: number, to: number): Replace =>
  entry("answers", operation, (usual) => async (answer, context) => {
    const finished = await usual(answer, context);
    const isChanged = context.caller?.mode === "live" && finished.status === from;
    return isChanged ? { ...finished, status: to } : finished;
  });

const OTHERWISE = {
  createSession: [400, 422],
  createRemittance: [400, 422],
  retrieveDisbursement: [404, 403],
  retrieveOverview: [422, 400],
  createAccount: [422, 400],
  retrieveAccount: [403, 404],
  createWithdrawal: [422, 400],
  createAllocationReversal: [422, 400],
} as const;

const refusedOtherwise = (Object.entries(OTHERWISE) as [string, readonly [number, number]][]).map(
  ([operation, [from, to]]): Mutant => ({
    id: `live-key-gets-${to}-for-${from}-of-${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    violates: ["conventions/live-key-gets-the-same-refusals"],
    summary: `A live key that is refused with ${from} gets ${to} (${operation}).`,
    replace: otherwiseForLive(operation, from, to),
  }),
);

export const mutants = named({
  ...byId(refusedOtherwise),
  "live-key-finds-no-sessions": {
    violates: ["conventions/live-key-finds-the-same-routes"],
    summary: "A live key cannot create a session.",
    replace: forLive("createSession"),
  },
  "live-key-finds-no-disbursements": {
    violates: ["conventions/live-key-finds-the-same-routes"],
    summary: "A live key cannot create a disbursement.",
    replace: forLive("createDisbursement"),
  },
  "live-key-finds-no-list-of-remittances": {
    violates: ["conventions/live-key-finds-the-same-routes"],
    summary: "A live key finds no list of remittances.",
    replace: forLive("listRemittances"),
  },
  "live-key-finds-no-retrieval": {
    violates: ["conventions/live-key-finds-the-same-routes"],
    summary: "A live key finds no intent, even one that it created.",
    replace: forLive("retrievePaymentIntent"),
  },
});
