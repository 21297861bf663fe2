import { expect, it, vi } from "vitest";
import { RequestRefused } from "../../src/runtime/http/body.js";
import { FlowFailure } from "../../src/runtime/http/flow-result.js";

it("what ends a flow, and what refuses a request, is known when another copy of the package threw it", async () => {
  vi.resetModules();
  const other = {
    ...(await import("../../src/runtime/http/flow-result.js")),
    ...(await import("../../src/runtime/http/body.js")),
  };
  const failure: unknown = new other.FlowFailure(new Error("x"), []);
  const refused: unknown = new other.RequestRefused(413, "x");
  expect(other.FlowFailure).not.toBe(FlowFailure);
  expect([failure instanceof FlowFailure, failure instanceof RequestRefused]).toEqual([true, false]);
  expect([refused instanceof RequestRefused, refused instanceof FlowFailure]).toEqual([true, false]);
  expect(new Error("x") instanceof FlowFailure).toBe(false);
});
