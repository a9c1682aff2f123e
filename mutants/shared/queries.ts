import type { Wrap } from "../mutant.ts";

type Change = (query: URLSearchParams) => void;

/** Changes the query of GET requests with exactly these parameters. Null matches any value. */
export function readingQuery(
  request: { readonly path: string; readonly query: Readonly<Record<string, string | null>> },
  change: Change,
): Wrap {
  const names = Object.keys(request.query).sort().join();
  return (handler) => (asked) => {
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
}
