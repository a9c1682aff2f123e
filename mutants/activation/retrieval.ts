import { type ConnectSettings, settingsOf } from "../../emulator/areas/connect/settings.ts";
import { message, only } from "../../emulator/kernel/answers.ts";
import { backwards } from "../connect/choices.ts";
import { actingForNamed, alsoRefusing } from "../connect/parts.ts";
import { type Mutant, named } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { as, constantly } from "../faults/values.ts";
import { drifting } from "../faults/drifting.ts";
import { changingForLiveKeys } from "../shared/answers.ts";
import { activation, reading, type Retrieve } from "./parts.ts";

const dormant = where("without Connect", ({ connectMode }: ConnectSettings) => connectMode === null);
const another = as<unknown>("that of another account", (id) => backwards(String(id)));

export const mutants: readonly Mutant[] = [
  activation.gives("connect_mode", "null-mode-when-not-activated", constantly("platform"), dormant),
  activation.gives("id", "id-is-the-callers-account", another),
  ...named({
    "activation-of-a-live-key-of-another-account": {
      violates: ["activation/id-is-the-callers-account"],
      summary: "A live key reads the activation of another account.",
      replace: changingForLiveKeys("retrieveActivation", (body) => {
        body["id"] = backwards(String(body["id"]));
      }),
    },
    "activation-mode-drifts": {
      violates: ["activation/changed-by-request-only"],
      summary: "From its second reading on, an activation has the other mode.",
      replace: drifting("retrieveActivation", "connect_mode", (mode) =>
        mode === null ? "platform" : mode === "platform" ? "marketplace" : "platform",
      ),
    },
    "activation-of-dormant-not-found": {
      violates: ["activation/answered-when-not-activated"],
      summary: "A merchant without Connect gets a 404 for its activation.",
      replace: alsoRefusing("activation.retrieve", ({ state, command }) =>
        settingsOf(state, command.caller.accountId).connectMode === null
          ? only(message(404, "Activation not found"))
          : undefined,
      ),
    },
    "activation-of-a-live-key-not-found": {
      violates: ["activation/answered-with-a-live-key"],
      summary: "A live key gets a 404 for its activation.",
      replace: alsoRefusing("activation.retrieve", ({ command }) =>
        command.caller.mode === "live" ? only(message(404, "Activation not found")) : undefined,
      ),
    },
    "activation-is-one-for-all": {
      violates: ["activation/each-merchant-reads-its-own"],
      summary: "All merchants read the activation of the first merchant that requested one.",
      replace: reading((usual) => {
        let first: ReturnType<Retrieve["act"]> | undefined;
        return { act: (input) => (first ??= usual.act(input)) };
      }),
    },
    "activation-of-the-account-in-the-query": {
      violates: ["activation/named-account-is-not-read"],
      summary: "The activation is that of the account in the query.",
      replace: actingForNamed("activation.retrieve", "accountId"),
    },
  }),
];
