/** A plain proxy: undici between a server of Node and the URL in its argument. Prints its own URL. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

const pool = new Pool(process.argv[2] ?? "");
const server = createServer((request, response) => {
  const { method = "GET", url: path = "/", headers } = request;
  const { host: _host, connection: _connection, "transfer-encoding": _coding, ...others } = headers;
  const body = headers["content-length"] === undefined ? null : request;
  pool
    .stream({ method, path, headers: others, body }, ({ statusCode, headers: answered }) => {
      const { connection: _own, "transfer-encoding": _its, ...passed } = answered;
      return response.writeHead(statusCode, passed);
    })
    .catch(() => response.destroy());
});
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
