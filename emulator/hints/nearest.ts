/** Names with at least this share of common letter pairs are near. */
const NEAR = 0.35;

const pairsOf = (name: string): ReadonlySet<string> => {
  const text = ` ${name.toLowerCase().replace(/[^a-z0-9]+/g, " ")} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
};

/** The share of common letter pairs of two names. */
export function likeness(one: string, other: string): number {
  const [ones, others] = [pairsOf(one), pairsOf(other)];
  return (2 * [...ones].filter((pair) => others.has(pair)).length) / (ones.size + others.size);
}

/** The name that is spelt most like another, if one is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, share: likeness(name, one) }))
    .filter(({ share }) => share >= NEAR)
    .sort((a, b) => b.share - a.share);
  return best?.one;
}
