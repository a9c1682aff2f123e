/** How an answer is lost: not sent, or cut off in the middle. */
export type Loss = "unsent" | "cut";

const losses = new WeakMap<Response, Loss>();

/** Marks a response that the connection will lose. */
export function losing(response: Response, loss: Loss): Response {
  losses.set(response, loss);
  return response;
}

export function lossOf(response: Response): Loss | undefined {
  return losses.get(response);
}

/** A response as a caller in the same process gets it: a lost one fails as it does with `fetch`. */
export function receivedInProcess(response: Response): Response {
  const loss = lossOf(response);
  if (loss === undefined) return response;
  const reset = new TypeError("fetch failed", {
    cause: Object.assign(new Error("the emulator closed the connection"), { code: "ECONNRESET" }),
  });
  if (loss === "unsent") throw reset;
  const body = new ReadableStream({ start: (controller) => controller.error(reset) });
  return new Response(body, { status: response.status, headers: response.headers });
}
