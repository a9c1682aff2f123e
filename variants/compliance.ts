import { inPath } from "../emulator/areas/connect/named-vendor.ts";
import type { ConnectInput } from "../emulator/areas/connect/parts.ts";
import { vendors } from "../emulator/areas/connect/vendor.ts";
import { coded, message, only } from "../emulator/kernel/answers.ts";
import { alsoRefusing, connectPart, type RoutePlace } from "../mutants/connect/parts.ts";
import { inOrder, named, part, perEmulator, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, isObject } from "../mutants/shared/answers.ts";
import { deciding, naming } from "./parts.ts";

const FILES = ["created", "pending", "documents_submitted", "in_review", "approved", "needs_info"];

/** A route that refuses vendors whose policy does not allow an operation. `named` returns the vendor of a request. */
const needing = (
  place: RoutePlace,
  operation: "collect" | "withdraw",
  named: (input: ConnectInput) => unknown,
): Replace =>
  alsoRefusing(place, (input) => {
    const vendor = input.state.get(vendors, String(named(input)));
    return vendor !== undefined && vendor.policy?.includes(operation) !== true
      ? only(coded(422, `connect.${operation}_not_allowed`, "The vendor is not approved"))
      : undefined;
  });

/** Other choices at the open points in `spec/areas/compliance.yaml`. */
export const variants = named<Variant>({
  "withdrawals-need-a-policy": {
    openPoints: ["compliance-enforcement"],
    what: "A vendor whose policy does not allow withdrawals is refused",
    replace: connectPart("withdrawals", ({ guards }) => ({
      guards: [
        ...guards,
        {
          name: "policy",
          refuse: ({ state, command }) => {
            const policy = state.get(vendors, command.params["acct"] ?? "")?.policy;
            return policy !== undefined && policy !== null && !policy.includes("withdraw")
              ? only(coded(403, "connect.withdraw_not_allowed", "The vendor may not withdraw"))
              : undefined;
          },
        },
      ],
    })),
  },
  "withdrawals-need-approval": {
    openPoints: ["compliance-enforcement"],
    what: "A vendor without a policy cannot withdraw",
    alone: true,
    replace: connectPart("withdrawals", ({ guards }) => ({
      guards: [
        ...guards,
        {
          name: "policy",
          refuse: ({ state, command }) =>
            state.get(vendors, command.params["acct"] ?? "")?.policy?.includes("withdraw") !== true
              ? only(message(403, "Forbidden"))
              : undefined,
        },
      ],
    })),
  },
  "money-needs-approval": {
    openPoints: ["compliance-enforcement"],
    what: "A vendor can collect and withdraw only if its policy allows that; the refusal has an undocumented code",
    alone: true,
    replace: inOrder(
      needing("charges.create", "collect", ({ command }) =>
        isObject(command.body) ? command.body["on_behalf_of"] : undefined,
      ),
      needing("withdrawals", "withdraw", inPath),
    ),
  },
  "capabilities-bind": {
    openPoints: ["compliance-enforcement"],
    what: "A vendor can do only what its compliance file allows",
    alone: true,
    replace: deciding({ capabilities: "binding" }),
  },
  "compliance-in-objects": {
    openPoints: ["compliance-field-names"],
    what: "Verification (if any) and capabilities are separate objects, next to the time of the reading",
    alone: true,
    replace: perEmulator(() => {
      let readings = 0;
      return answering(["retrieveAccountCompliance"], 200, (body) => {
        const { verification_status, capabilities_enabled, allowed_operations } = body;
        for (const name of ["verification_status", "capabilities_enabled", "allowed_operations"])
          delete body[name];
        body["verification"] = verification_status === null ? null : { status: verification_status };
        // No two readings are equal.
        body["read_at"] = new Date(Date.UTC(2026, 0, 1) + ++readings).toISOString();
        body["capabilities"] = { operable: capabilities_enabled, allowed_operations };
      });
    }),
    describe: naming({
      "compliance-status": "/verification/status",
      "compliance-capability": "/capabilities/operable",
      "compliance-operations": "/capabilities/allowed_operations",
    }),
  },
  "compliance-status-beside-the-http-status": {
    openPoints: ["compliance-field-names"],
    what: "The member `status` is the state of the file, or in an error the HTTP status",
    alone: true,
    replace: inOrder(
      answering(["retrieveAccountCompliance"], 200, (body) => {
        body["status"] = body["verification_status"];
        delete body["verification_status"];
      }),
      answering(["retrieveAccountCompliance"], 503, (body) => {
        body["status"] = 503;
      }),
    ),
    describe: naming({ "compliance-status": "/status" }),
  },
  "no-operations-no-capability": {
    openPoints: ["compliance-null-capabilities"],
    what: "The capability flag is false for a policy that allows nothing",
    replace: part(["connect"], (connect) => ({
      compliance: {
        ...connect.compliance,
        presenter: {
          ...connect.compliance.presenter,
          capabilities_enabled: ({ policy }) => policy !== null && policy.length > 0,
        },
      },
    })),
  },
  "files-move-by-themselves": {
    openPoints: ["compliance-transitions"],
    what: "A compliance file changes its state at the third reading",
    replace: perEmulator(() => {
      const looks = new Map<unknown, number>();
      return answering(["retrieveAccountCompliance"], 200, (body) => {
        const { account, verification_status: status } = body;
        const state = JSON.stringify([account, status]);
        const count = (looks.get(state) ?? 0) + 1;
        looks.set(state, count);
        if (status !== null && count > 2) body["verification_status"] = FILES[count % FILES.length];
      });
    }),
  },
});
