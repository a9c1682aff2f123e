import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { readingAs } from "../connect/parts.ts";
import { type Replace, type Variant, inOrder, perEmulator } from "../mutant.ts";
import { named } from "../named.ts";
import { naming } from "./parts/profile.ts";
import { answering } from "../shared/answers.ts";
import { type PartChange, part } from "../part.ts";

type Listing = Parts["connect"]["listAccounts"];

const listing = (change: PartChange<Listing>): Replace => part(["connect", "listAccounts"], change);

/** Renames the query parameters of a list. */
const queried = (names: Readonly<Record<string, string>>): Replace =>
  inOrder(
    ...(["listAccounts", "listTransactions"] as const).map((place) =>
      readingAs(place, (input) => {
        const query = Object.fromEntries(
          Object.entries(input.command.query).map(([name, value]) => [names[name] ?? `other-${name}`, value]),
        );
        return { ...input, command: { ...input.command, query } };
      }),
    ),
  );

const STATUS_OPEN = /^\/v1\/(?:remittance\/[^/]+|connect\/accounts(?:\/[^/]+\/transactions)?)$/;

/** Other choices at the open points in `spec/areas/vendors.yaml`: lists of vendors. */
export const variants = named<Variant>({
  "other-successes-of-reads": {
    openPoints: ["connect-list-statuses", "remittance-list-retrieve-status"],
    what: "The retrieval of a remittance and the lists of Connect return 203",
    wrap: (handler) => async (request) => {
      const answer = await handler(request);
      const isOpen = request.method === "GET" && STATUS_OPEN.test(new URL(request.url).pathname);
      return isOpen && answer.status === 200
        ? new Response(answer.body, { status: 203, headers: answer.headers })
        : answer;
    },
  },
  "cursors-are-numbers": {
    openPoints: ["vendor-list-cursor"],
    what: "The cursor of the list of vendors is a number",
    replace: perEmulator(() => {
      // The position of each vendor, by id, in the order of creation. The numeric cursor counts these.
      const positions = new Map<string, number>();
      return inOrder(
        listing(({ all }) => ({
          all: (input) => {
            const created = input.state.find(vendors, "owner", ownerOf(input.command.caller));
            for (const [at, { id }] of created.entries()) positions.set(id, at + 1);
            return all(input);
          },
        })),
        readingAs("listAccounts", (input) => {
          const { query, caller } = input.command;
          const [cursor] = query["cursor"] ?? [];
          const found = input.state.find(vendors, "owner", ownerOf(caller))[Number(cursor) - 1];
          return found === undefined
            ? input
            : { ...input, command: { ...input.command, query: { ...query, cursor: [found.id] } } };
        }),
        answering(["listAccounts"], 200, (body) => {
          const cursor = body["next_cursor"];
          if (typeof cursor === "string") body["next_cursor"] = positions.get(cursor) ?? cursor;
        }),
      );
    }),
  },
  "cursor-on-the-last-page-too": {
    openPoints: ["vendor-list-cursor"],
    what: "The last page of vendors has a cursor as well",
    replace: listing(() => ({ cursor: ({ entries }) => entries.at(-1)?.id ?? "end" })),
  },
  "no-cursor-on-the-last-page": {
    openPoints: ["vendor-list-cursor"],
    what: "The last page of vendors has no `next_cursor`",
    replace: answering(["listAccounts"], 200, (body) => {
      if (body["has_more"] === false) delete body["next_cursor"];
    }),
  },
  "deleted-vendors-listed": {
    openPoints: ["vendor-list-deleted"],
    what: "The list shows deleted vendors",
    replace: listing(() => ({
      all: ({ state, command }) => state.find(vendors, "owner", ownerOf(command.caller)).toReversed(),
    })),
  },
  "vendors-of-both-environments-listed": {
    openPoints: ["vendor-list-modes"],
    what: "Every key lists the vendors of both environments",
    replace: listing(() => ({
      all: ({ state, command: { caller } }) =>
        (["live", "test"] as const)
          .flatMap((mode) => state.find(vendors, "owner", ownerOf({ ...caller, mode })))
          .filter(({ deletedAt }) => deletedAt === null)
          .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)),
    })),
  },
  "three-vendors-a-page": {
    openPoints: ["vendor-list-page-size"],
    what: "A page has at most three vendors, oldest first",
    replace: listing(({ all }) => ({
      usualSize: 3,
      largestSize: 3,
      all: (input) => all(input).toReversed(),
    })),
  },
  "lists-with-other-parameters": {
    openPoints: ["vendor-list-parameters", "transaction-list-parameters"],
    what: "The parameters of the lists have other names",
    alone: true,
    replace: queried({ starting_after: "cursor", per_page: "limit", p: "page" }),
    describe: naming({
      "accounts-cursor-parameter": "starting_after",
      "accounts-limit-parameter": "per_page",
      "transactions-page-parameter": "p",
      "transactions-limit-parameter": "per_page",
    }),
  },
  "lists-of-one-size": {
    openPoints: ["vendor-list-parameters", "transaction-list-parameters"],
    what: "The page size cannot be set",
    alone: true,
    replace: queried({ cursor: "cursor", page: "page" }),
    describe: naming({}, ["accounts-limit-parameter", "transactions-limit-parameter"]),
  },
});
