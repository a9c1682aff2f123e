import type { Decide, Host, Method, Operation } from "../../kernel/types.ts";

/** A method and a path, with parameters as `:name`. */
export type Route = `${Method} /${string}`;

/** Creates operations of one host and area: `operation("createCustomer", "POST /v1/customers", decide)`. */
export const operationsOn =
  (host: Host, area: string) =>
  (operationId: string, route: Route, decide: Decide, more: Partial<Operation> = {}): Operation => {
    const [method, path] = route.split(" ") as [Method, string];
    return { operationId, method, path, host, area, decide, ...more };
  };
