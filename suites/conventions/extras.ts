import { obeysNothingElseIn } from "../extras.ts";

/** Each documented operation, with what it does not take (§4). Other rules judge lists with parameters of their own, and withdrawals. */
export default [
  ...obeysNothingElseIn("conventions", {
    guards: "authentication",
    except: ["create-subscription", "delete-test-clock"],
  }),
  ...obeysNothingElseIn("conventions", {
    guards: "connect-guards",
    except: ["list-vendors", "list-transactions", "withdraw"],
  }),
];
