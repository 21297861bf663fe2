/** What this process remembers of tries and used sign-ins belongs to one test, as if each had a process of its own. */
import { beforeEach } from "vitest";

beforeEach(() => {
  const home = globalThis as Record<symbol, unknown>;
  for (const name of ["shared-memory", "ended-sessions"]) delete home[Symbol.for(`authwright.${name}`)];
});
