import { textOf } from "../../reported.ts";
import type { Caller } from "./accounts.ts";
import { bodyOf, type Call } from "./calls.ts";

interface Endpoint {
  /** The events to which it subscribed. */
  readonly names: readonly unknown[];
  /** Its registration. */
  readonly call: Call;
  /** Whose it is; null if nothing has said so. */
  readonly account: string | null;
  /** Its account and mode; null as well. */
  readonly scope: string | null;
}

/** The endpoints that were registered, by the last part of their URL. Each address of a run is registered once. */
export class Endpoints {
  readonly #byAddress = new Map<string, Endpoint>();

  /** To be called before a request is sent: events may arrive before the registration is answered. */
  observe(call: Call, caller: Caller | null): void {
    if (call.operation !== null) return;
    const body = bodyOf(call);
    // The form of a port's request is the profile's matter.
    const members = Object.values(body);
    const names = members.find((value): value is readonly unknown[] => Array.isArray(value));
    if (names === undefined) return;
    const stated = call.path["accountId"];
    const mode = textOf(body["mode"]) || "test";
    const account = stated ?? caller?.account ?? null;
    const scope = stated === undefined ? (caller?.scope ?? null) : `${mode} ${stated}`;
    for (const url of members)
      if (typeof url === "string" && URL.canParse(url))
        this.#byAddress.set(url.split("/").at(-1) ?? "", { names, call, account, scope });
  }

  at(address: string): Endpoint | undefined {
    return this.#byAddress.get(address);
  }
}
