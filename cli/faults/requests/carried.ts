import { objectsAt } from "../../../spec/json.ts";
import type { ParsedRequest } from "../messages.ts";
import type { Parameter } from "./parameters.ts";

type Location = Pick<Parameter, "where" | "path">;

/** The values of a parameter in a request; none if the request omits it. */
export function carriedAt(parsed: ParsedRequest, { where, path }: Location): readonly unknown[] {
  const [name = ""] = path;
  if (where === "query") return parsed.url.searchParams.getAll(name);
  if (where === "header") return parsed.headers.has(name) ? [parsed.headers.get(name)] : [];
  const last = path.at(-1) ?? "";
  return objectsAt(parsed.body, path.slice(0, -1)).flatMap((holder) =>
    Object.hasOwn(holder, last) ? [holder[last]] : [],
  );
}

/** Whether a request omits the parameter; false for a field of the entries of an empty list. */
export function leavesOut(parsed: ParsedRequest, { where, path }: Location): boolean {
  if (where !== "body") return carriedAt(parsed, { where, path }).length === 0;
  const last = path.at(-1) ?? "";
  return objectsAt(parsed.body, path.slice(0, -1)).some((holder) => !Object.hasOwn(holder, last));
}

/** The request with changed values of a parameter; undefined omits it. */
export function withCarried(
  parsed: ParsedRequest,
  { where, path }: Location,
  change: (value: unknown) => unknown,
): ParsedRequest {
  const [name = ""] = path;
  if (where === "query") {
    const url = new URL(parsed.url);
    const value = change(url.searchParams.get(name) ?? undefined);
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, asText(value));
    return { ...parsed, url };
  }
  if (where === "header") {
    const headers = new Headers(parsed.headers);
    const value = change(headers.get(name) ?? undefined);
    if (value === undefined) headers.delete(name);
    else headers.set(name, asText(value));
    return { ...parsed, headers };
  }
  const body = structuredClone(parsed.body);
  const last = path.at(-1) ?? "";
  for (const holder of objectsAt(body, path.slice(0, -1))) {
    const value = change(holder[last]);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return { ...parsed, body };
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
