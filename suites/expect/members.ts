/** The first member with this name, at any depth. The document names some members without their location. */
export function named(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const own = (value as Record<string, unknown>)[name];
  if (own !== undefined) return own;
  for (const inner of Object.values(value)) {
    const found = named(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
