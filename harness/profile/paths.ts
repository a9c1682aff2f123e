import { isAbsolute, relative, resolve, sep } from "node:path";
import type { ProfileInput } from "./defaults.ts";

/** The settings that are paths, which start at the folder of the profile. `*` stands for every name. */
const PATHS: readonly (readonly string[])[] = [
  ["target", "controlModule"],
  ["keys", "*", "file"],
  ["headers", "*", "file"],
  ["network", "proxy", "credentials", "file"],
  ["network", "certificateAuthorityFile"],
  ["network", "clientCertificate", "certificateFile"],
  ["network", "clientCertificate", "keyFile"],
  ["network", "clientCertificate", "passphrase", "file"],
  ["events", "receiver", "certificateFile"],
  ["events", "receiver", "keyFile"],
];

/** A profile of the folder `from`, with relative paths that lead to the same files from the folder `to`. */
export function relocated(
  profile: ProfileInput,
  { from, to }: { readonly from: string; readonly to: string },
): ProfileInput {
  const copy = structuredClone(profile);
  const moved = (path: string): string =>
    isAbsolute(path) ? path : relative(to, resolve(from, path)).split(sep).join("/");
  for (const path of PATHS) change(copy, path, moved);
  return copy;
}

function change(
  value: unknown,
  [name = "", ...rest]: readonly string[],
  moved: (path: string) => string,
): void {
  if (typeof value !== "object" || value === null) return;
  const inner = value as Record<string, unknown>;
  for (const key of name === "*" ? Object.keys(inner) : [name]) {
    const child = inner[key];
    if (rest.length > 0) change(child, rest, moved);
    else if (typeof child === "string") inner[key] = moved(child);
  }
}
