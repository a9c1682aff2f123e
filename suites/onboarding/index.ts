import links from "./links.ts";

export default [...links];
