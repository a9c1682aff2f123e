import type { Operation } from "../kernel/types.ts";
import { createHost, type Host, type HostOptions } from "./host.ts";

/** Creates the two hosts of the document, and one that serves the operations of both on a single port. */
export function createHosts(
  operations: readonly Operation[],
  options: Omit<HostOptions, "name" | "operations" | "elsewhere">,
): Readonly<Record<"payment" | "checkout" | "both", Host>> {
  const host = (name: "payment" | "checkout"): Host =>
    createHost({
      ...options,
      name,
      operations: operations.filter((operation) => operation.host === name),
      elsewhere: operations.filter((operation) => operation.host !== name),
    });
  return {
    payment: host("payment"),
    checkout: host("checkout"),
    both: createHost({ ...options, name: "both hosts", operations }),
  };
}
