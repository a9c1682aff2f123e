import { describe, expect, it } from "vitest";
import { epochOf, isBareDate, isTimestamp, readIso } from "../../harness/timestamps.ts";

const AT = Date.UTC(2026, 10, 21, 17, 52, 10);

describe("a timestamp of ISO 8601", () => {
  it.each([
    ["extended", "2026-11-21T17:52:10Z"],
    ["basic", "20261121T175210Z"],
    ["ordinal", "2026-325T17:52:10Z"],
    ["basic ordinal", "2026325T175210Z"],
    ["of a week", "2026-W47-6T17:52:10Z"],
    ["basic of a week", "2026W476T175210Z"],
    ["with an offset", "20261121T185210+0100"],
    ["with an offset in hours", "2026-11-21T18:52:10+01"],
    ["with an offset to the west", "2026-11-21T14:22:10-03:30"],
    ["without a zone", "20261121T175210"],
  ])("%s is read", (_form, text) => {
    expect(isTimestamp(text)).toBe(true);
    expect(epochOf(text)).toBe(AT);
  });

  it.each([
    ["20261121T182026.889Z", Date.UTC(2026, 10, 21, 18, 20, 26, 889)],
    ["2026-11-21T17:52,5Z", Date.UTC(2026, 10, 21, 17, 52, 30)],
    ["2026-11-21T17Z", Date.UTC(2026, 10, 21, 17)],
    ["2026-11-20T24:00:00Z", Date.UTC(2026, 10, 21)],
    ["2026-W53-7T00:00Z", Date.UTC(2027, 0, 3)],
    ["2028-366T00:00Z", Date.UTC(2028, 11, 31)],
  ])("%s is read", (text, at) => {
    expect(isTimestamp(text)).toBe(true);
    expect(epochOf(text)).toBe(at);
  });

  it.each([
    "2026-11-21 17:52:10Z",
    "20261121 175210Z",
    "20261121175210",
    "1795283530",
    "1795283530000",
    "Sat, 21 Nov 2026 17:52:10 GMT",
    "21/11/2026",
    "2026-11-21",
    "20261121",
    "2026-11-21T175210Z",
    "20261121T17:52:10Z",
    "2026-1121T17:52:10Z",
    "2026-02-30T10:00:00Z",
    "2027-366T10:00:00Z",
    "2026-000T10:00:00Z",
    "2027-W53-1T10:00:00Z",
    "2026-W47T10:00:00Z",
    "2026-11-21T25:00:00Z",
    "2026-11-21T17:60:00Z",
    "2026-11-21T17:52:10 Z",
    "2026-11-21T",
    "T17:52:10Z",
    "",
  ])("%j is refused", (text) => {
    expect(isTimestamp(text)).toBe(false);
  });
});

describe("a date of ISO 8601", () => {
  it.each(["2026-11-21", "20261121", "2026-325", "2026325", "2026-W47-6", "2026W476"])(
    "%s is bare",
    (text) => {
      expect(isBareDate(text)).toBe(true);
      expect(readIso(text)?.at).toBe(Date.UTC(2026, 10, 21));
    },
  );
});

describe("epochOf", () => {
  it.each(["2026-11-21 17:52:10", "Sat, 21 Nov 2026 17:52:10 GMT"])("also reads %s", (text) => {
    expect(epochOf(text)).toBe(AT);
  });

  it.each(["soon", "", "2026-11-21T25:00:00Z"])("reads no time from %j", (text) => {
    expect(epochOf(text)).toBeNaN();
  });
});
