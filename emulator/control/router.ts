import { Hono } from "hono";
import { readJson } from "../http/body.ts";
import type { HttpOptions } from "../http/exchange.ts";
import { withFallbacks } from "../http/fallbacks.ts";
import { withPageAddresses } from "../http/page-addresses.ts";
import { queryOf, respond } from "../http/respond.ts";
import { json, message, validationFailed } from "../kernel/answers.ts";
import type { Answer } from "../kernel/request.ts";
import { createPerformer, type Given, type PerformerOptions } from "./perform.ts";
import type { ControlOperation } from "./types.ts";

/** Where the control protocol lives. */
export const controlPath = "/control";

/** Where the description of the interface lives, if there is one: beside the interface, not in it. */
const contractPath = `${controlPath}/openapi.json`;

/** Where people read it. */
const referencePath = `${controlPath}/reference`;

/** The control protocol. */
export interface Control {
  fetch: (request: Request) => Response | Promise<Response>;
  /** Does what a request to one of its operations does, also if control is not served. */
  perform: (
    operationId: string,
    params: Readonly<Record<string, string>>,
    body?: Readonly<Record<string, unknown>>,
  ) => Promise<Answer>;
  /** Repeats an operation from a log. */
  repeat: (operationId: string, given: Given) => Promise<Answer>;
}

/** The control protocol as one function from request to response, apart from the documented routes. */
export function createControl(
  options: PerformerOptions &
    HttpOptions & {
      /** Those of the control protocol. */
      operations: readonly ControlOperation[];
      /** Those of this emulator alone. */
      ownOperations: readonly ControlOperation[];
      /** The description of the interface as JSON. */
      contract?: (() => string) | undefined;
      /** It as a page; undefined where this installation has none. */
      reference?: (() => string | undefined) | undefined;
    },
): Control {
  const { time, operations, ownOperations, contract, reference } = options;
  const app = new Hono();

  const { perform, performNow } = createPerformer(options);

  const run = async (
    operation: ControlOperation,
    request: Request,
    params: Record<string, string>,
  ): Promise<Answer> => {
    const read =
      operation.method === "GET" ? { read: true as const, value: undefined } : await readJson(request, time);
    if (!read.read) return validationFailed(read.status ?? 400, [read.error]);
    return perform(operation, {
      params,
      query: queryOf(new URL(request.url).searchParams),
      body: read.value,
    });
  };

  app.get(controlPath, () =>
    respond(
      json(200, {
        protocol: "payconform-control",
        version: 1,
        operations: ["describeControl", ...operations.map(({ operationId }) => operationId)].sort(),
      }),
    ),
  );
  if (contract !== undefined)
    app.get(contractPath, (context) => context.body(contract(), 200, { "content-type": "application/json" }));
  if (reference !== undefined)
    app.get(referencePath, (context) => {
      const page = reference();
      return page === undefined
        ? respond(message(404, "This installation has no reference: `npm run docs` builds it"))
        : context.html(page);
    });
  const routes = [...operations, ...ownOperations].map((operation) => ({
    ...operation,
    path: `${controlPath}${operation.path}`,
  }));
  const named = (operationId: string): ControlOperation => {
    const operation = routes.find((known) => known.operationId === operationId);
    if (operation === undefined) throw new Error(`Control has no operation ${operationId}`);
    return operation;
  };
  for (const operation of routes) {
    app.on(operation.method, operation.path, async (context) =>
      respond(
        withPageAddresses(
          await run(operation, context.req.raw, context.req.param()),
          operation.operationId,
          context.req,
        ),
      ),
    );
  }
  const described = [
    ...(contract === undefined ? [] : [contractPath]),
    ...(reference === undefined ? [] : [referencePath]),
  ].map((path) => ({ path, method: "GET" as const }));
  const served = withFallbacks(app, [{ path: controlPath, method: "GET" }, ...described, ...routes], options);
  return {
    fetch: (request) => served.fetch(request),
    perform: async (operationId, params, body) => perform(named(operationId), { params, query: {}, body }),
    repeat: (operationId, given) => Promise.resolve(performNow(named(operationId), given)),
  };
}
