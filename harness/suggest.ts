/** Shorter words occur in too many ids. */
const MIN_WORD_LENGTH = 4;
const MAX_SUGGESTIONS = 3;
/** Share of their pairs of letters that two spellings of one name have in common. */
const SIMILAR = 0.5;

/** Ends a message with the ids that share most words with what was typed: ". Did you mean a, b or c?"; "." when none does. */
export function suggest(typed: string, ids: readonly string[]): string {
  const words = typed.split(/[^A-Za-z0-9]+/).filter((word) => word.length >= MIN_WORD_LENGTH);
  const closest = ids
    .map((id) => ({ id, shared: words.filter((word) => id.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared);
  return didYouMean(closest.map(({ id }) => id));
}

/** Ends a message with these names, the first three of them; "." when there is none. */
export function didYouMean(names: readonly string[]): string {
  if (names.length === 0) return ".";
  const shown = names.slice(0, MAX_SUGGESTIONS);
  const last = shown.pop() ?? "";
  return `. Did you mean ${shown.length === 0 ? last : `${shown.join(", ")} or ${last}`}?`;
}

/** The names that are spelt almost as what was typed, the most similar first. */
export function similar(typed: string, names: readonly string[]): readonly string[] {
  const own = pairsOf(typed);
  return names
    .map((name) => {
      const pairs = pairsOf(name);
      const shared = [...own].filter((pair) => pairs.has(pair)).length;
      return { name, share: (2 * shared) / (own.size + pairs.size) };
    })
    .filter(({ share }) => share >= SIMILAR)
    .sort((a, b) => b.share - a.share)
    .map(({ name }) => name);
}

function pairsOf(name: string): ReadonlySet<string> {
  const text = ` ${name.toLowerCase().replace(/[^a-z0-9]+/g, " ")} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2)));
}
