/** Express apps on a free port, old and new. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express5 from "express";
import type { Express } from "express";
// @ts-expect-error -- an alias of express 4 for tests; its types are those of express 5
import express4 from "express4";

export const expresses: Readonly<Record<"4" | "5", typeof express5>> = {
  4: express4 as typeof express5,
  5: express5,
};

export interface Running {
  readonly origin: string;
  readonly host: string;
  close(): Promise<void>;
}

/** Starts an app on loopback. */
export async function listen(app: Express): Promise<Running> {
  const server = await new Promise<Server>((resolve) => {
    const started = app.listen(0, "127.0.0.1", () => resolve(started));
  });
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
