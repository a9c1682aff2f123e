import type { Parts } from "../../emulator/index.ts";
import { coded } from "../../emulator/kernel/answers.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { allocating, connectPart, refusing } from "../connect/parts.ts";
import type { Fault, Mutant, Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { part } from "../part.ts";

type Dependences = Parts["connect"]["outages"][string];

/** Outages that are not reported, not ended, or that still charge (§7.7). */
function outageMutants(): readonly Mutant[] {
  const depending = (change: (usual: Dependences) => Dependences): Replace =>
    part(["connect", "outages"], (outages) => ({
      createAllocation: change(outages["createAllocation"] ?? []),
    }));
  const charging = (fault: Omit<Fault, "summary">, code: string): Mutant => ({
    ...fault,
    summary: `An allocation that is refused with ${code} is still made.`,
    subtle: true,
    replace: connectPart("allocations", (usual) =>
      refusing(usual, "outage", (refusal, input) => {
        const { body } = refusal.answer;
        const isExpected = isObject(body) && body["code"] === code;
        const other = usual.guards.some(
          (guard) => guard.name !== "outage" && guard.refuse(input) !== undefined,
        );
        return other || !isExpected ? refusal : { ...usual.act(input), answer: refusal.answer };
      }),
    ),
  });
  return [
    charging(
      { id: "pricing-outage-still-charges", violates: ["allocations/pricing-outage-moves-no-money"] },
      "E_CONNECT_PRICING_UNAVAILABLE",
    ),
    charging(
      { id: "delay-unset-still-charges", violates: ["allocations/delay-unset-moves-no-money"] },
      "E_CONNECT_AVAILABILITY_DELAY_UNSET",
    ),
    {
      id: "pricing-outage-charged-at-zero",
      violates: ["allocations/pricing-outage-refused"],
      summary: "An allocation that cannot be priced is made.",
      replace: depending((usual) => usual.filter(({ service }) => service !== "pricing")),
    },
    {
      id: "pricing-outage-told-otherwise",
      violates: ["allocations/pricing-outage-refused"],
      summary: "The refusal for a missing price has the general code.",
      subtle: true,
      replace: depending((usual) =>
        usual.map((one) =>
          one.service === "pricing"
            ? { ...one, refuse: () => coded(503, "E_SERVICE_UNAVAILABLE", "Unavailable") }
            : one,
        ),
      ),
    },
    {
      id: "delay-unset-assumed",
      violates: ["allocations/delay-unset-refused"],
      summary: "Without a delay of availability the usual one is taken.",
      replace: depending((usual) => usual.filter(({ service }) => service !== "availability-delay")),
    },
    {
      id: "pricing-outage-never-ends",
      violates: ["allocations/pricing-outage-recovery"],
      summary: "An account whose allocation could not be priced is refused from then on.",
      subtle: true,
      replace: (parts) => {
        const unlucky = new Map<string, Decision>();
        return allocating((usual) => {
          const marked = refusing(usual, "outage", (refusal, { command }) => {
            unlucky.set(command.caller.accountId, refusal);
            return refusal;
          });
          return {
            guards: [
              ...marked.guards,
              { name: "mutant", refuse: ({ command }) => unlucky.get(command.caller.accountId) },
            ],
          };
        })(parts);
      },
    },
  ];
}

export const mutants: readonly Mutant[] = [...outageMutants()];
