import { createHash } from "node:crypto";
import { mutants } from "../../mutants/index.ts";
import type { Mutant } from "../../mutants/mutant.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const areaOf = ({ violates }: Mutant): string => violates[0]?.split("/")[0] ?? "";

/**
 * Draws `size` mutants by a seed, one of each area in turn. The sample depends only on the seed and the mutants, not on what a tool finds.
 */
export function draw(seed: number, size: number): readonly Mutant[] {
  const byArea = new Map<string, Mutant[]>();
  for (const mutant of [...mutants].sort((a, b) =>
    hash(`${seed} ${a.id}`) < hash(`${seed} ${b.id}`) ? -1 : 1,
  ))
    byArea.set(areaOf(mutant), [...(byArea.get(areaOf(mutant)) ?? []), mutant]);
  const areas = [...byArea.keys()].sort((a, b) => (hash(`${seed} ${a}`) < hash(`${seed} ${b}`) ? -1 : 1));
  const drawn: Mutant[] = [];
  for (let turn = 0; drawn.length < Math.min(size, mutants.length); turn += 1)
    drawn.push(...areas.flatMap((area) => byArea.get(area)?.slice(turn, turn + 1) ?? []));
  return drawn.slice(0, size);
}
