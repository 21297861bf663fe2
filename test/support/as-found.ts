/** Test files share a process: what one of them sets or replaces is as it was when it ends. */
import { afterAll, vi } from "vitest";

const folder = process.cwd();
const environment = { ...process.env };
// A server of @hono/node-server puts its own in their place.
const found = { Request, Response };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  Object.assign(globalThis, found);
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
