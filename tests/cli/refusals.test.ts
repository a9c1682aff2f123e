import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, inThisProcess } from "./command-line.ts";

const folder = emptyFolder();
/** What is in the folder in which each command runs. */
const FILES = {
  "other.json": '{"schemaVersion":2}',
  "half/conformance.json": '{"schemaVersion":1,"rul',
  "b.yaml": "known: 1\n",
  "r.json": '{ "schemaVersion": 1 }',
  "p.yaml": "target: x\n",
  "m.yaml": "target:\n  baseUrl: http://127.0.0.1:1\n  controlModule: ''\n",
  "n.yaml": "target:\n  baseUrl: http://127.0.0.1:1\n  controlModule: no.mjs\n",
  out: "",
  state: "",
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const write = "baseline write known.yaml --from other.json";

test.each<[string, RegExp]>([
  ["run --max-requests 0", /--max-requests <n>.* "0" is not a whole number of at least 1/],
  ["run --max-duration long", /--max-duration <s>.* "long" is not a number of seconds/],
  ["run --max-duration 0", /"0" is not a number of seconds; give more than 0 and at most 604800/],
  ["run --runs 0", /--runs <n>.* "0" is not a whole number of at least 1/],
  ["run --seed -1", /"-1" is not a whole number of at least 0/],
  ["run --shard 0/3", /--shard <i\/n>.* "0\/3" is not i\/n with 1 <= i <= n/],
  ["run --target mailto:x@y", /--target <url>.* it must begin with http/],
  ["run --target http://u:hidden@x", /--target: the value \(not shown\) contains a user name or a password/],
  ["run --checkout-url http://x.test", /without a target; add --target/],
  [
    "run --baseline absent.yaml",
    /cannot read the baseline absent.yaml: it does not exist; `payconform baseline write` writes one/,
  ],
  ["run --rules 4.1,4.2", /"4.1,4.2" matches no rule. Separate patterns with spaces: --rules 4.1 4.2/],
  ["run --rules payment-intents/created-idprefix", /Did you mean payment-intents\/created-id-prefix/],
  ["run --target http://x.test:99999", /the port 99999 is above 65535/],
  ["explain vendor-foregn", /there is no need "vendor-foregn". Did you mean fixture.vendor-foreign/],
  ["explain disbursments", /Did you mean disbursements/],
  [
    "init --out absent/payconform.yaml",
    /cannot write absent\/payconform.yaml: there is no folder absent; create it/,
  ],
  ["emulate --port 70000", /"70000" is not a usable port; give 0 for any free port, or 1 to 65534/],
  [
    "emulate --port 65535",
    /--port <n>.* "65535" is not a usable port; give 0 for any free port, or 1 to 65534/,
  ],
  [
    "emulate --allow-host http://shop.test",
    /--allow-host.* "http:\/\/shop.test" is not a host; give a name or an address without scheme and port/,
  ],
  [
    "emulate --allow-webhooks-to 10.0.0.0/33",
    /--allow-webhooks-to.* "10.0.0.0\/33" is not a network; give an address and a prefix length, such as 10.0.0.0\/8/,
  ],
  ["emulate --mutant no-such", /there is no mutant "no-such".* `payconform mutants --list` lists them all/],
  [
    "emulate --variant choices-in-a-list",
    /there is no variant "choices-in-a-list"\. Did you mean choices-in-the-list.*\? `payconform mutants --list` lists/,
  ],
  [
    "emulate --mutant disbursement-found-as-the-other-kind",
    /the mutant "[^"]+" changes the transport, so it runs only under `payconform mutants --mutant /,
  ],
  [
    "mutants --mutant schedule-refusal-monthly",
    /there is no mutant "schedule-refusal-monthly"\. Did you mean schedule-refusal-lists-monthly, /,
  ],
  [
    "mutants --variant choices-in-a-list",
    /there is no variant "choices-in-a-list"\. Did you mean choices-in-the-list/,
  ],
  ["mutants --list --area nosuch", /no mutant violates a rule of the area nosuch; areas: .*payment-intents/],
  ["rules payment-intents/created-labels", /matches no rule\. Did you mean payment-intents\/created-/],
  ["rules reversls", /"reversls" matches no rule\. Did you mean reversals\? /],
  ["rules reversls/over-remaining", /matches no rule\. Did you mean reversals\/over-remaining-/],
  [
    "replay absent.json",
    /cannot read the recorded violation absent.json: it does not exist; a run writes one for each violation/,
  ],
  ["baseline write x.yaml --expires 2999-01-01", /required option '--reason <text>'/],
  ["merge", /missing required argument 'dir'/],
  [
    "doctor --target http://x/?token=hidden",
    /--target: .* contains a query or a fragment; allowed after the host: a path/,
  ],
  [
    "run --rules activation --out /dev/null/x",
    /--out \/dev\/null\/x is not writable \(ENOTDIR\); use another folder/,
  ],
  ["run --bail --max-violations 2", /'--max-violations <n>' cannot be used with/],
  ["run --gate absent.yaml", /cannot read the gate absent.yaml: it does not exist/],
  ["run --gate gate.yaml --shard 1/2", /'--gate <file>' cannot be used with option '--shard <i\/n>'/],
  ["run --shard 5/4", /"5\/4" is not i\/n/],
  ["run --catalogue 0.1.0", /--catalogue was removed: .*install the release/],
  ["assess", /unknown command 'assess'/],
  ["run --profile absent.yaml", /cannot read the profile absent.yaml: it does not exist/],
  ["explain no/such-rule", /"no\/such-rule" matches no rule/],
  [
    "run --watch-path nowhere",
    /--watch-path nowhere does not exist; name a file or a folder whose changes start a run/,
  ],
  [
    "init --answers answers.yaml",
    /--answers was removed: .*give yours as --profile, and the file to write as --out/,
  ],
  ["emulate --fsync always", /--fsync was removed: --state writes each change before/],
  ["emulate --record-reads", /--record-reads was removed: --log prints each request/],
  ["run activation", /'run' takes no arguments; to choose rules, use --rules\n/],
  ["doctor --target 127.0.0.1:8080", /"127.0.0.1:8080" is not a URL; .* such as http:\/\/127.0.0.1:8080/],
  ["baseline write --to x", /run `payconform baseline write --help` for usage/],
  [
    "explain control.movWallClock",
    /there is no need "control.movWallClock". Did you mean control.moveWallClock/,
  ],
  ["run --rules 12.4", /"12.4" matches no rule\. Give an id, an id with \*, an area or a section/],
  ["rules --kind passive,tracing", /"tracing" is not a kind of rule; give .*passive.*\./],
  ["rules charges --kind passive,trace", /charges has no rule of kind passive, trace, only of example/],
  ["sentences 12.3", /the document has no section "12\.3"/],
  ["trigger invoice.payed", /Did you mean invoice\.paid/],
  ["trigger", /name an event/],
  ["compare nothing half", /cannot read nothing/],
  ["observations --compare half out", /payconform compare A B/],
  ["emulate --now yesterday", /write it as 2026-01-31/],
  ["proxy", /no target is named; add --target with the URL of your server, or --profile\n/],
  [
    "proxy --target http://127.0.0.1:1 --webhook-port 0",
    /--webhook-port and --webhook-to need each other; add/,
  ],
  ["run --tarject x", /unknown option '--tarject'/],
  ["sweep --all", /unknown option '--all'/],
  ["merge other.json", /conformance.json: its folder is a file; give the/],
  [
    "merge half",
    /conformance.json is not JSON, as if its run had not ended; run again, or give another folder/,
  ],
  ["run --baseline b.yaml", /b.yaml:1: known: 1 has to be a list/],
  ["replay r.json", /r.json:1: the whole file: suite is missing\n.*rule is missing/],
  [`${write} --reason " " --expires 2999-01-01`, /--reason <text>.* is too short; give a reason/],
  [`${write} --reason abc --expires 2999-02-30`, /"2999-02-30" is not a calendar day/],
  [`${write} --reason abc --expires 2020-01-01`, /"2020-01-01" is in the past/],
  [`${write} --reason abc --expires 2999-01-01`, /other.json is not a conformance.json of payconform/],
  ["merge . --out whole", /cannot read the results of a run in .*conformance.json: it does not exist/],
  ["merge . --out .", /is also one of the shards; use another folder/],
  [
    "doctor --profile p.yaml",
    /p.yaml:1: target: "x" has to be a mapping; allowed in it: baseUrl, checkoutUrl/,
  ],
  ["run --profile m.yaml", /m.yaml:3: target.controlModule: "" is empty; give at least one/],
  [
    "run --profile n.yaml",
    /target.controlModule: .*no.mjs does not exist; a path starts at the folder of the profile/,
  ],
  ["run --rules activation --out out", /--out .*out is not a folder; use another path/],
  ["emulate --state state", /--state .*state: it is a file, not a folder; use another path/],
  ["emulate --replay nowhere", /--replay was removed: `payconform snapshot export` saves the state/],
  ['emulate --state ""', /--state needs the path of a folder/],
  ["run --rules activation --allure-history half", /--allure-history.* is a folder; name a file/],
])(
  "payconform %s is refused with 2, the flag or the file, the value and what is allowed",
  async (command, says) => {
    const args = command.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', "")) ?? [];
    const ended = await inThisProcess(args, { folder });
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    expect(ended.stderr).not.toContain("hidden");
    expect(ended.code).toBe(2);
  },
);
