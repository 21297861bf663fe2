// alone: the client remembers its configuration, as a page does
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { signIn, signOut } from "../../src/runtime/client/calls.js";
import { signIn as signInWithPasskey } from "../../src/runtime/client/webauthn.js";

const origin = "https://app.example.com";
const providers = {
  credentials: { id: "credentials", type: "credentials" },
  email: { id: "email", type: "email" },
  github: { id: "github", type: "oauth" },
  passkey: { id: "passkey", type: "webauthn" },
};

let location: { href: string; origin: string; reload: () => void };

/** A browser on a page of the app, whose server answers every form with this. */
function page(answer: unknown, status = 200): void {
  location = { href: `${origin}/page`, origin, reload: () => undefined };
  vi.stubGlobal("window", { location });
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.endsWith("/providers")) return Response.json(providers);
    if (path.endsWith("/csrf")) return Response.json({ csrfToken: "token" });
    if (path.includes("/webauthn-options/"))
      return Response.json({ action: "authenticate", options: { challenge: "AA" } });
    return Response.json(answer, { status });
  });
  vi.stubGlobal("PublicKeyCredential", () => undefined);
  vi.stubGlobal("navigator", { credentials: { get: async () => credential } });
}

const bytes = new Uint8Array([1]).buffer;
const credential = {
  id: "AQ",
  rawId: bytes,
  type: "public-key",
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null },
  getClientExtensionResults: () => ({}),
};

beforeEach(() => page(null));
afterEach(() => vi.unstubAllGlobals());

/** What a browser would run, or hand to another program. */
const scripts = [
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "blob:https://app.example.com/1",
];

/** Answers of a server that has no address to give, or a wrong one. */
const answers: readonly (readonly [unknown, number])[] = [
  ["Bad request.", 413],
  [{ message: "There was a problem with the server configuration." }, 500],
  [null, 405],
  [{ url: "javascript:alert(1)" }, 200],
];

describe("SEC2-30 the browser goes to http and https only", () => {
  test.each(scripts)("not to %j, whatever the server answers", async (redirectTo) => {
    for (const [answer, status] of answers) {
      for (const leave of [
        () => signIn("credentials", { redirectTo }),
        () => signIn("github", { callbackUrl: redirectTo }),
        () => signOut({ redirectTo }),
        () => signInWithPasskey("passkey", { redirectTo }),
      ]) {
        page(answer, status);
        await leave();
        expect(location.href).toBe(origin);
      }
      page(answer, status);
      expect(await signOut({ redirectTo, redirect: false })).toEqual({ url: origin });
      const { url } = await signIn("credentials", { redirectTo, redirect: false });
      expect(url ?? origin).toMatch(/^https:/);
    }
  });

  test.each(["/account?a=1#b", "https://app.example.com/x", "http://other.example/", "account", "?page=2"])(
    "still to %j",
    async (redirectTo) => {
      page("Bad request.", 413);
      await signOut({ redirectTo });
      expect(location.href).toBe(redirectTo);
    },
  );

  test("an unknown provider leads to the sign-in page, with the target as a parameter", async () => {
    await signIn("constructor", { redirectTo: "javascript:alert(1)" });
    expect(location.href).toMatch(/^\/api\/auth\/signin\?/);
  });
});
