import { type Fault, type Handler, type Mutant, wrapping } from "../mutant.ts";

type Change = (query: URLSearchParams) => void;

/** A mutant that changes the query of a GET with exactly these parameters; null matches any value. */
export function readingQuery(
  fault: Fault,
  request: { readonly path: string; readonly query: Readonly<Record<string, string | null>> },
  change: Change,
): Mutant {
  const names = Object.keys(request.query).sort().join();
  const wrap = (handler: Handler): Handler => {
    return (asked) => {
      const url = new URL(asked.url);
      const { searchParams } = url;
      const isSelected =
        asked.method === "GET" &&
        url.pathname.endsWith(request.path) &&
        [...searchParams.keys()].sort().join() === names &&
        Object.entries(request.query).every(
          ([name, value]) => (value ?? searchParams.get(name)) === searchParams.get(name),
        );
      if (!isSelected) return handler(asked);
      change(searchParams);
      return handler(new Request(url, { headers: asked.headers }));
    };
  };
  return wrapping({ ...fault, subtle: true }, wrap);
}
