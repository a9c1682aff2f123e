/** Shorter words say nothing about which id was meant. */
const TELLING = 4;
const SHOWN = 3;

/** The ids that share most words with what was typed, for the end of a message: " (perhaps a, b)"; nothing when none does. */
export function near(typed: string, ids: readonly string[]): string {
  const words = typed.split(/[^A-Za-z0-9]+/).filter((word) => word.length >= TELLING);
  const closest = ids
    .map((id) => ({ id, shared: words.filter((word) => id.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, SHOWN);
  return closest.length === 0 ? "" : ` (perhaps ${closest.map(({ id }) => id).join(", ")})`;
}
