import { contractOperations } from "../../harness/contract.ts";

/** The resource of an operation, as tables name it. */
export function resourceOf(operation: string): string {
  const { path = "", tags = [] } = contractOperations.get(operation) ?? {};
  return tags[0] === "Connect" ? `Connect ${path.split("/")[3] ?? ""}` : (tags[0] ?? "");
}
