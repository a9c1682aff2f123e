import { documentedBodies } from "../guards.ts";

export default documentedBodies("connect-guards");
