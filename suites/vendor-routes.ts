import { type Answer, type Check, Inconclusive, type Merchant, type RuleId } from "./kit.ts";
import { contractOperations } from "../harness/contract.ts";
import { type OperationName, type OperationRow, operationRows, ruleIdOf } from "../spec/index.ts";
import { givenReadableVendor, givenVendor, type Vendor } from "./fixtures/vendors.ts";
import { request, REQUESTS } from "./requests.ts";

/** Reasons why a vendor is unreachable (§5, §7.3), as in rule ids. */
type Cause =
  | "malformed"
  | "unknown"
  | "deleted"
  | "foreign"
  | "answers-are-identical"
  | "outage-reveals-nothing"
  | "says-forbidden"
  | "of-live-vendor"
  | "of-test-vendor";

/** An operation that names a vendor in its path or in its body. */
export type Route = OperationName;

const names = (Object.entries(operationRows) as [Route, OperationRow][]).flatMap(([name, { vendor }]) =>
  vendor === undefined ? [] : [name],
);

/** Those of the contract. */
export const documentedRoutes: readonly Route[] = names.filter((name) => contractOperations.has(name));

/** All of them: those of the contract, then those that the document does not show. */
export const routes: readonly Route[] = [
  ...documentedRoutes,
  ...names.filter((name) => !documentedRoutes.includes(name)),
];

/** Whether the vendor is named in the body instead of the path. */
export const isInBody = (route: Route): boolean =>
  route === "createDirectCharge" || contractOperations.get(route)?.path.includes("{acct}") === false;

/** The id of the rule about a route and a reason. */
export const idOf = (route: Route, cause: Cause): RuleId =>
  ruleIdOf(`connect-targets/${operationRows[route].vendor?.row}-${cause}`);

/** Sends an otherwise valid request that names a vendor, with one of the merchant's keys. */
export function sendAbout(
  check: Check,
  route: Route,
  vendor: { readonly merchant: Merchant; readonly acct: string; readonly key?: string },
): Promise<Answer> {
  const { merchant, acct, key } = vendor;
  return request(check, route, {
    subject: { merchant, values: { acct } },
    oddity: key === undefined ? {} : { key },
  });
}

/** A vendor of the merchant that the request reaches. @throws Inconclusive if it does not */
export async function givenReached(check: Check, route: Route): Promise<Vendor> {
  const reads = REQUESTS[route].given === "readable-vendor";
  const vendor = await (reads ? givenReadableVendor(check) : givenVendor(check));
  const counterpart = await sendAbout(check, route, vendor);
  // An empty balance, or no payout destination, shows that the vendor of a withdrawal was found.
  const isFound = counterpart.succeeded || (route === "createWithdrawal" && counterpart.status === 422);
  if (!isFound)
    throw new Inconclusive(
      `the same request for the merchant's own vendor was refused: ${counterpart.summary}`,
    );
  return vendor;
}
