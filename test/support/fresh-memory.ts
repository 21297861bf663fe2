/** What this process remembers of tries and used sign-ins belongs to one test, as if each had a process of its own. */
import { beforeEach } from "vitest";

beforeEach(() => {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("authwright.shared-memory")];
});
