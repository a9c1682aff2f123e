import { documentedBodies } from "../guards.ts";

export default documentedBodies("authentication");
