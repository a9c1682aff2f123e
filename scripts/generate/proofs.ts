import { dataText } from "./data-text.ts";

/** The mutants that each rule catches, as JSON. Mutants read the generated contract and catalogue. */
export async function proofsFile(): Promise<string> {
  const { mutants } = await import("../../mutants/index.ts");
  const proofs: Record<string, { mutant: string; summary: string }[]> = {};
  for (const { id, summary, violates } of mutants)
    for (const rule of violates) (proofs[rule] ??= []).push({ mutant: id, summary });
  return dataText(proofs);
}
