import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { quotesIn } from "../../../cli/document/quotes.ts";
import { catalogue, documentPlaces } from "../../../spec/index.ts";

const anchorOf = (section: string, text: string): string =>
  `${section}/${createHash("sha256").update(text).digest("hex").slice(0, 10)}`;

describe("a copy of the document", () => {
  const places = {
    "§2.1, paragraph 1": anchorOf("2.1", "A parcel has a weight."),
    "§2.1, paragraph 2": anchorOf("2.1", "It is in grams."),
  };
  const quote = quotesIn(
    "## 2 Parcels\n\n### 2.1 Weight\n\nA parcel has a weight.\n\nIt is in pounds.\n",
    places,
  );

  test("is quoted where it has the statement", () => {
    expect(quote("§2.1, paragraph 1")).toBe("A parcel has a weight.");
  });

  test("is not quoted where its text differs, or at unknown places", () => {
    expect(quote("§2.1, paragraph 2")).toBeNull();
    expect(quote("§9, paragraph 1")).toBeNull();
  });
});

test("each place from which a rule is derived has an anchor", () => {
  const places = documentPlaces();
  const unknown = catalogue
    .flatMap(({ references }) => references)
    .filter((place) => places[place] === undefined);
  expect(unknown).toEqual([]);
});
