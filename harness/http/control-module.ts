import { messageOf } from "../plain.ts";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Profile } from "../profile/types.ts";
import { UsageError } from "../profile/usage-error.ts";
import { TransportFault } from "../verdicts.ts";
import { startDeadline } from "../time.ts";
import {
  type Transport,
  withDeadline,
  MAX_BODY_BYTES,
  type SendOptions,
  type WireAnswer,
  type WireRequest,
} from "./wire.ts";

/** The origin of requests to the module. It is never resolved. */
const ORIGIN = "http://control-module.invalid";

/** The messages of the thread. */
type Message =
  | { readonly ready: true }
  | { readonly unusable: string }
  | { readonly id: number; readonly threw: string }
  | {
      readonly id: number;
      readonly status: number;
      readonly headers: [string, string][];
      readonly body: Uint8Array;
    };

/**
 * Starts the thread of a module that answers the control protocol; its default export is `{ fetch(request, context) }`, or the function itself.
 */
function startControlModule(
  file: string,
  { withinMs, ...target }: { baseUrl: string; checkoutUrl: string; withinMs: number },
) {
  const worker = new Worker(new URL("./control-module-worker.js", import.meta.url), {
    workerData: { module: pathToFileURL(file).href, target },
    // The run uses stdout, so redirect it.
    stdout: true,
  });
  worker.stdout.pipe(process.stderr);
  const waiting = new Map<number, (came: WireAnswer | TransportFault) => void>();
  let end: TransportFault | undefined;
  let closing = false;
  let count = 0;

  const ended = (why: string): void => {
    end ??= new TransportFault("reset", `the control module has ended: ${why}`);
    for (const settle of waiting.values()) settle(end);
  };
  const loading = new Promise<void>((resolve, reject) => {
    const broken = (why: string): void => {
      ended(why);
      reject(new UsageError(`target.controlModule: ${file} ${why}`));
    };
    const deadline = startDeadline({
      ms: withinMs,
      onPassed: () =>
        broken(`does not load within ${withinMs / 1000} seconds (deadlines.exchangeMs in the profile)`),
    });
    worker.on("message", (message: Message) => {
      if ("id" in message) return waiting.get(message.id)?.(answerOf(message));
      deadline.cancel();
      if ("unusable" in message) return broken(message.unusable);
      // A thread that is being closed must keep the process running until it has ended.
      if (!closing) worker.unref();
      resolve();
    });
    worker.on("error", (error: unknown) => {
      deadline.cancel();
      broken(`threw outside of any request: ${firstLine(error)}`);
    });
    worker.on("exit", (code) => {
      deadline.cancel();
      broken(`ended its thread with ${code}`);
    });
  });
  // `loaded` reports the error.
  loading.catch(() => undefined);

  const ask = async (request: WireRequest, options: SendOptions): Promise<WireAnswer> => {
    await loading.catch(() => undefined);
    if (options.signal.aborted) throw new TransportFault("interrupted", "the check ended");
    if (end !== undefined) throw end;
    count += 1;
    const id = count;
    const { url, method, headers, body } = request;
    const answering = new Promise<WireAnswer | TransportFault>((resolve) => {
      waiting.set(id, resolve);
      worker.postMessage({ id, url: url.href, method, headers: [...headers], body });
    });
    const came = await withDeadline(answering, options).finally(() => waiting.delete(id));
    if (came instanceof TransportFault) throw came;
    return came;
  };

  return {
    /** @throws UsageError when the module cannot be loaded: it throws, ends or hangs while it loads */
    loaded: (): Promise<void> => loading,
    /** @throws TransportFault when the module has ended, or lets the deadline pass */
    send: ask,
    close: async (): Promise<void> => {
      closing = true;
      await worker.terminate();
    },
  };
}

/** Answers an error of the module like an error of a server, since it is neither the suite's nor the target's. */
function answerOf(message: Extract<Message, { id: number }>): WireAnswer | TransportFault {
  if ("threw" in message) {
    const body = new TextEncoder().encode(
      JSON.stringify({ message: `the control module threw: ${message.threw}` }),
    );
    return { status: 500, headers: [["content-type", "application/json"]], body };
  }
  const { status, headers, body } = message;
  if (body.byteLength <= MAX_BODY_BYTES) return { status, headers, body };
  return new TransportFault("too-large", `the body is larger than ${MAX_BODY_BYTES} bytes`);
}

const firstLine = (error: unknown): string => messageOf(error).split("\n")[0] ?? "";

/** The profile's control module, which replaces a control URL. */
export function withControlModule(target: { readonly profile: Profile; readonly transport: Transport }): {
  readonly profile: Profile;
  readonly transport: Transport;
  /** @throws UsageError for a module that cannot be loaded */
  readonly loaded: () => Promise<void>;
} {
  const { profile, transport } = target;
  const { controlModule, baseUrl, checkoutUrl } = profile.target;
  if (controlModule === undefined) return { ...target, loaded: () => Promise.resolve() };
  const module = startControlModule(controlModule, {
    ...{ baseUrl, checkoutUrl },
    withinMs: profile.deadlines.exchangeMs,
  });
  return {
    profile: { ...profile, target: { ...profile.target, controlUrl: ORIGIN } },
    loaded: module.loaded,
    transport: {
      kind: transport.kind,
      send: (request, options) => (request.url.origin === ORIGIN ? module : transport).send(request, options),
      close: async () => {
        await Promise.all([module.close(), transport.close()]);
      },
    },
  };
}
