import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { liesAbout } from "../connect/lies.ts";
import type { Mutant } from "../mutant.ts";

const { plain, subtle } = liesAbout("listAccounts");

/** The list of vendors and its cursor, wrongly (§4.7). */
export const vendorListMutants: readonly Mutant[] = [
  plain(
    "vendor-list-lacks-the-newest",
    "vendors/created-is-listed",
    "The newest vendor is not listed.",
    ({ all }) => ({ all: (input) => all(input).slice(1) }),
  ),
  plain(
    "vendor-list-lacks-one-at-page-borders",
    "vendors/list-is-complete",
    "A later page begins one vendor too late.",
    ({ page }) => ({ page: (all, after, size) => page(all, after < 0 ? after : after + 1, size) }),
  ),
  subtle(
    "vendor-list-lacks-the-oldest-of-many",
    "vendors/list-is-complete",
    "Of more than eight vendors the oldest is not listed.",
    ({ all }) => ({
      all: (input) => {
        const list = all(input);
        return list.length > 8 ? list.slice(0, -1) : list;
      },
    }),
  ),
  plain(
    "vendor-list-repeats-at-page-borders",
    "vendors/list-does-not-repeat",
    "A later page begins with the last vendor of the page before.",
    ({ page }) => ({
      page: (all, after, size) =>
        after < 0
          ? page(all, after, size)
          : { entries: all.slice(after, after + 1 + size), more: after + 1 + size < all.length },
    }),
  ),
  subtle(
    "vendor-list-repeats-on-the-last-page",
    "vendors/list-does-not-repeat",
    "The last page ends with the first vendor.",
    ({ page }) => ({
      page: (all, after, size) => {
        const usual = page(all, after, size);
        const first = all.slice(0, 1);
        return after < 0 || usual.more ? usual : { ...usual, entries: [...usual.entries, ...first] };
      },
    }),
  ),
  subtle(
    "vendor-list-cursor-in-uppercase",
    "vendors/list-next-cursor-leads-on",
    "A cursor is told in capital letters, and is unknown when it comes back.",
    ({ cursor }) => ({ cursor: (page) => cursor(page)?.toUpperCase() ?? null }),
  ),
  plain(
    "vendor-list-more-after-the-last-full-page",
    "vendors/list-has-more-is-truthful",
    "The last full page of vendors says that more follow.",
    () => ({
      page: (all, after, size) => ({
        entries: all.slice(after + 1, after + 1 + size),
        more: after + 1 + size <= all.length,
      }),
    }),
  ),
  subtle(
    "vendor-list-no-more-though-a-cursor",
    "vendors/list-has-more-is-truthful",
    "The second page says that none follow, and gives the cursor to the third.",
    ({ page, cursor }) => {
      let hidden = false;
      return {
        page: (all, after, size) => {
          const usual = page(all, after, size);
          hidden = usual.more && after >= 0;
          return hidden ? { ...usual, more: false } : usual;
        },
        cursor: ({ entries, more }) => cursor({ entries, more: more || hidden }),
      };
    },
  ),
  plain(
    "vendor-list-without-cursor",
    "vendors/list-next-cursor-when-more",
    "No page gives a cursor.",
    () => ({ cursor: () => null }),
  ),
  subtle(
    "vendor-list-without-cursor-on-page-two",
    "vendors/list-next-cursor-when-more",
    "Every second page gives no cursor.",
    ({ cursor }) => {
      let pages = 0;
      return {
        cursor: (page) => {
          pages += page.more ? 1 : 0;
          return pages % 2 === 0 ? null : cursor(page);
        },
      };
    },
  ),
  plain(
    "vendor-list-of-everybody",
    "vendors/list-holds-own-vendors-only",
    "The list holds the vendors of all marketplaces.",
    () => ({
      all: ({ state, command }) =>
        state
          .all(vendors)
          .filter(({ deletedAt, mode }) => deletedAt === null && mode === command.caller.mode)
          .toReversed(),
    }),
  ),
];
