/** A predicate that is true for the first occurrence of each name. */
export function firsts(): (name: string) => boolean {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return false;
    known.add(name);
    return true;
  };
}

/** A predicate that is true for the first few facts with the same name. */
export function atMost<Facts>(count: number, nameOf: (facts: Facts) => string): (facts: Facts) => boolean {
  const counts = new Map<string, number>();
  return (facts) => {
    const seen = counts.get(nameOf(facts)) ?? 0;
    counts.set(nameOf(facts), seen + 1);
    return seen < count;
  };
}
