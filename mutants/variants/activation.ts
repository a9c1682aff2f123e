import { coded, json, only } from "../../emulator/kernel/answers.ts";
import { acting, alsoRefusing, routeAt, type RoutePlace } from "../connect/parts.ts";
import { type Variant, inOrder, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { bindingPort, movedPath } from "./parts/profile.ts";
import { variant } from "./parts/variant.ts";

/** A route that is closed to live keys. */
const unset = (place: RoutePlace, code: string): Replace =>
  routeAt(place, (route) =>
    alsoRefusing(route, ({ command }) =>
      command.caller.mode === "live" ? only(coded(422, code, "Connect is not activated")) : undefined,
    ),
  );

/** Other choices at the open points in `spec/areas/activation.yaml`. */
export const activationVariants: readonly Variant[] = [
  {
    ...variant(
      "live-keys-are-not-activated",
      "activation-modes-by-key",
      "Connect is activated for the test environment alone",
      inOrder(
        routeAt("activation.retrieve", (usual) =>
          acting(usual, (decision, { command }) =>
            command.caller.mode === "live" && isObject(decision.answer.body)
              ? only(json(200, { ...decision.answer.body, connect_mode: null }))
              : decision,
          ),
        ),
        unset("allocations", "connect.fee_payer_unset"),
        unset("createAccount", "connect.controller_mode_unset"),
        unset("charges.create", "connect.fee_payer_unset"),
      ),
    ),
    alone: true,
  },
  {
    id: "activated-in-the-dashboard",
    ambiguities: ["activation-route"],
    what: "Connect is activated by a route of the dashboard",
    alone: true,
    wrap: movedPath(/^\/dashboard\/connect$/, "/dashboard/connect/activations"),
    describe: bindingPort("activateConnect", "/dashboard/connect"),
  },
];
