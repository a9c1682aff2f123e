import type { DataFile } from "./catalogue.ts";

type Entry = Readonly<Record<string, unknown>>;

/** Version of the catalogue in which these rules came. */
const SINCE = "0.2.0";

const METHODS = ["get", "post", "put", "patch", "delete"];

/** The catalogue with a rule for each documented route: it is served. Section and host are those of its success. */
export function withServedRules(data: readonly DataFile[], contract: string): readonly DataFile[] {
  return data.map((file) => {
    if (file.name !== "catalogue") return file;
    const entries = [...file.entries, ...servedRules(file.entries, contract)];
    const by = (entry: Entry): string => String(entry["id"]);
    return { ...file, entries: entries.sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0)) };
  });
}

function servedRules(catalogue: readonly Entry[], contract: string): readonly Entry[] {
  const { paths } = JSON.parse(contract) as { paths: Record<string, Record<string, Entry>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const id = String(operation["x-served-rule"]);
      const success = catalogue.find((rule) => rule["id"] === operation["x-status-rule"]);
      const host = operation["x-host"] === "checkout" ? "checkout" : "payment";
      return [
        {
          id,
          area: id.split("/")[0],
          section: success?.["section"],
          level: "MUST",
          kind: "example",
          says: `\`${method.toUpperCase()} ${path}\` is served by the ${host} host.`,
          needs: host === "checkout" ? ["host.checkout"] : [],
          since: SINCE,
        },
      ];
    }),
  );
}
