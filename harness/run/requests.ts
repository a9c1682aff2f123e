import { type Api, clientOf } from "../api.ts";
import type { Check } from "../check.ts";
import { trackedPorts } from "./cleanup.ts";
import { contractOperations, type Operation } from "../contract.ts";
import { createControl } from "../control.ts";
import type { Answer, Exchange } from "../http/answer.ts";
import type { RequestParts, TargetRequest } from "../http/client.ts";
import { NeedMissing } from "../verdicts.ts";
import type { ExecutionOptions, RequestContext } from "./context.ts";
import { expectServed, type RouteTrials, sendWhereServed } from "./routes.ts";

/** The ways in which a check sends requests to its target. */
export function checkRequests(
  options: Pick<ExecutionOptions, "attempt"> & {
    readonly trials: RouteTrials;
    readonly context: RequestContext;
    /** Called with each exchange that belongs to the check. */
    readonly onExchange: (exchange: Exchange) => void;
    /** Ports also observe what is in no register. */
    readonly observe: (id: string, value: string) => void;
  },
): Pick<Check, "api" | "as" | "send" | "control" | "ports" | "expectServed"> {
  const { trials, attempt, context, onExchange, observe } = options;
  const { session } = trials;

  const sendTo = (
    request: Omit<TargetRequest, keyof RequestContext | "onExchange"> & Partial<TargetRequest>,
  ): Promise<Answer> => sendWhereServed(trials, { onExchange, ...request, ...context });
  const sendOperation = (
    operation: Operation,
    parts: RequestParts,
    authorization: string | null,
  ): Promise<Answer> => {
    const { host, method, path } = operation;
    return sendTo({ operation, host, method, path, parts, authorization });
  };

  const bearer = (key: string | null | undefined): string | null => {
    if (key === null) return null;
    const chosen = key ?? session.keys.test;
    if (chosen === undefined) throw new NeedMissing("key.test");
    return `Bearer ${context.cleaningUp === true ? session.issuedKeys.current(chosen) : chosen}`;
  };
  const as = (key: string | null | undefined): Api =>
    clientOf(contractOperations, (operation, parts) =>
      sendOperation(operation, parts, bearer(key)),
    ) as unknown as Api;

  return {
    api: as(undefined),
    as,
    send: (request) =>
      sendTo({
        operation: null,
        host: request.host ?? "payment",
        method: request.method,
        path: request.to,
        parts: request,
        authorization: bearer(request.key),
        ...(request.aside === true ? { onExchange: () => undefined } : {}),
      }),
    control: session.issuedKeys.recording(
      createControl({
        offered: session.supplies.control,
        send: (operation, parts) => sendOperation(operation, parts, null),
      }),
    ),
    ports: trackedPorts(
      { creations: session.creations, signal: context.signal },
      {
        profile: session.profile,
        guessed: session.guessedPorts,
        observe,
        send: ({ key, ...request }) => sendTo({ ...request, authorization: bearer(key) }),
      },
    ),
    expectServed: (id, send) => {
      const operation = contractOperations.get(id);
      if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
      const { host, method, path } = operation;
      const request = {
        operation,
        host,
        method,
        path,
        parts: {},
        authorization: null,
        ...context,
        onExchange,
      };
      return expectServed({ session, request, patient: attempt === 1 }, send);
    },
  };
}
