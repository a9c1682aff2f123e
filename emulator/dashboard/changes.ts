import { systemTime } from "../http/system.ts";

const TOGETHER_MS = 100;
/** The most pages that can listen at the same time. */
const MOST = 100;

/** Reports changes to open pages, by server-sent events. */
export function createChanges() {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encoder = new TextEncoder();
  let cancel: (() => void) | undefined;
  const send = (): void => {
    cancel = undefined;
    for (const listener of listeners) {
      // A listener that has not read the previous report needs no further one.
      if ((listener.desiredSize ?? 0) > 0) listener.enqueue(encoder.encode("data: changed\n\n"));
    }
  };
  return {
    /** Something has changed; what happens within a moment is reported together. */
    report: (): void => {
      if (listeners.size > 0) cancel ??= systemTime.after(TOGETHER_MS, send);
    },
    /** A response for a new listener. It ends when the dashboard closes. */
    response: (): Response => {
      if (listeners.size >= MOST) return new Response(null, { status: 503, headers: { "retry-after": "5" } });
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            own = controller;
            listeners.add(controller);
            controller.enqueue(encoder.encode(": open\n\n"));
          },
          cancel: () => {
            if (own !== undefined) listeners.delete(own);
          },
        },
        { highWaterMark: 8 },
      );
      return new Response(body, {
        headers: {
          "content-type": "text/event-stream",
          "cache-control": "no-store",
          "x-accel-buffering": "no",
        },
      });
    },
    close: (): void => {
      cancel?.();
      for (const listener of listeners) listener.close();
      listeners.clear();
    },
  };
}
