/** The shortest words that are compared. Shorter ones occur in too many ids. */
const MIN_WORD_LENGTH = 4;
const MAX_SUGGESTIONS = 3;
/** Names with at least this share of common letter pairs are similar. */
const SIMILAR = 0.5;

/**
 * Ends a message with the ids that share the most words with the input, and are spelt most like it: ". Did you mean a, b or c?"; "."
 * when none does.
 */
export function suggest(typed: string, ids: readonly string[]): string {
  const words = typed.split(/[^A-Za-z0-9]+/).filter((word) => word.length >= MIN_WORD_LENGTH);
  const closest = ids
    .map((id) => ({ id, shared: words.filter((word) => id.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .map((one) => ({ ...one, likeness: likenessOf(typed, one.id.slice(one.id.indexOf("/") + 1)) }))
    .sort((a, b) => b.shared - a.shared || b.likeness - a.likeness);
  return didYouMean(closest.map(({ id }) => id));
}

/** Ends a message with the first three of these names, or with "." if there are none. */
export function didYouMean(names: readonly string[]): string {
  if (names.length === 0) return ".";
  const shown = names.slice(0, MAX_SUGGESTIONS);
  const last = shown.pop() ?? "";
  return `. Did you mean ${shown.length === 0 ? last : `${shown.join(", ")} or ${last}`}?`;
}

/** The names with a similar spelling, most similar first. */
export function similar(typed: string, names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, share: likenessOf(typed, name) }))
    .filter(({ share }) => share >= SIMILAR)
    .sort((a, b) => b.share - a.share)
    .map(({ name }) => name);
}

/** The share of common letter pairs of two names. */
function likenessOf(typed: string, name: string): number {
  const own = pairsOf(typed);
  const pairs = pairsOf(name);
  return (2 * [...own].filter((pair) => pairs.has(pair)).length) / (own.size + pairs.size);
}

function pairsOf(name: string): ReadonlySet<string> {
  const text = ` ${name.toLowerCase().replace(/[^a-z0-9]+/g, " ")} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2)));
}
