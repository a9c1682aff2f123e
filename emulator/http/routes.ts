import type { Operation } from "../kernel/types.ts";

/** The operation of a request, and the parameters of its path. */
export interface Found {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

interface Route {
  readonly operation: Operation;
  readonly segments: readonly string[];
}

const isParameter = (segment: string): boolean => segment.startsWith(":");

function match({ operation, segments }: Route, path: readonly string[]): Found | undefined {
  if (segments.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const given = path[at] ?? "";
    if (isParameter(segment)) params[segment.slice(1)] = given;
    else if (segment !== given) return undefined;
  }
  return { operation, params };
}

/**
 * Creates a function that finds the operation of a method and a path without encoded characters: the first that matches, like the router of
 * web requests, but faster.
 */
export function createRoutes(
  operations: readonly Operation[],
): (method: string, path: string) => Found | undefined {
  const routes = new Map<string, Route[]>();
  for (const operation of operations) {
    const { method, path } = operation;
    routes.set(method, [...(routes.get(method) ?? []), { operation, segments: path.split("/") }]);
  }
  const search = (method: string, path: string): Found | undefined => {
    const segments = path.split("/");
    for (const route of routes.get(method) ?? []) {
      const found = match(route, segments);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const fixed = new Map(
    [...routes].map(([method, some]) => [
      method,
      new Map(
        some
          .filter(({ segments }) => !segments.some(isParameter))
          .map(({ operation: { path } }) => [path, search(method, path)]),
      ),
    ]),
  );
  return (method, path) => fixed.get(method)?.get(path) ?? search(method, path);
}
