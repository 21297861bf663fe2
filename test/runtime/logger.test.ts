import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as errors from "../../src/runtime/errors/index.js";
import { createLogger } from "../../src/runtime/callbacks/logger.js";

/** What the log says of an error. */
function logged(error: Error): string {
  const write = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => write.mockRestore());
  createLogger().error(error);
  return String(write.mock.lastCall?.[0]);
}

const withoutStack = [
  "DuplicateConditionalUI",
  "ExperimentalFeatureNotEnabled",
  "InvalidEndpoints",
  "InvalidProvider",
  "MissingAdapter",
  "MissingAdapterMethods",
  "MissingAuthorize",
  "MissingCSRF",
  "MissingPlugin",
  "MissingSecret",
  "MissingWebAuthnAutocomplete",
  "UnknownAction",
  "UnsupportedStrategy",
  "UntrustedHost",
];

type ErrorClass = new (message: string) => Error & { readonly type: string };

const classes = Object.values(errors as Record<string, unknown>).filter(
  (each): each is ErrorClass =>
    typeof each === "function" && (each === errors.AuthError || each.prototype instanceof errors.AuthError),
);

describe("the stack of an error", () => {
  test.each(classes.map((each) => [new each("what to change").type, each] as const))("%s", (type, made) => {
    const text = logged(new made("what to change"));
    expect(text).toContain(`[auth][error] ${type}: what to change`);
    expect(/\n\s+at /.test(text)).toBe(!withoutStack.includes(type));
  });

  test("of the app's own code is there, whatever its name", () => {
    const error = Object.assign(new Error("boom"), { name: "UnauthorizedError" });
    expect(logged(error)).toMatch(/UnauthorizedError: boom\n\s+at /);
  });
});

describe("causes", () => {
  const refused = Object.assign(new Error(""), { name: "AggregateError", code: "ECONNREFUSED" });
  const failed = new Error("Failed query: select 1", { cause: refused });

  test.each([
    ["of an adapter", new errors.AdapterError(failed.message, { cause: failed as never })],
    ["of a route", new errors.AuthError(failed.message, { cause: { err: failed } as never })],
  ])("behind a cause are said in a line each: %s", (_, error) => {
    const text = logged(error);
    expect(text).toContain("[auth][cause] Error: Failed query: select 1\n    at ");
    expect(text).toContain("\n[auth][cause] AggregateError: ECONNREFUSED");
  });

  test("that go round in a ring end", () => {
    const ring = new Error("ring");
    ring.cause = ring;
    expect(logged(ring).match(/\[auth\]\[cause\]/g)?.length).toBeLessThan(9);
  });
});
