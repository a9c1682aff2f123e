import type { Proof } from "../../harness/results.ts";

/** By rule, the mutants that it catches. Loaded late: a run has its verdicts before it needs their proofs. */
export async function proofsByRule(): Promise<ReadonlyMap<string, readonly Proof[]>> {
  const { mutants } = await import("../../mutants/index.ts");
  const proofs = new Map<string, Proof[]>();
  for (const mutant of mutants) {
    for (const rule of mutant.violates) {
      const known = proofs.get(rule);
      const proof = { mutant: mutant.id, summary: mutant.summary };
      if (known === undefined) proofs.set(rule, [proof]);
      else known.push(proof);
    }
  }
  return proofs;
}
