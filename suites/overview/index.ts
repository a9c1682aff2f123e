import edges from "./calendar-edges.ts";
import figures from "./figures.ts";
import growth from "./growth.ts";
import leaders from "./top-volume.ts";
import named from "./named-account.ts";
import parameters from "./parameters.ts";
import reference from "./reference.ts";
import windows from "./windows.ts";

export default [
  ...parameters,
  ...windows,
  ...edges,
  ...figures,
  ...named,
  ...reference,
  ...leaders,
  ...growth,
];
