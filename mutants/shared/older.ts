/** The number of objects per account that a forgetful route finds. */
const KNOWN = 10;

/** Whether an object is older than the last ten of its account. `own` is sorted, oldest first. */
export function isOld(own: readonly { readonly id: string }[], id: string | undefined): boolean {
  const at = own.findIndex((each) => each.id === id);
  return at >= 0 && own.length - at > KNOWN;
}
