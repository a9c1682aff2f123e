/**
 * The oracle for allocations, reversals and withdrawals (§2.5, §2.6, §3, §4.5, §4.7, §7.4–7.6). It computes the permitted answers in a
 * state, and the states after them. Where the document is open, it permits every reading. It shares no code with any server.
 */
import {
  type AllocationState,
  type Funds,
  fundsOf,
  type LedgerState,
  type Operation,
  type Observed,
  UNANSWERED,
} from "./ledger.ts";

/** One permitted outcome of an operation. */
export interface Outcome {
  /** For reports. */
  readonly description: string;
  readonly explains: (observed: Observed) => boolean;
  /** The next state; null if it cannot be known without an answer. */
  readonly next: (observed: Observed | null) => LedgerState | null;
}

/** Every permitted outcome of an operation. */
export function outcomesOf(state: LedgerState, operation: Operation): readonly Outcome[] {
  const replay = replaysOf(state, operation);
  if (replay !== null) return replay;
  const unanswered = [keptFrom(state), ...(keyOf(operation) === undefined ? [] : [inProgress(state)])];
  switch (operation.do) {
    case "allocate":
      return [...allocations(state, operation), ...unanswered];
    case "reverse":
      return [...reversals(state, operation), ...unanswered];
    case "withdraw":
      return [...withdrawals(state, operation), ...unanswered];
  }
}

/** The possible states after an operation with the observed outcome. Empty if no permitted outcome explains it. */
export function statesAfter(
  state: LedgerState,
  operation: Operation,
  observed: Observed | null,
): readonly LedgerState[] {
  const outcomes = outcomesOf(state, operation);
  const explaining = observed === null ? outcomes : outcomes.filter((outcome) => outcome.explains(observed));
  return explaining
    .map((outcome) => outcome.next(observed))
    .filter((next): next is LedgerState => next !== null);
}

type Of<Kind extends Operation["do"]> = Extract<Operation, { do: Kind }>;

const keyOf = (operation: Operation): string | undefined =>
  operation.do === "reverse" ? undefined : operation.key;

/** Statuses with which a busy target or a proxy refuses a request without effect. */
const KEPT_FROM_ANSWERING = [408, 423, 429, 502, 503, 504];

const keptFrom = (state: LedgerState): Outcome => ({
  description: "no effect, because the target is busy",
  explains: (observed) => observed.kind === "refused" && KEPT_FROM_ANSWERING.includes(observed.status),
  next: () => state,
});

const inProgress = (state: LedgerState): Outcome => ({
  description: "409 E_IDEMPOTENCY_CONFLICT while the first request with the key is in progress",
  explains: (observed) => refusedWith(observed, 409, "E_IDEMPOTENCY_CONFLICT"),
  next: () => state,
});

/** The outcomes of a used key (§7.6): the original answer again and, for allocations, also a refusal. */
function replaysOf(state: LedgerState, operation: Operation): readonly Outcome[] | null {
  const key = keyOf(operation);
  const original = key === undefined ? undefined : state.keys[key];
  if (original === undefined) return null;
  const replayed: Outcome = {
    description: "201 with the original",
    explains: (observed) =>
      (observed.kind === "allocated" || observed.kind === "withdrawn") &&
      (observed.id === original || original === UNANSWERED),
    next: (observed) =>
      observed !== null && "id" in observed ? { ...state, keys: withKey(state, key, observed.id) } : state,
  };
  const duplicate: Outcome = {
    description: "409 E_DUPLICATE_OPERATION",
    explains: (observed) => refusedWith(observed, 409, "E_DUPLICATE_OPERATION"),
    next: () => state,
  };
  const usual = [replayed, inProgress(state), keptFrom(state)];
  return operation.do === "allocate" ? [...usual, duplicate] : usual;
}

function allocations(state: LedgerState, operation: Of<"allocate">): readonly Outcome[] {
  const { amount: asked, payer } = operation;
  const nets: readonly ((amount: number, fee: number) => boolean)[] = [
    ...(payer === "account" ? [] : [(amount: number) => amount === asked]),
    ...(payer === "controller" ? [] : [(amount: number, fee: number) => amount === asked - fee]),
  ];
  return [
    {
      description: `201 with ${payer === "not judged" ? "any amount" : payer === "controller" ? `an amount of ${asked}` : payer === "account" ? `an amount of ${asked} less the fee` : `an amount of ${asked}, or of that less the fee`}`,
      explains: (observed) =>
        observed.kind === "allocated" &&
        (payer === "not judged" ||
          (observed.fee >= 0 && nets.some((net) => net(observed.amount, observed.fee)))),
      next: (observed) => {
        if (observed?.kind === "allocated") return credited(state, operation, observed);
        const { credit } = operation;
        return credit === undefined ? null : credited(state, operation, { id: UNANSWERED, amount: credit });
      },
    },
    {
      description: "a refusal, without effect",
      explains: (observed) =>
        observed.kind === "refused" &&
        observed.status >= 400 &&
        observed.status < 500 &&
        observed.code !== "E_DUPLICATE_OPERATION",
      next: () => state,
    },
  ];
}

function credited(
  state: LedgerState,
  operation: Of<"allocate">,
  observed: { id: string; amount: number },
): LedgerState {
  const funds = fundsOf(state, operation.vendor);
  return {
    vendors: {
      ...state.vendors,
      [operation.vendor]: { ...funds, pending: funds.pending + observed.amount },
    },
    allocations: {
      ...state.allocations,
      [operation.as]: { vendor: operation.vendor, amount: observed.amount, reversed: 0 },
    },
    keys: withKey(state, operation.key, observed.id),
  };
}

