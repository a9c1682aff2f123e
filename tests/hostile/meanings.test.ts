import { meanings } from "./meanings.ts";
import { testMisbehaviours } from "./misbehaving.ts";

testMisbehaviours(meanings);
