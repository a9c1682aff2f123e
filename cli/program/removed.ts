/** What to use instead of a flag that no longer exists. Of some commands only: `command --flag`. */
const REPLACED: Readonly<Record<string, string>> = {
  "doctor --runs": "doctor no longer estimates requests; give --runs to run",
};

/** What Commander says of an unknown flag, with what replaces the flag if it was removed. */
export function withReplacement(command: string, text: string): string {
  const [, flag = ""] = /^error: unknown option '(--[\w-]+)/.exec(text) ?? [];
  const instead = REPLACED[`${command} ${flag}`] ?? REPLACED[flag];
  return instead === undefined ? text : `error: ${flag} was removed: ${instead}\n`;
}
