import { type Context, Hono } from "hono";
import { message, validationFailed } from "../kernel/answers.ts";
import type { TimeSource } from "../kernel/clock.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Answer, Caller } from "../kernel/request.ts";
import type { Operation } from "../kernel/types.ts";
import type { Parts } from "../parts.ts";
import { readJson, usualLimits } from "./body.ts";
import { queryOf, respond } from "./respond.ts";

/** What the hosts and the control router consist of. */
export interface HttpOptions {
  engine: Engine;
  parts: Parts;
  time: TimeSource;
  /** Called with an error that should not exist; the client gets a bare 500. */
  onFault: (fault: unknown) => void;
}

/** Unknown paths, other methods and faults, answered alike by hosts and control. */
export function withFallbacks(
  app: Hono,
  routes: readonly { path: string; method: string }[],
  onFault: HttpOptions["onFault"],
): Hono {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  for (const [path, allowed] of methods) {
    app.all(path, () =>
      respond({
        ...message(405, `This route takes ${allowed.join(" and ")} only`),
        headers: { allow: allowed.join(", ") },
      }),
    );
  }
  app.notFound(() => respond(message(404, "Route not found")));
  app.onError((fault) => {
    onFault(fault);
    return respond(message(500, "The emulator failed"));
  });
  return app;
}

/** Answers one request of one operation: authenticates, reads the body, runs the operation. */
async function answer(
  options: HttpOptions,
  operation: Operation,
  context: Context,
  caller: Caller | undefined,
): Promise<Answer> {
  const { engine, parts, time } = options;
  const { area, operationId } = operation;
  if (caller === undefined) {
    return (parts.authentication.unauthorized[area] ?? parts.authentication.unauthorized.usual)();
  }
  const request = context.req.raw;
  const body =
    operation.method === "POST"
      ? await readJson(request, usualLimits, time)
      : { read: true as const, value: undefined };
  if (!body.read) return validationFailed(body.status ?? parts.unreadableStatus[area] ?? 400, [body.error]);
  return engine.execute(operation, {
    operationId,
    caller,
    params: context.req.param(),
    query: queryOf(request.url),
    headers: Object.fromEntries(request.headers),
    body: body.value,
  });
}

/** A host: its routes as one function from request to response. */
export function createHost(options: HttpOptions & { operations: readonly Operation[] }): Hono {
  const { engine, parts, operations } = options;
  const app = new Hono();
  for (const operation of operations) {
    app.on(operation.method, operation.path, async (context) => {
      const { operationId } = operation;
      const key = parts.authentication.readKey(context.req.header("authorization"), operationId);
      const caller =
        key === undefined ? undefined : parts.authentication.callerOf(engine.state, key, operationId);
      const screened = parts.screens[operationId]?.({ headers: context.req.raw.headers, operationId });
      const given = screened ?? (await answer(options, operation, context, caller));
      const finish = parts.answers[operation.operationId];
      return respond(
        finish === undefined ? given : await finish(given, { operationId: operation.operationId, caller }),
      );
    });
  }
  return withFallbacks(app, operations, options.onFault);
}
