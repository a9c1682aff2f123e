import { duplicate } from "../../emulator/areas/connect/keys.ts";
import { validationFailed } from "../../emulator/kernel/answers.ts";
import { type IdempotencyPolicy, scopeOf } from "../../emulator/kernel/idempotency.ts";
import type { RuleId } from "../../spec/index.ts";
import { liesAbout } from "../connect/lies.ts";
import { connecting } from "../connect/parts.ts";
import { reservedLate, transacting } from "../connect/races.ts";
import type { Mutant } from "../mutant.ts";
import { isObject, mutant } from "../shared/answers.ts";

const { plain, subtle } = liesAbout("createAccount");

const keying =
  (change: (usual: IdempotencyPolicy) => Partial<IdempotencyPolicy>) =>
  ({ idempotency }: { idempotency: IdempotencyPolicy }): { idempotency: IdempotencyPolicy } => ({
    idempotency: { ...idempotency, ...change(idempotency) },
  });

const limited = (most: number) =>
  keying(({ refuse }) => ({
    refuse: (key) => {
      if (key === undefined) return refuse(key);
      return key.length > most ? refuse("x".repeat(300)) : undefined;
    },
  }));

const refusedAs = (change: (field: string, missing: boolean) => ReturnType<typeof validationFailed>) =>
  keying(({ refuse }) => ({
    refuse: (key) => (refuse(key) === undefined ? undefined : change("Idempotency-Key", key === undefined)),
  }));

const fault = (field: string): ReturnType<typeof validationFailed> =>
  validationFailed(422, [{ rule: "invalid", field, message: "invalid validation failed" }]);

const RACE: RuleId = "vendors/concurrent-same-key-creates-once";

/** What idempotency keys do on creations, wrongly (§4.7, §7.6, §8). */
export const vendorKeyMutants: readonly Mutant[] = [
  plain(
    "vendor-key-optional",
    "vendors/key-required",
    "A creation without a key is taken.",
    keying(({ refuse }) => ({ refuse: (key) => (key === undefined ? undefined : refuse(key)) })),
  ),
  subtle(
    "vendor-key-missing-names-the-body",
    "vendors/key-required",
    "The refusal of a missing key names the field `idempotencyKey`.",
    refusedAs((field, missing) => fault(missing ? "idempotencyKey" : field)),
  ),
  plain(
    "vendor-key-overlooked",
    "vendors/given-key-is-no-fault",
    "A creation with a key is refused as one without.",
    keying(({ refuse }) => ({ refuse: () => refuse(undefined) })),
  ),
  plain(
    "vendor-key-of-at-most-100",
    "vendors/key-of-255-accepted",
    "A key of more than 100 characters is refused.",
    limited(100),
  ),
  subtle(
    "vendor-key-of-at-most-254",
    "vendors/key-of-255-accepted",
    "A key of 255 characters is refused.",
    limited(254),
  ),
  plain(
    "vendor-key-of-any-length",
    "vendors/key-of-256-refused",
    "A key of any length is taken.",
    limited(Number.POSITIVE_INFINITY),
  ),
  subtle(
    "vendor-key-of-at-most-256",
    "vendors/key-of-256-refused",
    "A key of 256 characters is taken.",
    limited(256),
  ),
  plain(
    "vendor-replay-with-another-id",
    "vendors/key-repeated-answer",
    "A repeated creation is answered with an id of its own.",
    keying(() => ({
      replay: ({ answer }, _command, now) => ({
        status: 201,
        body: { ...(isObject(answer?.body) ? answer.body : {}), id: `acct_replay${now}` },
      }),
    })),
  ),
  subtle(
    "vendor-replay-unprocessable",
    "vendors/key-repeated-answer",
    "A repeated creation is refused with 422.",
    keying(() => ({ replay: () => ({ ...duplicate(), status: 422 }) })),
  ),
  plain(
    "vendor-key-never-kept",
    "vendors/key-repeated-creates-once",
    "A key prevents nothing once its request has been answered.",
    keying(() => ({ keeps: () => false })),
  ),
  subtle(
    "vendor-key-spent-by-a-429",
    "vendors/minute-restores-the-rate",
    "The key of a creation that was refused for its rate is spent.",
    keying(() => ({ keeps: ({ status }) => status === 201 || status === 429 })),
  ),
  subtle(
    "vendor-key-cut",
    "vendors/distinct-keys-are-distinct",
    "Of a creation's key the first 64 characters are compared.",
    keying(() => ({ scope: (command, key) => scopeOf(command, key.slice(0, 64)) })),
  ),
  subtle(
    "vendor-key-without-its-end",
    "vendors/distinct-keys-are-distinct",
    "The last character of a key is not looked at, and the first vendor is the answer.",
    keying(() => ({
      scope: (command, key) => scopeOf(command, key.slice(0, -1)),
      replay: ({ answer }) => answer ?? duplicate(),
    })),
  ),
  subtle(
    "vendor-key-with-its-body",
    "vendors/key-repeated-creates-once",
    "A key with another name on the creation is another key.",
    keying(() => ({
      scope: (command, key) =>
        JSON.stringify([scopeOf(command, key), isObject(command.body) ? command.body["name"] : null]),
    })),
  ),
  plain(
    "vendor-key-of-everybody",
    "vendors/key-belongs-to-its-merchant",
    "A key that one merchant used brings its vendor to every other one.",
    keying(() => ({
      scope: ({ operationId, caller }, key) => JSON.stringify([caller.mode, operationId, key]),
      replay: ({ answer }) => answer ?? duplicate(),
    })),
  ),
  plain(
    "vendor-key-in-progress-is-a-duplicate",
    "vendors/key-in-progress-refused",
    "While a creation is in progress its repetition is called a duplicate.",
    keying(() => ({ inProgress: duplicate })),
  ),
  plain(
    "vendor-key-spent-by-a-refusal",
    "vendors/refused-request-spends-no-key",
    "A refused creation spends its key.",
    keying(() => ({ keeps: () => true })),
  ),
  subtle(
    "vendor-key-spent-by-a-named-refusal",
    "vendors/refused-request-spends-no-key",
    "A creation that is refused for a field spends its key.",
    keying(({ keeps }) => ({ keeps: (answer) => keeps(answer) || answer.status === 422 })),
  ),
  {
    ...mutant(
      {
        id: "vendor-key-reserved-late",
        violates: RACE,
        summary: "A creation's key is kept only when the vendor is there.",
        subtle: true,
      },
      (parts) => {
        const late = reservedLate(scopeOf);
        return connecting(transacting(parts, ["createAccount"], late.transact), ({ createAccount }) => ({
          createAccount: {
            ...createAccount,
            idempotency: { ...createAccount.idempotency, scope: late.scope },
          },
        }));
      },
    ),
    socket: true,
  },
];
