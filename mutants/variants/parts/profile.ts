import type { Binding, Description, Handler } from "../../mutant.ts";

/** Gives open fields other names in the profile, and removes those in `without`. */
export const naming =
  (names: Readonly<Record<string, string>>, without: readonly string[] = []) =>
  (usual: Description): Description => ({
    ...usual,
    fields: Object.fromEntries(
      Object.entries({ ...usual.fields, ...names }).filter(([name]) => !without.includes(name)),
    ),
  });

/** Changes each port of the profile. */
export const rebound =
  (change: (binding: Binding, name: string) => Binding) =>
  (usual: Description): Description => ({
    ...usual,
    ports: Object.fromEntries(
      Object.entries(usual.ports).map(([name, binding]) => [name, change(binding, name)]),
    ),
  });

/** Forwards requests below one path to another. */
export const servedBelow =
  (from: string, to: string) =>
  (handler: Handler): Handler =>
  (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${from}/`) && url.pathname !== from) return handler(request);
    url.pathname = `${to}${url.pathname.slice(from.length)}`;
    return handler(new Request(url, request));
  };

/** Changes the path of a port in the profile. */
export const bindingPort =
  (port: string, path: string) =>
  (usual: Description): Description => {
    const binding = usual.ports[port];
    return binding === undefined
      ? usual
      : { ...usual, ports: { ...usual.ports, [port]: { ...binding, path } } };
  };

/** Moves a POST route to another path. */
export const movedPath =
  (from: RegExp, to: string) =>
  (handler: Handler): Handler =>
  (request) => {
    const url = new URL(request.url);
    if (request.method !== "POST" || !from.test(url.pathname)) return handler(request);
    url.pathname = url.pathname.replace(from, to);
    return handler(new Request(url, request));
  };
