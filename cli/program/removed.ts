/** What to use instead of a flag that no longer exists. Of some commands only: `command --flag`. */
const REPLACED: Readonly<Record<string, string>> = {
  "emulate --record-reads": "--log prints each request, and GET /control/requests lists them",
  "emulate --replay":
    "`payconform snapshot export` saves the state before your requests, and `payconform snapshot import` continues from it",
  "emulate --fsync": "--state writes each change before it is acknowledged",
  "--catalogue": "a run judges the rules of the installed release; install the release whose rules you want",
  "init --answers":
    "a profile may lack everything but the URL; give yours as --profile, and the file to write as --out",
  "faults --side": "name operators with --operator",
  "faults --resume": "divide the run with --shard, and merge the parts with --from",
  "faults --every-check": "`npm test` proves that no answer of a target breaks a check",
  "observations --compare": "`payconform compare A B` lists the open points that are decided differently",
  "doctor --runs": "doctor no longer estimates requests; give --runs to run",
};

/** What Commander says of an unknown flag, with what replaces the flag if it was removed. */
export function withReplacement(command: string, text: string): string {
  const [, flag = ""] = /^error: unknown option '(--[\w-]+)/.exec(text) ?? [];
  const instead = REPLACED[`${command} ${flag}`] ?? REPLACED[flag];
  return instead === undefined ? text : `error: ${flag} was removed: ${instead}\n`;
}
