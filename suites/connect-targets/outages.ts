import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { unknownIds } from "../../generators/index.ts";
import { type Answer, type Check, Inconclusive, rule, type RuleCheck } from "../kit.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { soon } from "../fixtures/reading.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { givenReached, idOf, routes, sendAbout } from "../vendor-routes.ts";
import { deletedVendorOrNull, givenForeignVendor } from "../fixtures/unreachable-vendors.ts";

/** The services behind Connect with documented outages (§7.7). */
const SERVICES = ["pricing", "availability-delay", "sso", "upstream", "identity"] as const;

/** During an outage (§7.7), no route that names a vendor reveals whether that vendor exists (§7.3). */
export default routes.map((route): RuleCheck =>
  /**
   * Names another marketplace's vendor, a deleted one and an unknown one during each outage. The answer may report the outage or the
   * vendor, but it is the same for all three.
   */
  rule(idOf(route, "outage-reveals-nothing"), { alone: true }, async (check) => {
    const vendor = await givenReached(check, route);
    const { acct, merchant } = vendor;
    const foreign = await givenForeignVendor(check);
    const deleted = await deletedVendorOrNull(check, merchant);
    const [unknown = ""] = fc.sample(unknownIds("acct_", { like: acct }), { numRuns: 1, seed: check.seed });
    for (const service of SERVICES) {
      const end = await outage(check, vendor, service);
      let model = await sendAbout(check, route, { merchant, acct: unknown });
      for (const [cause, id] of [
        ["another marketplace's", foreign],
        ["deleted", deleted],
      ] as const) {
        if (id === null) continue;
        // Parts of the target may notice an outage, or its end, later than others.
        const { answer } = await soon(check, {
          read: async () => {
            const read = await sendAbout(check, route, { merchant, acct: id });
            if (!isAlike(model, read)) model = await sendAbout(check, route, { merchant, acct: unknown });
            return { answer: read };
          },
          holds: (read) => isAlike(model, read.answer),
        });
        expectAlike(check, { model, answer, cause, service });
      }
      await end();
      // Wait until the service has recovered, so that its outage does not affect the next one.
      if (model.status === 503)
        await soon(check, {
          read: () => sendAbout(check, route, { merchant, acct: unknown }),
          holds: ({ status }) => status !== 503,
        });
    }
  }),
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
  // A proxy in front of the target may answer, in its own format.
  const isGateway = ({ status, read }: Answer): boolean => status >= 502 && read.kind !== "json";
  if (isGateway(model) !== isGateway(answer))
    throw new Inconclusive(`a proxy in front of the target answered: ${model.summary}; ${answer.summary}`);
  check.expect
    .that(
      `the status and code for a vendor that is ${cause} while ${service} is out`,
      tellingOf(answer),
      answer,
    )
    .toBe(tellingOf(model));
}

const isAlike = (model: Answer, answer: Answer): boolean =>
  isDeepStrictEqual(tellingOf(answer), tellingOf(model));

/** What may reveal a difference: the status and the code. The text of an outage may vary. */
function tellingOf(answer: Answer): readonly unknown[] {
  return [answer.status, codeOf(answer)];
}
