import { isDeepStrictEqual } from "node:util";
import type { Operation } from "../../harness/contract.ts";
import type { Handler } from "../../mutants/mutant.ts";
import { type Operator, operators, type Reply } from "./operators.ts";
import type { Place, Surface, Survey } from "./places.ts";
import { operationAt } from "./routes.ts";

/** One operator at one place of the answers of one operation with one status. */
export interface Fault {
  readonly id: string;
  readonly operation: string;
  readonly status: number;
  /** Null for the answer as a whole. */
  readonly place: Place | null;
  readonly operator: Operator;
}

/** Every fault that fits some answer that was seen. */
export function faultsOf(surfaces: readonly Surface[]): readonly Fault[] {
  return surfaces.flatMap(({ operation, status, places }) =>
    operators.flatMap((operator) =>
      [null, ...places]
        .filter((place) => operator.fits(place, status))
        .map((place): Fault => {
          const where = place === null ? "" : ` /${place.path.join("/")}`;
          return {
            id: `${operation} ${status}${where} ${operator.name}`,
            operation,
            status,
            place,
            operator,
          };
        }),
    ),
  );
}

type Wrapping = (handler: Handler) => Handler;

function operationOf(request: Request): Operation | null {
  const { hostname, pathname } = new URL(request.url);
  return operationAt(hostname.startsWith("checkout") ? "checkout" : "payment", request.method, pathname);
}

/** A proxy that changes nothing and tells what goes by. */
export function surveying(survey: Survey): Wrapping {
  return (handler) => async (request) => {
    const answer = await handler(request);
    const operation = operationOf(request);
    if (operation === null) return answer;
    const { reply } = await read(answer);
    survey.see(operation.id, answer.status, reply?.body);
    return answer;
  };
}

/** A proxy that spoils the answers that the fault is about, and counts those that it really changed. */
export function faulty(fault: Fault): { readonly wrap: Wrapping; readonly changed: () => number } {
  let changed = 0;
  let earlier: Reply | null = null;
  const wrap: Wrapping = (handler) => async (request) => {
    const answer = await handler(request);
    const operation = operationOf(request);
    if (operation?.id !== fault.operation || answer.status !== fault.status) return answer;
    const { reply, bytes } = await read(answer);
    if (reply === null) return answer;
    const spoiled = fault.operator.spoil(reply, fault.place, earlier);
    earlier = reply;
    if (isDeepStrictEqual(spoiled, reply)) return answer;
    changed += 1;
    const headers = new Headers(answer.headers);
    headers.delete("content-length");
    if (spoiled.contentType !== null) headers.set("content-type", spoiled.contentType);
    const body = spoiled.body === reply.body ? bytes : JSON.stringify(spoiled.body);
    return new Response(body, { status: spoiled.status, headers });
  };
  return { wrap, changed: () => changed };
}

async function read(answer: Response): Promise<{ reply: Reply | null; bytes: ArrayBuffer }> {
  const bytes = await answer.clone().arrayBuffer();
  try {
    const body = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    return { bytes, reply: { status: answer.status, contentType: answer.headers.get("content-type"), body } };
  } catch {
    return { bytes, reply: null };
  }
}
