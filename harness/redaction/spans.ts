/** Where a text has to be covered: `from` inclusive, `to` exclusive, UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** What is shown instead, where it is not the usual mark. */
  readonly mark?: string;
}

/** The text with every span replaced by its mark; spans that overlap or touch become one. */
export function masked(text: string, spans: readonly Span[], mark: string): string {
  if (spans.length === 0) return text;
  const ordered = [...spans].sort((a, b) => a.from - b.from || b.to - a.to);
  const parts: string[] = [];
  let done = 0;
  let any = false;
  for (const { from, to, mark: own } of ordered) {
    if (from > done || !any) parts.push(text.slice(done, from), own ?? mark);
    any = true;
    done = Math.max(done, to);
  }
  return parts.join("") + text.slice(done);
}
