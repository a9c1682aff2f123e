import type { RuleId } from "../../spec/index.ts";
import type { Handler, Mutant, Wrap } from "../mutant.ts";

/** A route with idempotency keys, and the rules that count the effects of a key. */
interface KeyedRoute {
  /** The object of the route, for ids and summaries: "allocation". */
  readonly name: string;
  readonly path: RegExp;
  readonly rules: Readonly<Record<"conflict" | "conflictEnds" | "refusal" | "outage" | "others", RuleId>>;
}

const HEADER = "idempotency-key";
/** The number of keys that a forgetful server remembers. */
const REMEMBERED = 10;

type Passing = { readonly request: Request; readonly key: string; readonly handler: Handler };

/** Handles the requests with a key to one route wrongly. Its state belongs to one server. */
function keyed(path: RegExp, behaviour: () => (passing: Passing) => Promise<Response>): Wrap {
  return (handler) => {
    const behave = behaviour();
    return async (request) => {
      const key = request.headers.get(HEADER);
      const isSelected = request.method === "POST" && path.test(new URL(request.url).pathname);
      return isSelected && key !== null ? behave({ request, key, handler }) : handler(request);
    };
  };
}

/** An outage uses up the key of a request to this path. */
export const spentByAnOutage = (path: RegExp): Wrap =>
  keyed(path, () => {
    const spent = new Set<string>();
    return async ({ request, key, handler }) => {
      if (spent.has(key))
        return Response.json({ code: "E_DUPLICATE_OPERATION", message: "Duplicate" }, { status: 409 });
      const answer = await handler(request);
      if (answer.status === 503) spent.add(key);
      return answer;
    };
  });

/** The same request under another key, so that it counts as new. */
function under(request: Request, key: string): Request {
  const copy = request.clone();
  const headers = new Headers(copy.headers);
  headers.set(HEADER, `${[...key].slice(0, 200).join("")}-again`);
  return new Request(copy, { headers });
}

const isConflict = async (answer: Response): Promise<boolean> =>
  answer.status === 409 && (await answer.clone().text()).includes("E_IDEMPOTENCY_CONFLICT");

/** Keys that do not prevent a repetition after a refusal, a conflict, an outage or many other keys (§7.6). */
export const keyedRequestMutants = ({ name, path, rules }: KeyedRoute): readonly Mutant[] => {
  /** Keys whose first request was refused are never used up. */
  const neverSpent = (isSelected: (status: number) => boolean): Wrap =>
    keyed(path, () => {
      const unlucky = new Map<string, number>();
      return async ({ request, key, handler }) => {
        const times = unlucky.get(key);
        if (times !== undefined) {
          unlucky.set(key, times + 1);
          return handler(under(request, `${key}-${times}`));
        }
        const answer = await handler(request);
        if (isSelected(answer.status)) unlucky.set(key, 1);
        return answer;
      };
    });
  return [
    {
      id: `${name}-conflict-is-done-too`,
      violates: [rules.conflict],
      summary: `A repetition that is refused with a conflict takes effect (${name}).`,
      wrap: keyed(path, () => async ({ request, key, handler }) => {
        const copy = request.clone();
        const answer = await handler(request);
        if (await isConflict(answer)) await handler(under(copy, key));
        return answer;
      }),
    },
    {
      id: `${name}-conflict-for-ever`,
      violates: [rules.conflictEnds],
      summary: `A key that was refused with a conflict is always refused with it (${name}).`,
      wrap: keyed(path, () => {
        const met = new Map<string, Response>();
        return async ({ request, key, handler }) => {
          const known = met.get(key);
          if (known !== undefined) return known.clone();
          const answer = await handler(request);
          if (await isConflict(answer)) met.set(key, answer.clone());
          return answer;
        };
      }),
    },
    {
      id: `${name}-key-never-spent-after-a-refusal`,
      violates: [rules.refusal],
      summary: `A key whose first request was refused never prevents a repetition (${name}).`,
      wrap: neverSpent((status) => status === 400 || status === 422),
    },
    {
      id: `${name}-key-never-spent-after-an-outage`,
      violates: [rules.outage],
      summary: `A key whose first request an outage refused never prevents a repetition (${name}).`,
      wrap: neverSpent((status) => status >= 500),
    },
    {
      id: `${name}-keys-remembered-ten-deep`,
      violates: [rules.others],
      summary: `A key is forgotten after ten others (${name}).`,
      wrap: keyed(path, () => {
        const keys: string[] = [];
        return async ({ request, key, handler }) => {
          const at = keys.indexOf(key);
          if (at < 0) keys.push(key);
          return at >= 0 && keys.length - at > REMEMBERED ? handler(under(request, key)) : handler(request);
        };
      }),
    },
  ];
};
