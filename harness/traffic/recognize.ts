import { contractOperations, type Operation } from "../contract.ts";
import { controlOperations } from "../control.ts";
import type { WireRequest } from "../http/wire.ts";
import type { Profile } from "../profile/types.ts";

/** What a request asks for; both null for anything that neither the document nor control has. */
export interface Recognized {
  /** Id of the documented operation. */
  readonly operation: string | null;
  /** Id of the operation of control. */
  readonly control: string | null;
}

const NOTHING: Recognized = { operation: null, control: null };

/** Recognizes requests to a target by host, method and path. */
export class Recognizer {
  readonly #hosts: readonly (readonly [base: URL, operations: readonly Operation[]])[];

  constructor({ target: { baseUrl, checkoutUrl, controlUrl } }: Pick<Profile, "target">) {
    const documented = [...contractOperations.values()];
    const on = (host: Operation["host"]): readonly Operation[] =>
      documented.filter((one) => one.host === host);
    const hosts: readonly (readonly [string | undefined, readonly Operation[]])[] = [
      [baseUrl, on("payment")],
      [checkoutUrl, on("checkout")],
      [controlUrl, [...controlOperations.values()]],
    ];
    this.#hosts = hosts.flatMap(([base, operations]) =>
      base === undefined ? [] : [[new URL(base), operations] as const],
    );
  }

  /** Null for a request to another host. */
  recognize({ method, url }: WireRequest): Recognized | null {
    let found: Recognized | null = null;
    for (const [base, operations] of this.#hosts) {
      const path = pathBelow(base, url);
      if (path === null) continue;
      found ??= NOTHING;
      const operation = operations.find((one) => one.method === method && isOf(one.path, path));
      if (operation === undefined) continue;
      return operation.host === "control"
        ? { operation: null, control: operation.id }
        : { operation: operation.id, control: null };
    }
    return found;
  }
}

/** The path of a URL below a base URL; null if it is not below it. */
function pathBelow(base: URL, url: URL): string | null {
  if (url.origin !== base.origin) return null;
  const prefix = base.pathname.replace(/\/+$/, "");
  if (url.pathname === prefix) return "/";
  return url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : null;
}

/** Whether a path has the segments of a template; a parameter takes any segment but an empty one. */
function isOf(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith("{") ? given[index] !== "" : given[index] === part))
  );
}
