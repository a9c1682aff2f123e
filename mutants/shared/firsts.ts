/** A predicate that is true for the first occurrence of each name. */
export function firsts(): (name: string) => boolean {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return false;
    known.add(name);
    return true;
  };
}
