import { Hono } from "hono";
import { vendors } from "../areas/connect/vendor.ts";
import { readJson, usualLimits } from "../http/body.ts";
import type { HttpOptions } from "../http/exchange.ts";
import { withFallbacks } from "../http/fallbacks.ts";
import { withPageAddresses } from "../http/page-addresses.ts";
import { queryOf, respond } from "../http/respond.ts";
import { json, message, validationFailed } from "../kernel/answers.ts";
import { type Merchant, merchants } from "../kernel/merchants.ts";
import type { Answer } from "../kernel/request.ts";
import type { State } from "../kernel/state.ts";
import { inWords, unknownMembers, validate } from "../kernel/validate.ts";
import type { ControlContext, ControlOperation } from "./types.ts";

/** Where the control protocol lives. */
export const controlPath = "/control";

/** Where the description of the interface lives, if there is one: beside the interface, not in it. */
const contractPath = `${controlPath}/openapi.json`;

/** Where people read it. */
const referencePath = `${controlPath}/reference`;

/** The merchant of that account; for some operations a vendor counts as one. */
function accountOf(state: State, accountId: string, operation: ControlOperation): Merchant | undefined {
  const merchant = state.get(merchants, accountId);
  if (merchant !== undefined || operation.vendorsToo !== true) return merchant;
  const vendor = state.get(vendors, accountId);
  const controller = vendor === undefined ? undefined : state.get(merchants, vendor.accountId);
  return controller === undefined ? undefined : { ...controller, id: accountId };
}

/** A request to an operation, found valid. */
interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: unknown;
}

/** The control protocol. */
export interface Control {
  fetch: (request: Request) => Response | Promise<Response>;
  /** Does what a request to one of its operations would do, wherever it is served. */
  perform: (
    operationId: string,
    params: Readonly<Record<string, string>>,
    body?: Readonly<Record<string, unknown>>,
  ) => Promise<Answer>;
  /** Does again what a log says. */
  repeat: (operationId: string, given: Given) => Promise<Answer>;
}

/** The control protocol as one function from request to response, apart from the documented routes. */
export function createControl(
  options: HttpOptions &
    Pick<ControlContext, "idle" | "traffic" | "operationIds" | "reset"> & {
      /** Those of the control protocol. */
      operations: readonly ControlOperation[];
      /** Those of this emulator alone. */
      ownOperations: readonly ControlOperation[];
      /** The description of the interface as JSON. */
      contract?: () => string;
      /** It as a page; undefined where this installation has none. */
      reference?: () => string | undefined;
    },
): Control {
  const {
    engine,
    parts,
    time,
    operations,
    ownOperations,
    idle,
    traffic,
    operationIds,
    reset,
    contract,
    reference,
  } = options;
  const app = new Hono();

  const run = async (
    operation: ControlOperation,
    request: Request,
    params: Record<string, string>,
  ): Promise<Answer> => {
    const read =
      operation.method === "GET"
        ? { read: true as const, value: undefined }
        : await readJson(request, usualLimits, time);
    if (!read.read) return validationFailed(read.status ?? 400, [read.error]);
    return checked(operation, {
      params,
      query: queryOf(new URL(request.url).searchParams),
      body: read.value,
    });
  };

  const checked = (operation: ControlOperation, given: Given): Answer | Promise<Answer> => {
    const errors = [
      ...validate(given.body, operation.fields, inWords),
      ...unknownMembers(given.body, operation.fields),
    ];
    if (errors.length > 0) return validationFailed(422, errors);
    const { accountId } = given.params;
    // No clock is that of the account without a name.
    const whose = accountId ?? (operation.ofWholeState === true ? undefined : "");
    return engine.afterMoves(whose, () => handle(operation, given));
  };

  const handle = (operation: ControlOperation, given: Given): Answer | Promise<Answer> => {
    const { params, query } = given;
    const accountId = params["accountId"];
    const merchant = accountId === undefined ? undefined : accountOf(engine.state, accountId, operation);
    if (accountId !== undefined && merchant === undefined) return message(404, "Merchant not found");
    const context = {
      engine,
      idle,
      parts,
      params,
      query,
      body: (given.body ?? {}) as Readonly<Record<string, unknown>>,
      // Only operations below a merchant read it, and those have one.
      merchant: merchant as Merchant,
      traffic,
      operationIds,
      reset,
    };
    return engine.under(
      {
        kind: "control",
        name: operation.operationId,
        accountId: merchant?.id ?? "",
        about: { ...params, ...(given.body === undefined ? {} : { body: given.body }) },
      },
      {
        kind: "control",
        operationId: operation.operationId,
        params,
        query,
        body: given.body,
      },
      () => operation.handle(context),
    );
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
    perform: async (operationId, params, body) => checked(named(operationId), { params, query: {}, body }),
    repeat: (operationId, given) => Promise.resolve(handle(named(operationId), given)),
  };
}
