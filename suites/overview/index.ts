import parameters from "./parameters.ts";
import windows from "./windows.ts";

export default [...parameters, ...windows];
