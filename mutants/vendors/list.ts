import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { walletFor } from "../../emulator/areas/connect/in-flight-withdrawals.ts";
import { connectPart, readingAs } from "../connect/parts.ts";
import { named } from "../mutant.ts";
import { changingSuccess } from "../shared/answers.ts";

export const mutants = named({
  "vendor-list-ends-before-the-last-one": {
    violates: ["vendors/list-has-more-is-truthful"],
    summary: "A page is the last one if exactly one vendor is left.",
    replace: connectPart("listAccounts", ({ page }) => ({
      page: (all, after, size) => ({ ...page(all, after, size), more: after + 2 + size < all.length }),
    })),
  },
  "vendor-list-lacks-one-at-page-borders": {
    violates: ["vendors/list-is-complete"],
    summary: "A later page skips its first vendor.",
    replace: connectPart("listAccounts", ({ page }) => ({
      page: (all, after, size) => page(all, after < 0 ? after : after + 1, size),
    })),
  },
  "vendor-list-lacks-those-without-a-wallet": {
    violates: ["vendors/list-is-complete"],
    summary: "Vendors without a wallet are not listed.",
    replace: connectPart("listAccounts", ({ all }) => ({
      all: (input) => all(input).filter((vendor) => walletFor(input.state, vendor) !== undefined),
    })),
  },
  "vendor-list-lacks-the-oldest-of-many": {
    violates: ["vendors/list-is-complete"],
    summary: "The oldest of more than eight vendors is not listed.",
    replace: connectPart("listAccounts", ({ all }) => ({
      all: (input) => {
        const list = all(input);
        return list.length > 8 ? list.slice(0, -1) : list;
      },
    })),
  },
  "vendor-list-begins-again-after-a-deletion": {
    violates: ["vendors/list-goes-on-after-a-deletion"],
    summary: "The page after a vendor that was deleted is the first one.",
    replace: readingAs("listAccounts", (input) => {
      const { command, parts } = input;
      const { cursor, ...query } = command.query;
      const isListed = parts.listAccounts.all(input).some(({ id }) => id === cursor?.at(-1));
      return cursor === undefined || isListed ? input : { ...input, command: { ...command, query } };
    }),
  },
  "vendor-list-repeats-at-page-borders": {
    violates: ["vendors/list-does-not-repeat"],
    summary: "A later page begins with the last vendor of the page before.",
    replace: connectPart("listAccounts", ({ page }) => ({
      page: (all, after, size) =>
        after < 0
          ? page(all, after, size)
          : { entries: all.slice(after, after + 1 + size), more: after + 1 + size < all.length },
    })),
  },
  "vendor-list-repeats-on-the-last-page": {
    violates: ["vendors/list-does-not-repeat"],
    summary: "The last page ends with the first vendor.",
    replace: connectPart("listAccounts", ({ page }) => ({
      page: (all, after, size) => {
        const usual = page(all, after, size);
        const first = all.slice(0, 1);
        return after < 0 || usual.more ? usual : { ...usual, entries: [...usual.entries, ...first] };
      },
    })),
  },
  "vendor-list-cursor-in-uppercase": {
    violates: ["vendors/list-next-cursor-leads-on"],
    summary: "A cursor is returned in uppercase, and is unknown when it is sent.",
    replace: connectPart("listAccounts", ({ cursor }) => ({
      cursor: (page) => cursor(page)?.toUpperCase() ?? null,
    })),
  },
  "vendor-list-more-after-the-last-full-page": {
    violates: ["vendors/list-has-more-is-truthful"],
    summary: "The last full page of vendors has has_more true.",
    replace: connectPart("listAccounts", () => ({
      page: (all, after, size) => ({
        entries: all.slice(after + 1, after + 1 + size),
        more: after + 1 + size <= all.length,
      }),
    })),
  },
  "vendor-list-no-more-though-a-cursor": {
    violates: ["vendors/list-has-more-is-truthful"],
    summary: "The second page has has_more false and a cursor to the third.",
    replace: connectPart("listAccounts", ({ page, cursor }) => {
      let hidden = false;
      return {
        page: (all, after, size) => {
          const usual = page(all, after, size);
          hidden = usual.more && after >= 0;
          return hidden ? { ...usual, more: false } : usual;
        },
        cursor: ({ entries, more }) => cursor({ entries, more: more || hidden }),
      };
    }),
  },
  "vendor-list-without-cursor": {
    violates: ["vendors/list-next-cursor-when-more"],
    summary: "No page has a cursor.",
    replace: connectPart("listAccounts", () => ({ cursor: () => null })),
  },
  "vendor-list-page-of-one-without-cursor": {
    violates: ["vendors/list-next-cursor-when-more"],
    summary: "A page of a single vendor has no cursor.",
    replace: connectPart("listAccounts", ({ cursor }) => ({
      cursor: (page) => (page.entries.length === 1 ? null : cursor(page)),
    })),
  },
  "vendor-list-ends-after-five-pages-of-one": {
    violates: ["vendors/list-is-complete"],
    summary: "The fifth page of a single vendor is the last one.",
    replace: connectPart("listAccounts", ({ page }) => ({
      page: (all, after, size) => {
        const usual = page(all, after, size);
        return size === 1 && after >= 3 ? { ...usual, more: false } : usual;
      },
    })),
  },
  "vendors-cursor-by-number": {
    violates: ["vendors/list-next-cursor-when-more"],
    summary: "Where more vendors follow, there is no next_cursor.",
    replace: changingSuccess(
      "listAccounts",
      (body) => delete body["next_cursor"],
      (body) => body["has_more"] === true,
    ),
  },
  "vendor-list-without-cursor-on-page-two": {
    violates: ["vendors/list-next-cursor-when-more"],
    summary: "Every second page has no cursor.",
    replace: connectPart("listAccounts", ({ cursor }) => {
      let pages = 0;
      return {
        cursor: (page) => {
          pages += page.more ? 1 : 0;
          return pages % 2 === 0 ? null : cursor(page);
        },
      };
    }),
  },
  "vendor-list-of-everybody": {
    violates: ["vendors/list-holds-own-vendors-only", "vendors/shown-to-the-owner-only"],
    summary: "The list contains the vendors of all marketplaces.",
    replace: connectPart("listAccounts", () => ({
      all: ({ state, command }) =>
        state
          .all(vendors)
          .filter(({ deletedAt, mode }) => deletedAt === null && mode === command.caller.mode)
          .toReversed(),
    })),
  },
});
