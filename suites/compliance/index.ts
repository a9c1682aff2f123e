import files from "./files.ts";
import outages from "./outages.ts";

export default [...files, ...outages];
