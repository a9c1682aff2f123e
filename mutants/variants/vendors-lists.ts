import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { connecting, readingAs } from "../connect/parts.ts";
import type { Replace, Variant } from "../mutant.ts";
import { naming } from "./parts/profile.ts";
import { answering, variant, wireVariant } from "./parts/variant.ts";
import { type PartChange, part } from "../part.ts";

type Listing = Parts["connect"]["listAccounts"];

const listing = (change: PartChange<Listing>): Replace => part(["connect", "listAccounts"], change);

/** A request whose query parameters have other names than the emulator knows. */
const queried = (names: Readonly<Record<string, string>>) =>
  connecting(({ listAccounts, listTransactions }) => {
    const read = <Route extends Listing | typeof listTransactions>(route: Route): Route => ({
      ...route,
      ...readingAs(route, (input) => {
        const query = Object.fromEntries(
          Object.entries(input.command.query).map(([name, value]) => [names[name] ?? `other-${name}`, value]),
        );
        return { ...input, command: { ...input.command, query } };
      }),
    });
    return { listAccounts: read(listAccounts), listTransactions: read(listTransactions) };
  });

const STATUS_OPEN = /^\/v1\/(?:remittance\/[^/]+|connect\/accounts(?:\/[^/]+\/transactions)?)$/;

/** Other choices at the open points in `spec/areas/vendors.yaml`: lists of vendors. */
export const vendorsListsVariants: readonly Variant[] = [
  wireVariant(
    "other-successes-of-reads",
    ["connect-list-statuses", "remittance-list-retrieve-status"],
    "The retrieval of a remittance and the lists of Connect are answered 203",
    (handler) => async (request) => {
      const answer = await handler(request);
      const isOpen = request.method === "GET" && STATUS_OPEN.test(new URL(request.url).pathname);
      return isOpen && answer.status === 200
        ? new Response(answer.body, { status: 203, headers: answer.headers })
        : answer;
    },
  ),
  {
    ...variant(
      "cursors-are-numbers",
      "vendor-list-cursor",
      "The cursor of the list of vendors is a number",
      (parts) => {
        // The places of vendors in the order of their creation, by id: what the numeric cursor counts.
        const positions = new Map<string, number>();
        return answering(["listAccounts"], 200, (body) => {
          const cursor = body["next_cursor"];
          if (typeof cursor === "string") body["next_cursor"] = positions.get(cursor) ?? cursor;
        })(
          listing((usual) => ({
            ...readingAs(usual, (input) => {
              const { query, caller } = input.command;
              const [cursor] = query["cursor"] ?? [];
              const found = input.state.find(vendors, "owner", ownerOf(caller))[Number(cursor) - 1];
              return found === undefined
                ? input
                : { ...input, command: { ...input.command, query: { ...query, cursor: [found.id] } } };
            }),
            all: (input) => {
              const all = input.state.find(vendors, "owner", ownerOf(input.command.caller));
              for (const [at, { id }] of all.entries()) positions.set(id, at + 1);
              return usual.all(input);
            },
          }))(parts),
        );
      },
    ),
  },
  variant(
    "cursor-on-the-last-page-too",
    "vendor-list-cursor",
    "The last page of vendors has a cursor as well",
    listing(() => ({ cursor: ({ entries }) => entries.at(-1)?.id ?? "end" })),
  ),
  variant(
    "deleted-vendors-listed",
    "vendor-list-deleted",
    "The list shows deleted vendors",
    listing(() => ({
      all: ({ state, command }) => state.find(vendors, "owner", ownerOf(command.caller)).toReversed(),
    })),
  ),
  variant(
    "vendors-of-both-environments-listed",
    "vendor-list-modes",
    "Every key lists the vendors of both environments",
    listing(() => ({
      all: ({ state, command: { caller } }) =>
        (["live", "test"] as const)
          .flatMap((mode) => state.find(vendors, "owner", ownerOf({ ...caller, mode })))
          .filter(({ deletedAt }) => deletedAt === null)
          .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)),
    })),
  ),
  variant(
    "three-vendors-a-page",
    "vendor-list-page-size",
    "A page holds three vendors at most, the oldest first",
    listing(({ all }) => ({
      usualSize: 3,
      largestSize: 3,
      all: (input) => all(input).toReversed(),
    })),
  ),
  {
    ...variant(
      "lists-with-other-parameters",
      ["vendor-list-parameters", "transaction-list-parameters"],
      "The parameters of the lists have other names",
      queried({ starting_after: "cursor", per_page: "limit", p: "page" }),
    ),
    alone: true,
    describe: naming({
      "accounts-cursor-parameter": "starting_after",
      "accounts-limit-parameter": "per_page",
      "transactions-page-parameter": "p",
      "transactions-limit-parameter": "per_page",
    }),
  },
  {
    ...variant(
      "lists-of-one-size",
      ["vendor-list-parameters", "transaction-list-parameters"],
      "The number of entries of a page cannot be chosen",
      queried({ cursor: "cursor", page: "page" }),
    ),
    alone: true,
    describe: naming({}, ["accounts-limit-parameter", "transactions-limit-parameter"]),
  },
];
