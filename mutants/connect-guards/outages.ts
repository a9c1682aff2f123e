import { inOrder, named, part, type Replace } from "../mutant.ts";
import { isDown } from "../../emulator/areas/common/outages.ts";
import type { Dependence } from "../../emulator/areas/connect/outages.ts";
import { coded } from "../../emulator/kernel/answers.ts";
import { acting, connectPart, type RoutePlace, without } from "../connect/parts.ts";

/** Changes how an operation depends on a service. */
const depending = (operation: string, service: string, change: (usual: Dependence) => Dependence): Replace =>
  part(["connect", "outages"], (outages) => ({
    [operation]: (outages[operation] ?? []).map((one) => (one.service === service ? change(one) : one)),
  }));

/** A route that takes effect during an outage, but returns its error. */
const workingOn = (place: RoutePlace, service: "sso" | "upstream", code: string): Replace =>
  inOrder(
    without(place, "outage"),
    acting(place, (decision, { state, command }) =>
      isDown(state, command.caller.accountId, service)
        ? { ...decision, answer: coded(503, code, "Out") }
        : decision,
    ),
  );

export const mutants = named({
  "identity-outage-with-another-code": {
    violates: ["connect-guards/identity-outage-refused"],
    summary: "While identities are out, a creation is refused as if verification were.",
    replace: depending("createAccount", "sso", (usual) => ({
      ...usual,
      refuse: () => coded(503, "E_IDENTITY_UNAVAILABLE", "Out"),
    })),
  },
  "upstream-outage-with-another-code": {
    violates: ["connect-guards/upstream-outage-refused"],
    summary: "While the upstream service is out, an allocation is refused as if identities were.",
    replace: depending("createAllocation", "upstream", (usual) => ({
      ...usual,
      refuse: () => coded(503, "E_SSO_UNAVAILABLE", "Out"),
    })),
  },
  "upstream-outage-of-withdrawals-is-500": {
    violates: ["connect-guards/upstream-outage-refused"],
    summary: "While the upstream service is out, a withdrawal fails with 500.",
    replace: depending("createWithdrawal", "upstream", (usual) => ({
      ...usual,
      refuse: () => ({ ...usual.refuse(), status: 500 }),
    })),
  },
  "identity-outage-creates-all-the-same": {
    violates: ["connect-guards/identity-outage-has-no-effect"],
    summary: "While identities are out, the creation of a vendor is refused but takes effect.",
    replace: workingOn("createAccount", "sso", "E_SSO_UNAVAILABLE"),
  },
  "upstream-outage-allocates-all-the-same": {
    violates: ["connect-guards/upstream-outage-has-no-effect"],
    summary: "While the upstream service is out, an allocation is refused but takes effect.",
    replace: workingOn("allocations", "upstream", "E_SERVICE_UNAVAILABLE"),
  },
  "identity-outage-spends-the-key": {
    violates: ["connect-guards/identity-outage-recovery"],
    summary: "A creation that an outage refused uses its key up.",
    replace: connectPart("createAccount", (createAccount) => ({
      idempotency: { ...createAccount.idempotency, keeps: () => true },
    })),
  },
  "upstream-outage-spends-the-key": {
    violates: ["connect-guards/upstream-outage-recovery"],
    summary: "An allocation that an outage refused uses its key up.",
    replace: connectPart("allocations", (allocations) => ({
      idempotency: { ...allocations.idempotency, keeps: () => true },
    })),
  },
});
