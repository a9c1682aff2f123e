import { expect, test } from "vitest";
import { found, wordsOf } from "./words.ts";
import { root } from "./cli/command-line.ts";

/** Words that no identifier and no file name contains, with what to write instead. */
const NAMES: readonly (readonly [word: string, instead: string])[] = [
  ["lies?", "fault, or summary for what it changes"],
  ["kills", "violates"],
  ["stor(?:y|ies)", "scenario"],
  ["moments?", "transition or occurrence"],
  ["plights?", "conditions"],
  ["waking", "deadline"],
  ["ground", "baselineRun"],
  ["outlook", "plan"],
  ["leaks?", "cleanup"],
  ["journal", "the name of what it records"],
  ["rough", "lenient"],
  ["rare", "what is special about it"],
  ["brokers?", "leases"],
  ["mend(?:s|ed)?", "reconcile or fix"],
  ["doors?", "unauthenticated"],
  ["purses?", "wallet"],
  ["given rich", "fundedAllocation"],
  ["anew", "again"],
  ["hears", "receives or listens"],
  ["bent", "faulty"],
  ["brings?|brought", "what it does"],
  ["whence|whither", "from, to"],
  ["strangers?", "unknown, or otherService"],
];

/** Words and phrases that no page, description, comment or message contains, with what to write instead. */
const PROSE: readonly (readonly [phrase: string, instead: string])[] = [
  ["told", "reported, emitted or returned"],
  ["tells?", "reports, emits, returns or shows"],
  ["instants?", "time or timestamp"],
  ["francs at a time", "an amount"],
  ["anew", "again"],
  ["in vain", "without effect"],
  ["wholly", "fully"],
  ["at once", "immediately, or at the same time"],
  ["accuses? nobody", "causes no false violation"],
  ["accuse[sd]?", "reports a violation"],
  ["to hold", "to be true, to apply, to contain"],
  ["c[oa]mes? about", "happens"],
  ["made of", "consists of"],
  ["the like", "name the thing"],
  ["for want of", "without"],
  ["altogether", "in total"],
  ["reckons?", "expects or computes"],
  ["mend(?:s|ed|ing)?", "fix"],
  ["brings? about|brought about", "causes"],
  ["as it stands", "unchanged"],
  ["at hand", "available"],
  ["what becomes of", "the outcome of"],
  ["unlocks?", "allows"],
  ["turns? red", "is violated"],
  ["Goal:", "nothing: the rule's sentence says it"],
  ["the world", "name it"],
  ["purse", "wallet"],
  ["unripe|ripe", "pending, available"],
  ["for ever", "forever, permanently"],
  ["in its place", "instead"],
  ["judged no more", "retired"],
  ["has its say", "runs"],
  ["untold", "not emitted"],
  ["stor(?:y|ies)", "scenario"],
  ["plights?", "conditions"],
  ["everybody|somebody", "every client, a user"],
  ["all the same", "nevertheless"],
  ["besides", "in addition, except"],
  ["vouch(?:es)?", "trusts, states"],
  ["midst", "middle"],
  ["that is none", "an invalid or unknown one"],
  ["goes? red|went red", "is violated"],
  ["lies", "is"],
  ["whence|whither", "from, to"],
  ["hitherto|thereby|whereby|thereof|hereby|lest", "plain words"],
  ["under way", "in progress"],
  ["gives? back|given back|gave back", "returns, refunds"],
  ["in the place of", "instead of"],
  ["comes? twice", "occurs twice, arrives twice"],
  ["stands? behind", "name what it depends on"],
  ["what is ahead", "what is due next"],
  ["judged to the end", "finished"],
  ["gone back from", "undone"],
  ["made up for", "compensated, repeated"],
  ["this one shows it", "this is the violation"],
  ["could have broken", "could violate"],
  ["what not and why", "what would be skipped, and why"],
  ["how it ended", "its outcome"],
  ["that it met", "that affected it"],
  ["what it is about", "its subject"],
  ["becomes due on the way", "becomes due"],
  ["the newest first", "newest first"],
  ["which costs", "costs"],
  ["start included", "including startup"],
  ["often enough", "often, too rarely"],
];

const words = wordsOf(root);

test.each(NAMES)("no name contains “%s”: write %s", (word) => {
  expect(found(words.names, word)).toEqual([]);
});

test.each(PROSE)("no sentence contains “%s”: write %s", (phrase) => {
  expect(found(words.prose, phrase)).toEqual([]);
});

test("a word is found as a whole, and not in ids, paths and code", () => {
  const at = (text: string): readonly string[] => found([{ at: "here", text }], "told");
  expect(at("It is told once.")).toEqual(["here: It is told once."]);
  for (const text of ["an untold sum", "charges/told-once", "`told`", "suites/told.ts"])
    expect(at(text)).toEqual([]);
});
