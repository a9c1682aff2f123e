import { pathToFileURL } from "node:url";
import type { Profile } from "../profile/types.ts";
import { UsageError } from "../profile/usage-error.ts";
import { type FetchHandler, inProcessTransport } from "./in-process.ts";
import type { Transport } from "./transport.ts";

/** Never resolved: requests to it go to the module. */
const ORIGIN = "http://control-module.invalid";

/**
 * Loads a module that answers the control protocol in this process: its default export is `{ fetch(request) }`, or the
 * function itself.
 * @throws UsageError
 */
export async function loadControlModule(file: string): Promise<FetchHandler> {
  let loaded: { default?: unknown };
  try {
    loaded = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default?: unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UsageError(`target.controlModule: ${file} cannot be loaded: ${reason ?? ""}`);
  }
  const given = loaded.default;
  const fetch = typeof given === "object" && given !== null ? (given as { fetch?: unknown }).fetch : given;
  if (typeof fetch !== "function") {
    throw new UsageError(
      `target.controlModule: ${file} has no usable default export; allowed: { fetch(request) } or a function from Request to Response`,
    );
  }
  return async (request) => {
    try {
      const answer = await (fetch as FetchHandler).call(given, request);
      if (typeof (answer as Partial<Response> | undefined)?.arrayBuffer !== "function")
        throw new TypeError("it answered with no Response");
      return answer;
    } catch (error) {
      // What a server would answer: the fault is the module's, neither the suite's nor the target's.
      const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
      return Response.json({ message: `the control module threw: ${reason ?? ""}` }, { status: 500 });
    }
  };
}

/** The profile's control module in the place of a control URL, where the profile names one. */
export async function withControlModule(target: {
  readonly profile: Profile;
  readonly transport: Transport;
}): Promise<{ readonly profile: Profile; readonly transport: Transport }> {
  const { profile, transport } = target;
  const { controlModule } = profile.target;
  if (controlModule === undefined) return target;
  const control = inProcessTransport({ [ORIGIN]: await loadControlModule(controlModule) });
  return {
    profile: { ...profile, target: { ...profile.target, controlUrl: ORIGIN } },
    transport: {
      kind: transport.kind,
      send: (request, options) =>
        (request.url.origin === ORIGIN ? control : transport).send(request, options),
      close: () => transport.close(),
    },
  };
}
