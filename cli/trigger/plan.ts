import { allSteps, type Step } from "./steps.ts";

/** The fewest steps that lead from these facts to an event; undefined if none do. */
export function planOf(event: string, facts: readonly string[]): readonly Step[] | undefined {
  const reached = new Set([keyOf(facts)]);
  let plans: readonly { readonly facts: readonly string[]; readonly steps: readonly Step[] }[] = [
    { facts, steps: [] },
  ];
  while (plans.length > 0) {
    const longer = plans.flatMap((plan) =>
      allSteps
        .filter(({ needs }) => needs.every((need) => plan.facts.includes(need)))
        .map((step) => ({ facts: after(step, plan.facts), steps: [...plan.steps, step] })),
    );
    const found = longer.find(({ steps }) => steps.at(-1)?.emits?.includes(event));
    if (found !== undefined) return found.steps;
    plans = longer.filter((plan) => {
      const key = keyOf(plan.facts);
      return !reached.has(key) && reached.add(key);
    });
  }
  return undefined;
}

const keyOf = (facts: readonly string[]): string => facts.toSorted().join();

const after = ({ makes = [], ends = [] }: Step, facts: readonly string[]): readonly string[] => [
  ...new Set([...facts.filter((fact) => !ends.includes(fact)), ...makes]),
];
