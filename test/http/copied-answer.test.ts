/** An integration may copy our answer before it is sent: what it copies has all headers. */
import { afterEach, expect, test, vi } from "vitest";
import { Auth } from "../../src/runtime/index.js";

/** A copy takes what the first one was made with, as in @hono/node-server 1. */
class Remembering extends Response {
  readonly made: ResponseInit | undefined;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    const made = init instanceof Remembering ? init.made : init;
    super(body, made);
    this.made = made;
  }
}

afterEach(() => vi.unstubAllGlobals());

test("a copy that knows nothing of headers added later keeps the cookies", async () => {
  vi.stubGlobal("Response", Remembering);
  const answer = await Auth(new Request("http://localhost:3000/auth/csrf"), {
    secret: "a secret of at least 32 characters",
    trustHost: true,
    basePath: "/auth",
    providers: [],
  });
  const copy = new Response(answer.body, answer);
  expect(copy.headers.getSetCookie()).toEqual(answer.headers.getSetCookie());
  expect(copy.headers.getSetCookie().map((line) => line.split("=")[0])).toContain("authjs.csrf-token");
});
