import type { RuleId } from "../../spec/index.ts";
import { behaving } from "../faults/exchange.ts";
import { KEY } from "../faults/requests.ts";
import { kebab } from "../faults/fields.ts";
import type { Mutant, Wrap } from "../mutant.ts";

/** How to execute a request that was refused. */
interface Repair {
  readonly operation: string;
  /** The status of the refusals that come too late. */
  readonly status: number;
  /** Selects them by the headers of the request. Default: all with the status. */
  readonly refused?: (headers: Headers) => boolean;
  /** The idempotency key of the executed request. */
  readonly key?: string;
}

/**
 * Executes some requests before it refuses them, for the merchant from whose key the wrong key was derived, or who last used the object.
 */
export const refusedTooLate = ({ operation, status, refused = () => true, key }: Repair): Wrap =>
  behaving(() => {
    const credentials = new Set<string>();
    const users = new Map<string, string>();
    return async (exchange) => {
      const { url, body, headers, forward } = exchange;
      const text = `${url.href} ${JSON.stringify(body) ?? ""}`;
      const credential = (headers.get("authorization") ?? "").replace(/^Bearer /, "");
      const answer = await forward();
      if (answer.ok && credential.startsWith("sk_test_")) {
        credentials.add(credential);
        for (const id of idsIn(`${text} ${await answer.clone().text()}`)) users.set(id, credential);
      }
      if (exchange.operation !== operation || answer.status !== status || !refused(headers)) return answer;
      const owner =
        [...credentials].find((known) => credential.startsWith(known)) ??
        idsIn(text).flatMap((id) => users.get(id) ?? [])[0];
      if (owner === undefined) return answer;
      const repaired = new Headers({ "content-type": "application/json", authorization: `Bearer ${owner}` });
      if (key !== undefined) repaired.set(KEY, key);
      await forward({ headers: repaired });
      return answer;
    };
  });

const idsIn = (text: string): readonly string[] => text.match(/\b[a-z]+_[A-Za-z0-9]{12,}/g) ?? [];

/** A mutant that executes requests of an operation with a wrong key before it refuses them (§5). */
export const strangeRefusedTooLate = (operation: string, violates: RuleId): Mutant => ({
  id: kebab(`strange ${operation} refused too late`),
  violates: [violates],
  summary: `${operation} with a wrong key is refused after it took effect.`,
  wrap: refusedTooLate({ operation, status: 401, key: "idempotency-of-a-stranger" }),
});
