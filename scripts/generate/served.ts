import type { Entry } from "./sources.ts";

/** Version of the catalogue in which these rules came. */
const SINCE = "0.2.0";

const METHODS = ["get", "post", "put", "patch", "delete"];

/** A rule for each documented route: it is served. Section and host are those of its success. */
export function servedRules(contract: Entry, statusRules: readonly Entry[]): readonly Entry[] {
  const { paths } = contract as { paths: Record<string, Record<string, Entry>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const id = String(operation["x-served-rule"]);
      const success = statusRules.find((rule) => rule["id"] === operation["x-status-rule"]);
      const host = operation["x-host"] === "checkout" ? "checkout" : "payment";
      return [
        {
          id,
          area: id.split("/")[0],
          section: success?.["section"],
          level: "MUST",
          kind: "example",
          says: `The ${host} host serves \`${method.toUpperCase()} ${path}\`.`,
          needs: host === "checkout" ? ["host.checkout"] : [],
          since: SINCE,
        },
      ];
    }),
  );
}
