import type { Context, Hono } from "hono";
import { message } from "../kernel/answers.ts";
import type { Answer } from "../kernel/request.ts";
import { KeepingFailure } from "../kernel/keeper.ts";
import type { Operation } from "../kernel/types.ts";
import { respond } from "./respond.ts";

/** Reports why a request failed, and answers it. The client learns the reason only if it can do something about it. */
export function failed(fault: unknown, onFault: (fault: unknown) => void): Answer {
  // Reported once, when it happened.
  if (fault instanceof KeepingFailure) return message(500, fault.message);
  onFault(fault);
  return message(500, "The emulator failed");
}

/** Adds the answers to unknown paths, wrong methods and unexpected errors, for hosts and control alike. */
export function withFallbacks(
  app: Hono,
  routes: readonly { path: string; method: string }[],
  options: {
    onFault: (fault: unknown) => void;
    /** Called with each of these answers. */
    onAnswer?: (request: Request, answer: Answer) => void;
    /** Routes of the other host; a request for one is answered with a hint. */
    elsewhere?: readonly Operation[];
  },
): Hono {
  const { onFault, onAnswer, elsewhere = [] } = options;
  const given = (context: Context, answer: Answer): Response => {
    onAnswer?.(context.req.raw, answer);
    return respond(answer);
  };
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  for (const [path, allowed] of methods) {
    app.all(path, (context) =>
      given(context, {
        ...message(405, `This route takes ${allowed.join(" and ")} only`),
        headers: { allow: allowed.join(", ") },
      }),
    );
  }
  for (const { method, path, host } of elsewhere)
    app.on(method, path, (context) =>
      given(context, message(404, `Route not found: the ${host} host has it`)),
    );
  app.notFound((context) => given(context, message(404, "Route not found")));
  app.onError((fault, context) => given(context, failed(fault, onFault)));
  return app;
}
