/** How many of an account's objects a forgetful route knows. */
const KNOWN = 10;

/** Whether an object is older than the last ten of those that an account has, the oldest first. */
export function isOld(own: readonly { readonly id: string }[], id: string | undefined): boolean {
  const at = own.findIndex((each) => each.id === id);
  return at >= 0 && own.length - at > KNOWN;
}
