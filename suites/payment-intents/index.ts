import optionalFields from "./optional-fields.ts";

export default [...optionalFields];
