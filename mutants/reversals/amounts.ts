import { allocations, type Reversal, reversals } from "../../emulator/areas/connect/records.ts";
import { coded, only } from "../../emulator/kernel/answers.ts";
import { put } from "../../emulator/kernel/table.ts";
import {
  acting,
  alsoRefusing,
  changingAnswer,
  connectPart,
  readingAs,
  readingBody,
} from "../connect/parts.ts";
import { inOrder, type Mutant, named, part, perEmulator } from "../mutant.ts";
import { treating } from "../faults/exchange.ts";
import { where } from "../faults/fields.ts";
import { shownFaults } from "../faults/shown.ts";
import { as, constantly } from "../faults/values.ts";
import { changingSuccess, isObject } from "../shared/answers.ts";

const shown = shownFaults<Reversal>("reversal", "reversals/", (change) =>
  part(["connect", "reversals", "presenter"], change),
);

const repeated = where(
  "of an allocation again",
  ({ amount, reversedTotal }: Reversal) => amount < reversedTotal,
);
const ownId = as<Reversal>("its own id", (_usual, { id }) => id.replace("ctrr_", "ctr_"));
const marketplace = as<Reversal>("the marketplace", (_usual, { accountId }) => accountId);
const runningTotal = as<Reversal>("the running total", (_usual, { reversedTotal }) => reversedTotal);
const ownAmount = as<Reversal>("its amount", (_usual, { amount }) => amount);

