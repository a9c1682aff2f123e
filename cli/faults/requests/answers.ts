import { contractOperations } from "../../../harness/contract.ts";

/** The refusal of one field, with the status that the contract documents for it, else 400. */
export function refusalOf(operation: string, field: string): Response {
  const { answers } = contractOperations.get(operation) ?? {};
  const status = [422, 400].find((code) => answers?.has(code) === true) ?? 400;
  return Response.json(
    { errors: [{ rule: "unsupported", field, message: `${field} is not supported` }] },
    { status },
  );
}

/** The outage that the contract documents for the operation; null where it documents none. */
export function outageOf(operation: string): Response | null {
  if (contractOperations.get(operation)?.answers.has(503) !== true) return null;
  return Response.json(
    { code: "E_SERVICE_UNAVAILABLE", message: "The service is unavailable" },
    { status: 503 },
  );
}