function reversals(state: LedgerState, operation: Of<"reverse">): readonly Outcome[] {
  const allocation = state.allocations[operation.allocation];
  if (allocation === undefined) throw new Error(`the model has no allocation ${operation.allocation}`);
  const funds = fundsOf(state, allocation.vendor);
  const remaining = allocation.amount - allocation.reversed;
  const asked = operation.amount ?? remaining;
  const total = funds.pending + funds.available;
  const underfunded = asked > total ? [insufficient(state, asked, funds)] : [];
  // A withdrawal in flight may also block reversals (`withdrawal-flight-routes`).
  const locked = funds.inFlight ? [inFlight(state)] : [];
  // If nothing remains, a reversal without an amount may be refused (`reversal-of-nothing`).
  if (remaining === 0 && operation.amount === undefined)
    return [
      refused(state, "nothing remains"),
      ...locked,
      reversal(state, operation.allocation, allocation, 0),
    ];
  if (asked > remaining) return [exceeding(state, asked, remaining), ...underfunded, ...locked];
  if (underfunded.length > 0) return [...underfunded, ...locked];
  return [...locked, reversal(state, operation.allocation, allocation, asked)];
}

const reversal = (
  state: LedgerState,
  name: string,
  allocation: AllocationState,
  amount: number,
): Outcome => ({
  description: `201 with amount ${amount} and reversed_total ${allocation.reversed + amount}`,
  explains: (observed) =>
    observed.kind === "reversed" &&
    observed.amount === amount &&
    observed.total === allocation.reversed + amount,
  next: () => reversedBy(state, name, allocation, amount),
});

function reversedBy(
  state: LedgerState,
  name: string,
  allocation: AllocationState,
  amount: number,
): LedgerState {
  const funds = fundsOf(state, allocation.vendor);
  const drawn = Math.min(funds.pending, amount);
  return {
    ...state,
    vendors: {
      ...state.vendors,
      [allocation.vendor]: {
        ...funds,
        pending: funds.pending - drawn,
        available: funds.available - (amount - drawn),
      },
    },
    allocations: {
      ...state.allocations,
      [name]: { ...allocation, reversed: allocation.reversed + amount },
    },
  };
}

const refused = (state: LedgerState, why: string): Outcome => ({
  description: `a refusal, since ${why}`,
  explains: (observed) => observed.kind === "refused" && observed.status >= 400 && observed.status < 500,
  next: () => state,
});

const inFlight = (state: LedgerState): Outcome => ({
  description: "422 E_PENDING_WITHDRAW",
  explains: (observed) => refusedWith(observed, 422, "E_PENDING_WITHDRAW"),
  next: () => state,
});

const exceeding = (state: LedgerState, requested: number, remaining: number): Outcome => ({
  description: `422 connect.reversal_exceeds_remaining with requested ${requested} and remaining ${remaining}`,
  explains: (observed) =>
    refusedWith(observed, 422, "connect.reversal_exceeds_remaining") &&
    carries(observed, { requested, remaining }),
  next: () => state,
});

/** `seller_available` may or may not include pending funds. The shortfall uses the same balance, or both. */
function insufficient(state: LedgerState, required: number, funds: Funds): Outcome {
  const joint = funds.pending + funds.available;
  const counts = [...new Set([joint, funds.available])];
  const bodies = counts.flatMap((held) =>
    [...new Set([held, joint])].map((counted) => ({
      required,
      seller_available: held,
      shortfall: required - counted,
    })),
  );
  return {
    description: `402 connect.insufficient_funds_for_reversal with ${bodies.map((body) => JSON.stringify(body)).join(" or ")}`,
    explains: (observed) =>
      refusedWith(observed, 402, "connect.insufficient_funds_for_reversal") &&
      bodies.some((body) => carries(observed, body)),
    next: () => state,
  };
}

function withdrawals(state: LedgerState, operation: Of<"withdraw">): readonly Outcome[] {
  const funds = fundsOf(state, operation.vendor);
  // A vendor may not be allowed to withdraw (§2.10). The document does not say which state or policy that requires.
  const forbidden: Outcome = {
    description: "403, if the vendor may not withdraw",
    explains: (observed) => observed.kind === "refused" && observed.status === 403,
    next: () => state,
  };
  if (funds.available === 0) {
    const empty: Outcome = {
      description: "422 E_CONNECT_VENDOR_EMPTY_BALANCE",
      explains: (observed) => refusedWith(observed, 422, "E_CONNECT_VENDOR_EMPTY_BALANCE"),
      next: () => state,
    };
    return funds.inFlight ? [empty, inFlight(state), forbidden] : [empty, forbidden];
  }
  const paid: Outcome = {
    description: `201 for ${funds.available}`,
    explains: (observed) =>
      observed.kind === "withdrawn" && (observed.amount === null || observed.amount === funds.available),
    next: (observed) => ({
      ...state,
      vendors: {
        ...state.vendors,
        [operation.vendor]: { ...funds, available: 0, inFlight: true, returnable: funds.available },
      },
      keys: withKey(state, operation.key, observed?.kind === "withdrawn" ? observed.id : UNANSWERED),
    }),
  };
  // The document does not say when a withdrawal completes, so the next one may be refused or succeed.
  return funds.inFlight ? [paid, inFlight(state), forbidden] : [paid, forbidden];
}

function withKey(state: LedgerState, key: string | undefined, id: string): LedgerState["keys"] {
  return key === undefined ? state.keys : { ...state.keys, [key]: id };
}

const refusedWith = (observed: Observed, status: number, code: string): boolean =>
  observed.kind === "refused" && observed.status === status && observed.code === code;

const carries = (observed: Observed, facts: Readonly<Record<string, number>>): boolean =>
  observed.kind === "refused" &&
  Object.entries(facts).every(([name, value]) => observed.facts[name] === value);
