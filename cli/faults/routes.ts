import { contractOperations, type Operation } from "../../harness/contract.ts";

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
}

/** In order of precedence: literal segments precede parameters, because `/test-clocks/simulate` is not a clock. */
const routes: readonly Route[] = [...contractOperations.values()]
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
  }))
  .sort((a, b) => parameters(a.operation) - parameters(b.operation));

/** The contract's operation for a request, or null. @internal */
export function operationAt(host: "payment" | "checkout", method: string, path: string): Operation | null {
  const found = routes.find(
    ({ operation, pattern }) => operation.host === host && operation.method === method && pattern.test(path),
  );
  return found?.operation ?? null;
}

/** The operation for a request to one of the in-process hosts, or null. */
export function operationOf(request: Request): Operation | null {
  const { hostname, pathname } = new URL(request.url);
  return operationAt(hostname.startsWith("checkout") ? "checkout" : "payment", request.method, pathname);
}

function parameters(operation: Operation): number {
  return operation.path.split("{").length;
}
