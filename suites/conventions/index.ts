import liveRoutes from "./live-routes.ts";
import validation from "./validation.ts";

export default [...liveRoutes, ...validation];
