import created from "./created.ts";
import optionalFields from "./optional-fields.ts";
import refusals from "./refusals.ts";
import retrieved from "./retrieved.ts";

export default [...created, ...optionalFields, ...refusals, ...retrieved];
