import { TransportFault } from "../verdicts.ts";

/** After this many missed deadlines in a row, requests are sent one at a time. */
const SILENT_AFTER = 8;
/** After this many further requests, sent alone with half the deadline, all others fail immediately. */
const PROBES = 5;
const SHORTEST_SHARE = 1 / 16;

interface Host {
  /** Deadlines missed in a row. */
  missed: number;
  probe: Promise<void> | null;
  /** Monotonic ms of the last probe's end. */
  probedAt: number;
}

/**
 * Prevents a host that hangs from costing a deadline for every request of the run. After several missed deadlines in a row, one
 * request at a time probes the host and the others wait for its outcome; after several failed probes, requests fail without
 * being sent. Any answer resets this.
 */
export class CircuitBreaker {
  readonly #hosts = new Map<string, Host>();
  readonly #usualMs: number;

  /** `usualMs`: the deadline of a request, ms. Missed deadlines that are shorter do not count. */
  constructor(options: { usualMs: number }) {
    this.#usualMs = options.usualMs;
  }

  /**
   * Sends a request with the given deadline, or a shorter one for a probe.
   * @throws TransportFault of kind "timeout" without sending it, if the host does not answer
   */
  async run<T>(origin: string, deadlineMs: number, work: (deadlineMs: number) => Promise<T>): Promise<T> {
    const host = this.#hostOf(origin);
    while (host.missed >= SILENT_AFTER) {
      const givenUp = host.missed >= SILENT_AFTER + PROBES;
      if (host.probe === null) {
        if (givenUp && performance.now() - host.probedAt < this.#usualMs) throw silent(host);
        return this.#probe(host, deadlineMs, work);
      }
      if (givenUp) throw silent(host);
      const before = host.missed;
      await host.probe;
      if (host.missed > before) throw silent(host);
    }
    return this.#counted(host, deadlineMs, () => work(deadlineMs));
  }

  async #probe<T>(host: Host, deadlineMs: number, work: (deadlineMs: number) => Promise<T>): Promise<T> {
    const share = Math.max(SHORTEST_SHARE, 0.5 ** (host.missed - SILENT_AFTER + 1));
    const patience = Math.ceil(deadlineMs * share);
    const probing = this.#counted(host, this.#usualMs, () => work(patience));
    host.probe = probing.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await probing;
    } finally {
      host.probe = null;
      host.probedAt = performance.now();
    }
  }

  async #counted<T>(host: Host, deadlineMs: number, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      host.missed = 0;
      return result;
    } catch (error) {
      const kind = error instanceof TransportFault ? error.kind : null;
      if (kind === "timeout" && deadlineMs >= this.#usualMs) host.missed += 1;
      else if (kind !== "timeout" && kind !== "interrupted") host.missed = 0;
      throw error;
    }
  }

  #hostOf(origin: string): Host {
    let host = this.#hosts.get(origin);
    if (host === undefined) {
      host = { missed: 0, probe: null, probedAt: 0 };
      this.#hosts.set(origin, host);
    }
    return host;
  }
}

function silent(host: Host): TransportFault {
  return new TransportFault(
    "timeout",
    `not sent: the target let ${host.missed} requests in a row wait until their deadline`,
  );
}
