import { obeysNothingElseIn } from "../extras.ts";

/** Each operation, with what it does not take (§4). Other rules judge lists with parameters of their own. */
export default [
  ...obeysNothingElseIn("conventions", {
    guards: "authentication",
    except: ["delete-test-clock"],
  }),
  ...obeysNothingElseIn("conventions", {
    guards: "connect-guards",
    except: ["list-vendors", "list-transactions"],
  }),
];
