/** Shorter words occur in too many ids. */
const MIN_WORD_LENGTH = 4;
const MAX_SUGGESTIONS = 3;

/** Ends a message with the ids that share most words with what was typed: ". Did you mean a, b or c?"; "." when none does. */
export function suggest(typed: string, ids: readonly string[]): string {
  const words = typed.split(/[^A-Za-z0-9]+/).filter((word) => word.length >= MIN_WORD_LENGTH);
  const closest = ids
    .map((id) => ({ id, shared: words.filter((word) => id.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_SUGGESTIONS);
  if (closest.length === 0) return ".";
  const shown = closest.map(({ id }) => id);
  const last = shown.pop() ?? "";
  return `. Did you mean ${shown.length === 0 ? last : `${shown.join(", ")} or ${last}`}?`;
}
