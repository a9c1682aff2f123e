import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { acting, answered } from "../connect/parts.ts";
import { type Body, isObject } from "../shared/answers.ts";

/** A figure whose sums are changed where they are not zero. */
export const summing =
  (figure: string, total: "total" | "previous_total", when: (period: Body) => boolean = () => true) =>
  (usual: OverviewParts): Partial<OverviewParts> =>
    acting(usual, (decision) =>
      answered(decision, ({ [figure]: series, period }) => {
        if (!isObject(series) || !isObject(period) || series[total] === 0 || !when(period)) return;
        series[total] = Number(series[total]) + 1;
      }),
    );
