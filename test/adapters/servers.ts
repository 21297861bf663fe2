import { connect } from "node:net";

/** Does a database server answer on this port of this machine? Tests of servers that are not there say so and skip. */
export const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: 1000 });
    const finish = (there: boolean): void => {
      socket.destroy();
      resolve(there);
    };
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
    socket.once("timeout", () => finish(false));
  });
