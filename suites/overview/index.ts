import edges from "./edges.ts";
import figures from "./figures.ts";
import growth from "./growth.ts";
import leaders from "./leaders.ts";
import named from "./named.ts";
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
