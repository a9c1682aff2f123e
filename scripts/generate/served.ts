import { documentedOperations } from "../../spec/json.ts";
import type { Entry } from "./sources.ts";

/** Version of the catalogue in which these rules came. */
const SINCE = "0.2.0";

/** A rule for each documented route: it is served. Section and host are those of its success. */
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
      since: SINCE,
    };
  });
}
