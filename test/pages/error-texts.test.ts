import { describe, expect, test } from "vitest";
import { bodyKind } from "../../src/runtime/http/body.js";
import { coreApp, origin, watched } from "../support/browser.js";

const inherited = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];
const app = coreApp({ providers: [], ...watched().config });
const boxOf = async (path: string) =>
  /role="alert"><p>([^<]*)/
    .exec(await (await app(new Request(`${origin}/auth/${path}`))).text())?.[1]
    ?.trim();

describe("SEC2-33 a name that every object has", () => {
  test.each(inherited)("error=%s shows the general text", async (error) => {
    expect(await boxOf(`signin?error=${error}`)).toBe(
      "Signing in did not work. Try again, or choose another way.",
    );
    expect(await boxOf(`error?error=${error}`)).toBe("Signing in did not work. Please try again.");
  });

  test.each(inherited)("%s is no kind of body", (type) => {
    expect(bodyKind(type)).toBeUndefined();
    expect(bodyKind(`${type}; charset=latin1`)).toBeUndefined();
  });

  test("an error that has a text shows it", async () => {
    expect(await boxOf("signin?error=CredentialsSignin")).toContain("Check that the details");
    expect(await boxOf("error?error=AccessDenied")).toContain("It has no access to this site.");
  });
});

describe("a provider that is not known", () => {
  test.each([
    [
      "error?error=Configuration&auth_reason=provider",
      "Signing in with the service that you chose did not work",
    ],
    ["error?error=Configuration&auth_reason=slow", "No answer from the service that you chose"],
    ["signin?error=OAuthCallbackError&auth_reason=refused", "Signing in with the service that you chose did"],
    ["signin?error=OAuthCallbackError", "Signing in with the service that you chose was"],
  ])("%s begins no sentence with a small letter", async (path, text) => {
    const answer = await app(new Request(`${origin}/auth/${path}`));
    expect(await answer.text()).toMatch(new RegExp(`<(h1|p)>${text}`));
  });
});
