/** A rule id as a file name: "reversals/x" is "reversals__x"; nothing in it can leave the folder. */
export function fileNameOf(ruleId: string): string {
  return ruleId
    .replaceAll("/", "__")
    .replace(/[^A-Za-z0-9_-]/gu, "-")
    .slice(0, 150);
}
