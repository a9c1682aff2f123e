import { documentedOperations } from "../../spec/json.ts";
import type { Entry } from "./sources.ts";

/** A rule for each documented route, that it is served. The section is that of the rule about its status. */
export function servedRules(contract: Entry, statusRules: readonly Entry[]): readonly Entry[] {
  return documentedOperations(contract).map(({ path, method, operation }) => {
    const id = String(operation["x-served-rule"]);
    const success = statusRules.find((rule) => rule["id"] === operation["x-status-rule"]);
    const host = operation["x-host"] === "checkout" ? "checkout" : "payment";
    return {
      id,
      area: id.split("/")[0],
      section: success?.["section"],
      level: "MUST",
      kind: "example",
      says: `The ${host} host serves \`${method} ${path}\`.`,
      needs: host === "checkout" ? ["host.checkout"] : [],
    };
  });
}
