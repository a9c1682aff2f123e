import { describe, expect, it } from "vitest";
import { createBench, createShop } from "./bench.ts";

describe("vendors", () => {
  it("are listed by cursor and their transactions by page, each once", async () => {
    const shop = await createShop(createBench());
    const accts = [];
    for (let count = 0; count < 7; count += 1) accts.push(await shop.vendor());
    const seen: string[] = [];
    for (let cursor: string | null = "", turns = 0; cursor !== null && turns < 9; turns += 1) {
      const page = await shop.call(
        "GET",
        `/v1/connect/accounts?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...(page.json["data"] as { id: string }[]).map(({ id }) => id));
      cursor = page.json["next_cursor"] as string | null;
      expect(page.json["has_more"]).toBe(cursor !== null);
    }
    expect(seen).toEqual([...accts].reverse());
    const [acct = ""] = accts;
    for (let count = 0; count < 5; count += 1) await shop.allocate(acct, 100 + count);
    const amounts: number[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const { json } = await shop.call(
        "GET",
        `/v1/connect/accounts/${acct}/transactions?page=${page}&limit=2`,
      );
      expect(json).not.toHaveProperty("next_cursor");
      amounts.push(...(json["data"] as { amount: number }[]).map(({ amount }) => amount));
      more = json["has_more"] as boolean;
    }
    expect(amounts).toEqual([104, 103, 102, 101, 100]);
  });
});