export const mutants: readonly Mutant[] = [
  shown.gives("allocation", "echoes-allocation", ownId),
  shown.gives("allocation", "echoes-allocation", constantly("ctr_0"), repeated),
  shown.gives("destination", "echoes-destination", marketplace),
  shown.gives("destination", "echoes-destination", constantly("acct_0"), repeated),
  shown.gives("currency", "currency-of-the-allocation", constantly("xof")),
  shown.gives("currency", "currency-of-the-allocation", constantly("xof"), repeated),
  shown.gives("amount", "partial-amount-reported", runningTotal),
  shown.gives("reversed_total", "total-accumulates", ownAmount),
  ...named({
    "reversal-of-the-amount-in-the-query-alone": {
      violates: ["reversals/total-accumulates"],
      summary: "A reversal whose body has no amount takes the one of its query.",
      wrap: treating("createAllocationReversal", () => ({ url, body, forward }) => {
        const amount = url.searchParams.get("amount");
        const has = isObject(body) && "amount" in body;
        return forward(amount === null || has ? undefined : { body: { amount: Number(amount) } });
      }),
    },
    "reversal-of-the-latest-vendor": {
      violates: ["reversals/echoes-destination"],
      summary: "A reversal names the vendor of the account's latest allocation.",
      replace: perEmulator(() => {
        const latest = new Map<unknown, unknown>();
        return inOrder(
          changingSuccess("createAllocation", ({ destination, currency }) =>
            latest.set(currency, destination),
          ),
          changingSuccess("createAllocationReversal", (body) => {
            body["destination"] = latest.get(body["currency"]);
          }),
        );
      }),
    },
    "reversal-of-odd-francs-a-franc-less": {
      violates: ["reversals/created-as-requested"],
      summary: "A reversal of an odd amount returns a franc less.",
      replace: changingSuccess(
        "createAllocationReversal",
        (body) => (body["amount"] = Number(body["amount"]) - 1),
        ({ amount }) => Number(amount) % 2 === 1,
      ),
    },
    "reversals-of-an-allocation-share-an-id": {
      violates: ["reversals/ids-are-distinct", "reversals/ids-are-never-reused"],
      summary: "All reversals of an allocation have the id of the first.",
      replace: changingAnswer("reversals", (body, { state, command }) => {
        const [first] = state.find(reversals, "allocation", command.params["allocationId"] ?? "");
        body["id"] = first?.id ?? body["id"];
      }),
    },
    "reversal-names-latest-allocation": {
      violates: ["reversals/echoes-allocation"],
      summary: "A reversal names the latest allocation of its vendor.",
      replace: changingAnswer("reversals", (body, { state }) => {
        const latest = state.all(allocations).filter((one) => one.vendor === body["destination"]);
        body["allocation"] = latest.at(-1)?.id;
      }),
    },
    "reversal-of-the-exact-remainder-refused": {
      violates: ["reversals/refused-for-its-cause", "reversals/exact-remainder-accepted"],
      summary: "An amount that equals the remainder is refused.",
      replace: connectPart("reversals", () => ({ exceeds: (asked, remaining) => asked >= remaining })),
    },
    "reversal-third-part-refused": {
      violates: ["reversals/parts-exhaust-the-allocation"],
      summary: "An allocation can be reversed in two parts only.",
      replace: alsoRefusing("reversals", ({ state, command }) => {
        const made = state.find(reversals, "allocation", command.params["allocationId"] ?? "");
        return made.length < 2
          ? undefined
          : only(coded(422, "connect.too_many_reversals", "Two reversals were made already"));
      }),
    },
    "reversal-total-of-two": {
      violates: ["reversals/total-accumulates", "reversals/totals-add-up-everywhere"],
      summary: "The running total is that of the last two reversals.",
      replace: changingAnswer("reversals", (body, { state, command }) => {
        const made = state.find(reversals, "allocation", command.params["allocationId"] ?? "");
        body["reversed_total"] = (made.at(-1)?.amount ?? 0) + Number(body["amount"]);
      }),
    },
    "reversal-without-cap": {
      violates: ["reversals/total-never-exceeds-allocation"],
      summary: "A reversal is limited by the vendor's funds, not by the allocation.",
      replace: connectPart("reversals", () => ({ exceeds: () => false })),
    },
    "reversal-counts-for-all-allocations": {
      violates: ["reversals/totals-of-two-allocations-are-apart"],
      summary: "A reversal reduces the remainder of every allocation to the vendor.",
      replace: acting("reversals", (decision, { state, command }) => {
        const own = state.get(allocations, command.params["allocationId"] ?? "");
        const others = state
          .all(allocations)
          .filter((one) => one.vendor === own?.vendor && one.id !== own.id);
        const amount = isObject(decision.answer.body) ? Number(decision.answer.body["amount"]) : 0;
        const lessened = others.map((one) =>
          put(allocations, { ...one, reversed: Math.min(one.amount, one.reversed + amount) }),
        );
        return { ...decision, writes: [...(decision.writes ?? []), ...lessened] };
      }),
    },
    "reversal-of-zero-takes-all": {
      violates: ["reversals/without-amount-takes-all"],
      summary: "A reversal of zero takes the whole remainder.",
      replace: readingBody("reversals", (body) => {
        if (body["amount"] === 0) delete body["amount"];
      }),
    },
    "reversal-of-less-than-one-takes-all": {
      violates: ["reversals/without-amount-takes-all"],
      summary: "A reversal of a negative amount or of half a franc takes the whole remainder.",
      replace: readingBody("reversals", (body) => {
        const { amount } = body;
        if (typeof amount === "number" && amount !== 0 && amount < 1) delete body["amount"];
      }),
    },
    "reversal-without-amount-takes-half": {
      violates: ["reversals/without-amount-takes-all"],
      summary: "Without an amount half of the remainder is reversed.",
      replace: connectPart("reversals", () => ({
        asked: (amount, remaining) => (typeof amount === "number" ? amount : Math.ceil(remaining / 2)),
      })),
    },
    "reversal-without-amount-takes-what-was-taken": {
      violates: ["reversals/without-amount-takes-the-rest"],
      summary: "Without an amount the last reversal is repeated, up to the remainder.",
      replace: readingAs("reversals", (input) => {
        const { state, command } = input;
        const id = command.params["allocationId"] ?? "";
        const last = state.find(reversals, "allocation", id).at(-1);
        const body = isObject(command.body) ? command.body : {};
        const allocation = state.get(allocations, id);
        if (last === undefined || allocation === undefined || body["amount"] !== undefined) return input;
        const left = allocation.amount - allocation.reversed;
        if (left === 0) return input;
        return {
          ...input,
          command: { ...command, body: { ...body, amount: Math.min(last.amount, left) } },
        };
      }),
    },
    "reversal-wants-an-amount": {
      violates: ["reversals/without-body-takes-the-rest"],
      summary: "An empty object is refused for its missing amount once something was reversed.",
      replace: alsoRefusing("reversals", ({ state, command }) => {
        const made = state.find(reversals, "allocation", command.params["allocationId"] ?? "");
        const empty = isObject(command.body) && command.body["amount"] === undefined;
        return made.length > 0 && empty
          ? only({
              status: 422,
              body: { errors: [{ rule: "required", field: "amount", message: "amount" }] },
            })
          : undefined;
      }),
    },
  }),
];
