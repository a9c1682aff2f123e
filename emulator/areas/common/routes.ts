import type { Decide, Host, Method, Operation } from "../../kernel/types.ts";

/** Makes the operations of one host and family: `operation("createCustomer", "POST /v1/customers", decide)`. */
export const operationsOn =
  (host: Host, area: string) =>
  (
    operationId: string,
    route: `${Method} /${string}`,
    decide: Decide,
    more: Partial<Operation> = {},
  ): Operation => {
    const [method, path] = route.split(" ") as [Method, string];
    return { operationId, method, path, host, area, decide, ...more };
  };
