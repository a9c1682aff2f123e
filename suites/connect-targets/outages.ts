import fc from "fast-check";
import { unknownIds } from "../../generators/index.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { givenReached, idOf, portRoutes, routes } from "../fixtures/vendor-routes.ts";
import { deletedVendorOrNull, givenForeignVendor } from "../fixtures/unreachable-vendors.ts";

/** The services behind Connect whose outages the document says (§7.7). */
const SERVICES = ["pricing", "availability-delay", "sso", "upstream", "identity"] as const;

/** Whether a vendor exists is not revealed (§7.3), whatever is out (§7.7): over every route that names one. */
export default [...routes, ...portRoutes].map((route): RuleCheck =>
  /**
   * Another's vendor, a deleted one and one that nobody created, during each outage. Whether the outage or the
   * target is reported is open, but for all alike.
   */
  rule(
    idOf(route, "outage-reveals-nothing"),
    async (check) => {
      const vendor = await givenReached(check, route);
      const { acct, merchant } = vendor;
      const foreign = await givenForeignVendor(check);
      const deleted = await deletedVendorOrNull(check, merchant);
      const [unknown = ""] = fc.sample(unknownIds("acct_", { like: acct }), { numRuns: 1, seed: check.seed });
      for (const service of SERVICES) {
        const end = await outage(check, vendor, service);
        const model = await route.send(check, merchant, unknown);
        for (const [cause, id] of [
          ["another marketplace's", foreign],
          ["deleted", deleted],
        ] as const) {
          if (id !== null)
            expectAlike(check, { model, answer: await route.send(check, merchant, id), cause, service });
        }
        await end();
      }
    },
    { alone: true },
  ),
);

function expectAlike(
  check: Check,
  observed: {
    readonly model: Answer;
    readonly answer: Answer;
    readonly cause: string;
    readonly service: string;
  },
): void {
  const { model, answer, cause, service } = observed;
  // What stands before a target answers by itself now and then, and in words of its own.
  const isGateway = ({ status, read }: Answer): boolean => status >= 502 && read.kind !== "json";
  if (isGateway(model) !== isGateway(answer))
    throw new Inconclusive(`something before the target answered: ${model.summary}; ${answer.summary}`);
  check.expect
    .that(
      `the status and code for a vendor that is ${cause} while ${service} is out`,
      tellingOf(answer),
      answer,
    )
    .toBe(tellingOf(model));
}

/** What distinguishes answers: not the words of an outage, which may be of the moment. */
function tellingOf(answer: Answer): readonly unknown[] {
  return [answer.status, codeOf(answer)];
}
