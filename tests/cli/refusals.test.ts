import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { serving } from "../local-server.ts";
import { inThisProcess } from "./command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "payconform-refusals-"));
const file = (name: string, text: string): string => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const write = [
  "baseline",
  "write",
  join(folder, "known.yaml"),
  "--from",
  file("other.json", '{"schemaVersion":2}'),
];

describe("a refusal names the flag or the file, the value and what is allowed; the command ends with 2", () => {
  test.each<[string, readonly string[], RegExp]>([
    [
      "no requests at all",
      ["run", "--max-requests", "0"],
      /--max-requests <n>.* "0" is not a whole number of at least 1/,
    ],
    [
      "a time of words",
      ["run", "--max-duration", "long"],
      /--max-duration <s>.* "long" is not a number of seconds/,
    ],
    [
      "no time",
      ["run", "--max-duration", "0"],
      /"0" is not a number of seconds; give more than 0 and at most 604800/,
    ],
    ["no runs", ["run", "--runs", "0"], /--runs <n>.* "0" is not a whole number of at least 1/],
    ["a seed below zero", ["run", "--seed", "-1"], /"-1" is not a whole number of at least 0/],
    ["a shard of nothing", ["run", "--shard", "0/3"], /--shard <i\/n>.* "0\/3" is not i\/n with 1 <= i <= n/],
    ["a target by mail", ["run", "--target", "mailto:x@y"], /--target <url>.* it must begin with http/],
    [
      "a target with a password",
      ["run", "--target", "http://u:hidden@x"],
      /--target: the value \(not shown\) contains a user name or a password/,
    ],
    [
      "results in a file",
      ["merge", join(folder, "other.json")],
      /conformance.json: its folder is a file; give the/,
    ],
    [
      "half a file of results",
      ["merge", dirname(file("half/conformance.json", '{"schemaVersion":1,"rul'))],
      /conformance.json is not JSON, as if its run had not ended; run again, or give another folder/,
    ],
    ["a checkout host alone", ["run", "--checkout-url", "http://x.test"], /without a target; add --target/],
    [
      "a baseline that is not there",
      ["run", "--baseline", "absent.yaml"],
      /cannot read the baseline absent.yaml: it does not exist; `payconform baseline write` writes one/,
    ],
    [
      "patterns with commas",
      ["run", "--rules", "4.1,4.2"],
      /"4.1,4.2" matches no rule. Separate patterns with spaces: --rules 4.1 4.2/,
    ],
    [
      "a rule that is spelt almost so",
      ["run", "--rules", "payment-intents/created-idprefix"],
      /Did you mean payment-intents\/created-id-prefix/,
    ],
    [
      "a target with a port too high",
      ["run", "--target", "http://x.test:99999"],
      /the port 99999 is above 65535/,
    ],
    [
      "a need that is spelt almost so",
      ["explain", "vendor-foregn"],
      /there is no need "vendor-foregn". Did you mean fixture.vendor-foreign/,
    ],
    ["an area that is spelt almost so", ["explain", "disbursments"], /Did you mean disbursements/],
    [
      "a profile in a folder that is not there",
      ["init", "--out", "absent/payconform.yaml"],
      /cannot write absent\/payconform.yaml: there is no folder absent; create it/,
    ],
    [
      "a baseline of another kind",
      ["run", "--baseline", file("b.yaml", "known: 1\n")],
      /b.yaml:1: known: 1 has to be a list/,
    ],
    [
      "a port beyond ports",
      ["emulate", "--port", "70000"],
      /"70000" is not a usable port; give 0 for any free port, or 1 to 65534/,
    ],
    [
      "a port without a next one",
      ["emulate", "--port", "65535"],
      /--port <n>.* "65535" is not a usable port; give 0 for any free port, or 1 to 65534/,
    ],
    [
      "a URL instead of a host",
      ["emulate", "--allow-host", "http://shop.test"],
      /--allow-host.* "http:\/\/shop.test" is not a host; give a name or an address without scheme and port/,
    ],
    [
      "an invalid network",
      ["emulate", "--allow-webhooks-to", "10.0.0.0/33"],
      /--allow-webhooks-to.* "10.0.0.0\/33" is not a network; give an address and a prefix length, such as 10.0.0.0\/8/,
    ],
    [
      "an unknown mutant",
      ["emulate", "--mutant", "no-such"],
      /there is no mutant "no-such".* `payconform mutants --list` lists them all/,
    ],
    [
      "a variant that is nearly one",
      ["emulate", "--variant", "choices-in-a-list"],
      /there is no variant "choices-in-a-list"\. Did you mean choices-in-the-list.*\? `payconform mutants --list` lists/,
    ],
    [
      "to serve a mutant in front of the emulator",
      ["emulate", "--mutant", "disbursement-found-as-the-other-kind"],
      /the mutant "[^"]+" changes the transport, so it runs only under `payconform mutants --mutant /,
    ],
    [
      "a mutant to judge that is nearly one",
      ["mutants", "--mutant", "schedule-refusal-monthly"],
      /there is no mutant "schedule-refusal-monthly"\. Did you mean schedule-refusal-lists-monthly, /,
    ],
    [
      "a variant to judge that is nearly one",
      ["mutants", "--variant", "choices-in-a-list"],
      /there is no variant "choices-in-a-list"\. Did you mean choices-in-the-list/,
    ],
    [
      "mutants of an unknown area",
      ["mutants", "--list", "--area", "nosuch"],
      /no mutant violates a rule of the area nosuch; areas: .*payment-intents/,
    ],
    [
      "a pattern that nearly matches",
      ["rules", "payment-intents/created-labels"],
      /matches no rule\. Did you mean payment-intents\/created-/,
    ],
    ["a misspelt area", ["rules", "reversls"], /"reversls" matches no rule\. Did you mean reversals\? /],
    [
      "a rule of a misspelt area",
      ["rules", "reversls/over-remaining"],
      /matches no rule\. Did you mean reversals\/over-remaining-/,
    ],
    [
      "a replay of nothing",
      ["replay", "absent.json"],
      /cannot read the recorded violation absent.json: it does not exist; a run writes one for each violation/,
    ],
    [
      "a replay of something else",
      ["replay", file("r.json", '{ "schemaVersion": 1 }')],
      /r.json:1: the whole file: suite is missing\n.*rule is missing/,
    ],
    [
      "a baseline without a reason",
      ["baseline", "write", "x.yaml", "--expires", "2999-01-01"],
      /required option '--reason <text>'/,
    ],
    [
      "a reason of nothing",
      [...write, "--reason", " ", "--expires", "2999-01-01"],
      /--reason <text>.* is too short; give a reason/,
    ],
    [
      "an invalid day",
      [...write, "--reason", "abc", "--expires", "2999-02-30"],
      /"2999-02-30" is not a calendar day/,
    ],
    [
      "a day that is over",
      [...write, "--reason", "abc", "--expires", "2020-01-01"],
      /"2020-01-01" is in the past/,
    ],
    [
      "a baseline from something else",
      [...write, "--reason", "abc", "--expires", "2999-01-01"],
      /other.json is not a conformance.json of payconform/,
    ],
    ["a merge of nothing", ["merge"], /missing required argument 'dir'/],
    [
      "a merge of an empty folder",
      ["merge", folder, "--out", join(folder, "out")],
      /cannot read the results of a run in .*conformance.json: it does not exist/,
    ],
    [
      "a merge into a shard",
      ["merge", folder, "--out", folder],
      /is also one of the shards; use another folder/,
    ],
    [
      "a profile of another kind",
      ["doctor", "--profile", file("p.yaml", "target: x\n")],
      /p.yaml:1: target: "x" has to be a mapping; allowed in it: baseUrl, checkoutUrl/,
    ],
    [
      "an invalid control module",
      ["run", "--profile", file("m.yaml", "target:\n  baseUrl: http://127.0.0.1:1\n  controlModule: ''\n")],
      /m.yaml:3: target.controlModule: "" is empty; give at least one/,
    ],
    [
      "a control module that is not there",
      [
        "run",
        "--profile",
        file("n.yaml", "target:\n  baseUrl: http://127.0.0.1:1\n  controlModule: no.mjs\n"),
      ],
      /target.controlModule: .*no.mjs does not exist; a path starts at the folder of the profile/,
    ],
    [
      "a target with a query",
      ["doctor", "--target", "http://x/?token=hidden"],
      /--target: .* contains a query or a fragment; allowed after the host: a path/,
    ],
    [
      "a folder that cannot be",
      ["run", "--rules", "activation", "--out", "/dev/null/x"],
      /--out \/dev\/null\/x is not writable \(ENOTDIR\); use another folder/,
    ],
    [
      "a file for a folder",
      ["run", "--rules", "activation", "--out", file("out", "")],
      /--out .*out is not a folder; use another path/,
    ],
    [
      "a file for the folder of a state",
      ["emulate", "--state", file("state", "")],
      /--state .*state: it is a file, not a folder; use another path/,
    ],
    [
      "a replay of no folder",
      ["emulate", "--replay", join(folder, "nowhere")],
      /--replay was removed: `payconform snapshot export` saves the state/,
    ],
    ["a folder without a name", ["emulate", "--state", ""], /--state needs the path of a folder/],
    [
      "two limits of violations",
      ["run", "--bail", "--max-violations", "2"],
      /'--max-violations <n>' cannot be used with/,
    ],
    [
      "a gate that does not exist",
      ["run", "--gate", "absent.yaml"],
      /cannot read the gate absent.yaml: it does not exist/,
    ],
    [
      "a gate of a shard",
      ["run", "--gate", "gate.yaml", "--shard", "1/2"],
      /'--gate <file>' cannot be used with option '--shard <i\/n>'/,
    ],
    ["a shard beyond the count", ["run", "--shard", "5/4"], /"5\/4" is not i\/n/],
    [
      "a catalogue of rules",
      ["run", "--catalogue", "0.1.0"],
      /--catalogue was removed: .*install the release/,
    ],
    ["an unknown command", ["assess"], /unknown command 'assess'/],
    [
      "a profile that does not exist",
      ["run", "--profile", "absent.yaml"],
      /cannot read the profile absent.yaml: it does not exist/,
    ],
    ["a rule that does not exist", ["explain", "no/such-rule"], /"no\/such-rule" matches no rule/],
    [
      "a path to watch that is not there",
      ["run", "--watch-path", "nowhere"],
      /--watch-path nowhere does not exist; name a file or a folder whose changes start a run/,
    ],
    [
      "answers",
      ["init", "--answers", "answers.yaml"],
      /--answers was removed: .*give yours as --profile, and the file to write as --out/,
    ],
    ["flushing", ["emulate", "--fsync", "always"], /--fsync was removed: --state writes each change before/],
    [
      "recorded reads",
      ["emulate", "--record-reads"],
      /--record-reads was removed: --log prints each request/,
    ],
    [
      "a folder for a history",
      ["run", "--rules", "activation", "--allure-history", folder],
      /--allure-history.* is a folder; name a file/,
    ],
    [
      "rules without --rules",
      ["run", "activation"],
      /'run' takes no arguments; to choose rules, use --rules\n/,
    ],
    [
      "a host without its scheme",
      ["doctor", "--target", "127.0.0.1:8080"],
      /"127.0.0.1:8080" is not a URL; .* such as http:\/\/127.0.0.1:8080/,
    ],
    [
      "an unknown flag",
      ["baseline", "write", "--to", "x"],
      /run `payconform baseline write --help` for usage/,
    ],
    [
      "a misspelt need",
      ["explain", "control.movWallClock"],
      /there is no need "control.movWallClock". Did you mean control.moveWallClock/,
    ],
    [
      "an unknown section",
      ["run", "--rules", "12.4"],
      /"12.4" matches no rule\. Give an id, an id with \*, an area or a section/,
    ],
    ["an unknown flag", ["sweep", "--all"], /unknown option '--all'/],
  ])("%s", async (_what, args, says) => {
    const ended = await inThisProcess(args);
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    expect(ended.stderr).not.toContain("hidden");
    expect(ended.code).toBe(2);
  });
});

test("a port that is in use is reported on one line", async () => {
  await using other = await serving(() => undefined);
  const { port } = other;
  const ended = await inThisProcess(["emulate", "--port", String(port)]);
  expect(ended.stderr).toMatch(
    new RegExp(
      `^payconform: Cannot listen on 127\\.0\\.0\\.1:${port}: the port is in use; use another .*--port 0 for any free port.*\\n$`,
    ),
  );
  expect(ended.code).toBe(2);
});
