/** A rule id as a file name: "reversals/x" becomes "reversals__x". The name cannot leave its folder. */
export function fileNameOf(ruleId: string): string {
  return ruleId
    .replaceAll("/", "__")
    .replace(/[^A-Za-z0-9_-]/gu, "-")
    .slice(0, 150);
}
