import liveRoutes from "./live-routes.ts";

export default [...liveRoutes];
