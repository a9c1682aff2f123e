// Runs a control module in a thread of its own: what it throws, leaves unhandled or exits with ends this thread alone.
import { parentPort, workerData } from "node:worker_threads";

const tell = (message) => parentPort.postMessage(message);
const wordsOf = (error) => String(error instanceof Error ? error.message : error).split("\n")[0];

/** @param {{ default?: unknown }} loaded */
function handlerOf(loaded) {
  const given = loaded.default;
  const fetch = typeof given === "object" && given !== null ? given.fetch : given;
  return typeof fetch === "function" ? fetch.bind(given) : undefined;
}

async function answer(fetch, { id, url, method, headers, body }) {
  try {
    const request = new Request(url, { method, headers, ...(body === null ? {} : { body }) });
    const answered = await fetch(request, { target: workerData.target });
    if (typeof answered?.arrayBuffer !== "function") throw new TypeError("it answered with no Response");
    const bytes = new Uint8Array(await answered.arrayBuffer());
    tell({ id, status: answered.status, headers: [...answered.headers], body: bytes });
  } catch (error) {
    tell({ id, threw: wordsOf(error) });
  }
}

try {
  const fetch = handlerOf(await import(workerData.module));
  if (fetch === undefined) {
    tell({
      unusable:
        "has no usable default export; allowed: { fetch(request) } or a function from Request to Response",
    });
  } else {
    parentPort.on("message", (request) => void answer(fetch, request));
    tell({ ready: true });
  }
} catch (error) {
  tell({ unusable: `cannot be loaded: ${wordsOf(error)}` });
}
