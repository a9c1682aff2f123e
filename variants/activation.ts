import { coded, json, only } from "../emulator/kernel/answers.ts";
import { acting, alsoRefusing, type RoutePlace } from "../mutants/connect/parts.ts";
import { inOrder, named, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { isObject } from "../mutants/shared/answers.ts";
import { bindingPort, movedPath } from "./parts.ts";

/** Closes a route to live keys. */
const unset = (place: RoutePlace, code: string): Replace =>
  alsoRefusing(place, ({ command }) =>
    command.caller.mode === "live" ? only(coded(422, code, "Connect is not activated")) : undefined,
  );

/** Other choices at the open points in `spec/areas/activation.yaml`. */
export const variants = named<Variant>({
  "live-keys-are-not-activated": {
    openPoints: ["activation-modes-by-key"],
    what: "Connect is activated only in test mode",
    alone: true,
    replace: inOrder(
      acting("activation.retrieve", (decision, { command }) =>
        command.caller.mode === "live" && isObject(decision.answer.body)
          ? only(json(200, { ...decision.answer.body, connect_mode: null }))
          : decision,
      ),
      unset("allocations", "connect.fee_payer_unset"),
      unset("createAccount", "connect.controller_mode_unset"),
      unset("charges.create", "connect.fee_payer_unset"),
    ),
  },
  "activated-in-the-dashboard": {
    openPoints: ["activation-route"],
    what: "Connect is activated by a route of the dashboard",
    alone: true,
    wrap: movedPath(/^\/dashboard\/connect$/, "/dashboard/connect/activations"),
    describe: bindingPort("activateConnect", "/dashboard/connect"),
  },
});
