import type { ConnectGuard, CreateAccountParts } from "../../emulator/areas/connect/parts.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { alsoRefusing, refusedButDone, refusing } from "../connect/parts.ts";
import { behaving } from "../faults/exchange.ts";
import { family, inOrder, named, part, perEmulator, type Replace } from "../mutant.ts";
import { keys } from "./parts.ts";

/** Changes the limit, or its window in ms. */
const rated = (change: Partial<CreateAccountParts["rate"]>): Replace =>
  part(["connect", "createAccount", "rate"], () => ({ ...change }));

export const mutants = named({
  "vendor-rate-counts-listings": {
    violates: ["vendors/twenty-a-minute-admitted"],
    summary: "Each list of vendors counts towards the rate of their creation.",
    wrap: behaving(() => {
      const counts = new Map<string, number>();
      return ({ operation, headers, forward }) => {
        const key = headers.get("authorization") ?? "";
        if (operation !== "listAccounts" && operation !== "createAccount") return forward();
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        if (operation === "listAccounts" || count <= 20) return forward();
        return Promise.resolve(Response.json({ code: "E_TOO_MANY_REQUESTS" }, { status: 429 }));
      };
    }),
  },
  "vendor-rate-used-up-by-listings": {
    violates: ["vendors/twenty-a-minute-admitted"],
    summary: "After twenty lists of vendors, none is created.",
    wrap: behaving(() => {
      const lists = new Map<string, number>();
      return ({ operation, headers, forward }) => {
        const key = headers.get("authorization") ?? "";
        const count = lists.get(key) ?? 0;
        if (operation === "listAccounts") lists.set(key, count + 1);
        return operation === "createAccount" && count >= 20
          ? Promise.resolve(Response.json({ code: "E_TOO_MANY_REQUESTS" }, { status: 429 }))
          : forward();
      };
    }),
  },
  ...family<readonly [rule: string, rate: Partial<CreateAccountParts["rate"]>, summary: string]>(
    {
      "vendor-rate-unlimited": [
        "burst-refused",
        { limit: Number.POSITIVE_INFINITY },
        "The creation of vendors has no rate limit.",
      ],
      "vendor-rate-of-sixty": ["burst-refused", { limit: 60 }, "Sixty vendors are created a minute."],
      "vendor-rate-of-twenty-three": [
        "burst-refused",
        { limit: 23 },
        "Twenty-three vendors are created a minute.",
      ],
      "vendor-rate-of-twenty-one": [
        "burst-refused",
        { limit: 21 },
        "Twenty-one vendors can be created in a minute.",
      ],
      "vendor-rate-by-twenty-seconds": [
        "burst-refused",
        { window: 20_000 },
        "Twenty vendors are created within twenty seconds.",
      ],
      "vendor-rate-of-ten": ["twenty-a-minute-admitted", { limit: 10 }, "Ten vendors are created a minute."],
      "vendor-rate-of-nineteen": [
        "twenty-a-minute-admitted",
        { limit: 19 },
        "Nineteen vendors are created a minute.",
      ],
      "vendor-rate-by-the-hour": [
        "minute-restores-the-rate",
        { window: 3_600_000 },
        "Twenty vendors are created an hour.",
      ],
      "vendor-rate-by-ninety-seconds": [
        "minute-restores-the-rate",
        { window: 90_000 },
        "Twenty vendors are created within ninety seconds.",
      ],
    },
    ([rule, rate, summary]) => ({ violates: [ruleIdOf(`vendors/${rule}`)], summary, replace: rated(rate) }),
  ),
  "vendor-created-though-too-many": {
    violates: ["vendors/refused-burst-creates-nothing"],
    summary: "A creation that the rate limit refuses takes effect.",
    replace: refusedButDone("createAccount", "rate"),
  },
  "vendor-key-spent-by-a-429": {
    violates: ["vendors/minute-restores-the-rate"],
    summary: "A creation that the rate limit refuses uses its key up.",
    replace: keys.keying(() => ({ keeps: ({ status }) => status === 201 || status === 429 })),
  },
  "vendor-rate-stops-everything": {
    violates: ["vendors/burst-stops-creations-alone"],
    summary: "After too many creations, listing vendors and allocating are refused too.",
    replace: perEmulator(() => {
      const stopped = new Map<string, Decision>();
      const isStopped: ConnectGuard["refuse"] = ({ command }) => stopped.get(command.caller.accountId);
      return inOrder(
        refusing("createAccount", "rate", (refusal, { command }) => {
          stopped.set(command.caller.accountId, refusal);
          return refusal;
        }),
        alsoRefusing("listAccounts", isStopped),
        alsoRefusing("allocations", isStopped),
      );
    }),
  },
});
