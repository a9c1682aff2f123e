import { vendors } from "../areas/connect/vendor.ts";
import { type FieldError, fieldError, message, validationFailed, json } from "../kernel/answers.ts";
import { type Merchant, merchants } from "../kernel/merchants.ts";
import type { Answer } from "../kernel/request.ts";
import type { State } from "../kernel/state.ts";
import { inWords, unknownMembers, validate } from "../kernel/validate.ts";
import type { Whenever } from "../kernel/whenever.ts";
import type { HostUrls } from "../http/addresses.ts";
import { controlOperations, ownControlOperations } from "./index.ts";
import type { ControlContext, ControlOperation } from "./operation.ts";
import { removedControls } from "./snapshots.ts";
import { Hono } from "hono";
import { readJson, snapshotLimits } from "../http/body.ts";
import type { HttpOptions } from "../http/exchange.ts";
import { withFallbacks } from "../http/fallbacks.ts";
import { withPageAddresses } from "../http/page-addresses.ts";
import { queryOf, respond } from "../http/respond.ts";

/** The merchant of that account. For some operations, it may be a vendor. */
function accountOf(state: State, accountId: string, operation: ControlOperation): Merchant | undefined {
  const merchant = state.get(merchants, accountId);
  if (merchant !== undefined || operation.vendorsToo !== true) return merchant;
  const vendor = state.get(vendors, accountId);
  const controller = vendor === undefined ? undefined : state.get(merchants, vendor.accountId);
  return controller === undefined ? undefined : { ...controller, id: accountId };
}

/** A request to an operation. */
interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: unknown;
}

/** What operations of control need in addition to their requests. */
type PerformerOptions = Omit<ControlContext, keyof Given | "merchant">;

/** Performs an operation of control: validates the request, and waits until no clock that it depends on is moving. */
type Perform = (operation: ControlOperation, given: Given) => Whenever<Answer>;

/** The errors of query parameters that an operation does not have. */
const unknownParameters = (given: Given["query"], known: readonly string[]): readonly FieldError[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((field) => fieldError("unknown", field, `The query parameters are: ${known.join(", ") || "none"}`));

function createPerformer(options: PerformerOptions): Perform {
  const { engine } = options;

  const perform: Perform = (operation, given) => {
    const { fields = [], query = [], takesSnapshot = false } = operation;
    const unknown = takesSnapshot ? [] : unknownMembers(given.body, fields);
    const errors = [
      ...validate(given.body, fields, inWords),
      ...unknown,
      ...unknownParameters(given.query, query),
    ];
    if (errors.length > 0) return validationFailed(422, errors);
    const { accountId } = given.params;
    // No clock belongs to the account "", so such an operation does not wait.
    const whose = accountId ?? (operation.ofWholeState === true ? undefined : "");
    return engine.afterMoves(whose, () => performNow(operation, given));
  };

  const performNow: Perform = (operation, given) => {
    const { params, query, body } = given;
    const accountId = params["accountId"];
    const merchant = accountId === undefined ? undefined : accountOf(engine.state, accountId, operation);
    if (accountId !== undefined && merchant === undefined) return message(404, "Merchant not found");
    const context: ControlContext = {
      ...options,
      params,
      query,
      body: (body ?? {}) as Readonly<Record<string, unknown>>,
      // Undefined only for operations that are not below a merchant. They do not read it.
      merchant: merchant as Merchant,
    };
    return engine.under(
      {
        kind: "control",
        name: operation.operationId,
        accountId: merchant?.id ?? "",
        about: { ...params, ...(body === undefined ? {} : { body }) },
      },
      () => operation.handle(context),
    );
  };

  return perform;
}

/** The path of the control protocol. */
export const controlPath = "/control";

/** The path of the OpenAPI document, if there is one. */
const contractPath = `${controlPath}/openapi.json`;

/** The path that says that the emulator is ready, and where its hosts are. It needs no token. */
export const healthPath = `${controlPath}/health`;

/** The path of its HTML page. */
const referencePath = `${controlPath}/reference`;

/** The control protocol. */
export type Control = ReturnType<typeof createControl>;

/** Creates the control protocol, separate from the documented routes. */
export function createControl(
  options: PerformerOptions &
    HttpOptions & {
      /** The addresses of the hosts, for a client that asked at a URL. */
      urls: (asked: URL) => HostUrls;
      /** The OpenAPI document as JSON, for a client that asked at a URL. */
      contract?: ((asked: URL) => string) | undefined;
      /** The OpenAPI document as an HTML page; undefined if it is not installed. */
      reference?: ((asked: URL) => string | undefined) | undefined;
    },
) {
  const { time, urls, contract, reference } = options;
  const app = new Hono();

  const perform = createPerformer(options);

  const run = async (
    operation: ControlOperation,
    request: Request,
    params: Record<string, string>,
  ): Promise<Answer> => {
    const read =
      operation.method === "GET"
        ? { read: true as const, value: undefined }
        : await readJson(request, time, operation.takesSnapshot === true ? snapshotLimits : undefined);
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
        operations: ["describeControl", ...controlOperations.map(({ operationId }) => operationId)].sort(),
      }),
    ),
  );
  app.get(healthPath, ({ req }) => respond(json(200, { status: "ok", ...urls(new URL(req.url)) })));
  if (contract !== undefined)
    app.get(contractPath, (context) =>
      context.body(contract(new URL(context.req.url)), 200, { "content-type": "application/json" }),
    );
  if (reference !== undefined)
    app.get(referencePath, (context) => {
      const page = reference(new URL(context.req.url));
      return page === undefined
        ? respond(message(404, "This installation has no reference: `npm run docs` builds it"))
        : context.html(page);
    });
  const routes = [...controlOperations, ...ownControlOperations, ...removedControls].map((operation) => ({
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
    healthPath,
    ...(contract === undefined ? [] : [contractPath]),
    ...(reference === undefined ? [] : [referencePath]),
  ].map((path) => ({ path, method: "GET" as const }));
  const served = withFallbacks(app, [{ path: controlPath, method: "GET" }, ...described, ...routes], options);
  return {
    fetch: (request: Request): Whenever<Response> => served.fetch(request),
    /** Performs an operation like a request, even if control is not served. Operations that are not below a merchant ignore `accountId`. */
    perform: async (
      operationId: string,
      { accountId, ...params }: Readonly<Record<string, string>>,
      body?: Readonly<Record<string, unknown>>,
    ): Promise<Answer> => {
      const operation = named(operationId);
      const isBelow = accountId !== undefined && operation.path.includes("/:accountId");
      return perform(operation, { params: isBelow ? { ...params, accountId } : params, query: {}, body });
    },
  };
}
