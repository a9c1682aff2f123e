import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { remove } from "../../emulator/kernel/table.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { treating } from "../faults/exchange.ts";
import { type Mutant, perEmulator } from "../mutant.ts";
import { guarding, type Route, unguarded } from "../shared/clocks.ts";

/** A mutant that accepts live keys. */
const letIn = (route: Route): Mutant => ({
  id: `clock-${route}-with-a-live-key`,
  violates: [
    ruleIdOf(`test-clocks/${route}-with-a-live-key`),
    // The others find no clock of the live mode.
    ...(["create", "list"].includes(route) ? ["test-clocks/invalid-never-accepted" as const] : []),
  ],
  summary: `The route ${route} ignores the mode of the key.`,
  replace: unguarded(route, "liveKey"),
});

/** A mutant that looks the clock up before the mode of the key. */
const lookedUpFirst = (route: Route): Mutant => ({
  id: `clock-${route}-of-an-unknown-one-with-a-live-key`,
  violates: [ruleIdOf(`test-clocks/${route}-with-a-live-key`)],
  summary: `The route ${route} answers a live key 404 if there is no such clock.`,
  replace: guarding(route, ({ state, command, parts: own }) =>
    command.caller.mode === "live" && state.get(testClocks, command.params["id"] ?? "") === undefined
      ? { answer: own.refusals.clockNotFound() }
      : undefined,
  ),
});

export const mutants: readonly Mutant[] = [
  ...(["retrieve", "delete", "attach", "advance"] as const).map(lookedUpFirst),
  ...(["create", "list", "retrieve", "delete", "attach", "advance", "simulate"] as const).map(letIn),
  {
    id: "clock-refusal-of-a-query-without-code",
    violates: ["test-clocks/retrieve-with-a-live-key"],
    summary: "A retrieval with a live key and a query is refused without its code.",
    wrap: treating("retrieveTestClock", () => async ({ url, forward }) => {
      const answer = await forward();
      return url.search === "" || answer.status !== 403
        ? answer
        : Response.json({ error: "Forbidden" }, { status: 403 });
    }),
  },
  {
    id: "clock-of-another-request-refused-as-live",
    violates: ["test-clocks/refused-for-its-cause"],
    summary: "Each second advance of a merchant is refused as one with a live key.",
    replace: perEmulator(() => {
      let advances = 0;
      return guarding("advance", ({ parts: own }) => {
        advances += 1;
        return advances % 2 === 0 ? { answer: own.refusals.notAvailable() } : undefined;
      });
    }),
  },
  {
    id: "clock-deleted-by-a-refused-live-key",
    violates: ["test-clocks/live-key-changes-nothing"],
    summary: "A deletion with a live key is refused, but deletes the clock.",
    replace: guarding("delete", ({ command, parts: own }) =>
      command.caller.mode === "live"
        ? { writes: [remove(testClocks, command.params["id"] ?? "")], answer: own.refusals.notAvailable() }
        : undefined,
    ),
  },
];
