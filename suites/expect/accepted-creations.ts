import { type RuleCheck, rule } from "../../harness/check.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { type Resource, without, withValue } from "./creations.ts";
import { expectAcceptance } from "./refusals.ts";
import { casingOf, casings } from "../fixtures/values.ts";

/** Sends the same request with the parameter and without it. */
export function acceptsWithout(id: RuleId, creation: Resource, path: string): RuleCheck {
  return rule(id, async (check) => {
    const counterpart = await creation.body(check);
    check.succeeded(await creation.send(check.api, counterpart));
    expectAcceptance(await creation.send(check.api, without(counterpart, path)), `a request without ${path}`);
  });
}

/** Sends the same request without the parameter and with it. */
export function acceptsWith(id: RuleId, creation: Resource, path: string): RuleCheck {
  return rule(id, async (check) => {
    const whole = await creation.body(check);
    check.succeeded(await creation.send(check.api, without(whole, path)));
    expectAcceptance(await creation.send(check.api, whole), `a request with ${path}`);
  });
}

/** Sends the currency in other casings than the document's example. */
export function acceptsAnyCasing(id: RuleId, creation: Resource): RuleCheck {
  return rule(id, async (check) => {
    const counterpart = await creation.body(check);
    check.succeeded(await creation.send(check.api, counterpart));
    await check.property({
      effort: 0.5,
      from: casings(check),
      classesOf: (casing) => [casingOf(casing)],
      shares: { lowercase: 0.1, uppercase: 0.1, "mixed casing": 0.1 },
      holds: async (casing) => {
        const answer = await creation.send(check.api, withValue(counterpart, "currency", casing));
        expectAcceptance(answer, `the currency ${casing}`);
      },
    });
  });
}
