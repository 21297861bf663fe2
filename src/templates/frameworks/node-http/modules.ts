/** Modules of Node whose `createServer` takes a listener. */
export const httpModules: readonly string[] = ["node:http", "http", "node:https", "https"];
