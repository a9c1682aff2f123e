import { entry, named, type Replace } from "../mutant.ts";

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

export const mutants = named({
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
