import fc from "fast-check";
import { processAuthorizationCodeResponse } from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { validateAnswer } from "../../src/runtime/oauth/authorization.js";
import { plainTokens } from "../../src/runtime/oauth/token-answer.js";
import { draw } from "../properties/draw.js";

type Subject = Parameters<typeof validateAnswer>[0];

const subjectOf = (metadata: object = {}, server: object = {}): Subject =>
  ({
    provider: { id: "example", type: "oauth", protocol: { hasIdToken: false } },
    server: { hasIssuer: true, metadata: { issuer: "https://op.example", ...metadata }, ...server },
  }) as unknown as Subject;
const promised = { authorization_response_iss_parameter_supported: true };
const judge = (answer: string, subject = subjectOf(), state: string | undefined = "sent") =>
  validateAnswer(subject, new URLSearchParams(answer), state);

describe("the parameters that a provider sends back", () => {
  test.each([
    ["with the state and the issuer", "code=c&state=sent&iss=https%3A%2F%2Fop.example", subjectOf(promised)],
    ["without an issuer that nobody promised", "code=c&state=sent", subjectOf()],
  ])("pass %s", (_title, answer, subject) => {
    expect([...judge(answer, subject)]).toEqual([...new URLSearchParams(answer)]);
  });

  test("pass without the issuer, where the provider has none to compare it with", () => {
    const subject = subjectOf(promised, { hasIssuer: false });
    expect(judge("code=c&state=sent&iss=https://any.example", subject).has("iss")).toBe(false);
  });

  test("pass with any state where none was sent", () => {
    expect(validateAnswer(subjectOf(), new URLSearchParams("code=c&state=x"), undefined).get("code")).toBe(
      "c",
    );
  });

  test.each([
    ["another state", "code=c&state=other", /another `state`/],
    ["an empty state", "code=c&state=", /no `state`/],
    ["no state", "code=c", /no `state`/],
    ["another state beside an error", "error=access_denied&state=other", /another `state`/],
    ["another issuer", "code=c&state=sent&iss=https://evil.example", /another issuer/],
    ["another issuer by a slash", "code=c&state=sent&iss=https://op.example/", /another issuer/],
    ["a JWT", "response=a.b.c&state=sent", /JARM/],
    ["an ID token", "code=c&state=sent&id_token=a.b.c", /only a code/],
    ["a token", "code=c&state=sent&token=", /only a code/],
    ["the code twice", "code=c&code=d&state=sent", /repeated/],
  ])("are refused with %s", (_title, answer, text) => {
    expect(() => judge(answer)).toThrow(text);
  });

  test.each(["code=c&state=sent", "code=c&state=sent&iss="])(
    "are refused without the issuer that the metadata promises: %s",
    (answer) => {
      expect(() => judge(answer, subjectOf(promised))).toThrow(/does not name its issuer/);
    },
  );
});

describe("the token answer of plain OAuth", () => {
  const answer = (body: unknown, status = 200, type = "application/json") =>
    plainTokens(new Response("", { status, headers: { "content-type": type } }), body);
  const good = { access_token: "at", token_type: "Bearer" };

  test("gives the tokens, their type in lower case and the seconds as a number", () => {
    expect(answer({ ...good, expires_in: "60", scope: "" })).toEqual({
      access_token: "at",
      token_type: "bearer",
      expires_in: 60,
      scope: "",
    });
  });

  test.each([
    [{ token_type: "Bearer" }, "holds no `access_token`"],
    [{ ...good, access_token: "" }, "holds `access_token`, which is not a text with something in it"],
    [{ access_token: "at" }, "holds no `token_type`"],
    [{ ...good, token_type: 1 }, "holds `token_type`, which is not a text with something in it"],
    [{ ...good, token_type: "mac" }, "holds `token_type`, which is neither Bearer nor DPoP"],
    [{ ...good, expires_in: "soon" }, "holds `expires_in`, which is not a number of seconds"],
    [{ ...good, expires_in: -1 }, "holds `expires_in`, which is not a number of seconds"],
    [{ ...good, refresh_token: null }, "holds `refresh_token`, which is not a text with something in it"],
    [{ ...good, scope: [] }, "holds `scope`, which is not a text"],
    [undefined, "is not JSON"],
    [[good], "is no JSON object"],
  ])("%j is refused: it %s", (body, text) => {
    expect(() => answer(body)).toThrow(`The token endpoint's answer ${text}`);
  });

  test.each(["text/html", "text/plain", "text/javascript", "application/vnd.api+json", ""])(
    "H-0: JSON is taken with the content type %j",
    (type) => {
      expect(answer(good, 200, type)).toMatchObject({ access_token: "at" });
      expect(() => answer(undefined, 200, type)).toThrow("is not JSON");
    },
  );

  test("with another status tells it, and the provider's words", () => {
    expect(() => answer({ error: "invalid_grant", error_description: "used" }, 400)).toThrow(
      "The token endpoint refused the code (status 400, invalid_grant, used)",
    );
    expect(() => answer({ access_token: "secret" }, 500)).toThrow(
      /^The token endpoint refused the code \(status 500\)$/,
    );
  });
});

test("members that no text can be made of are named, and end in no other error", () => {
  const hostile = { toString: 0 };
  const answer = (status: number) =>
    new Response(null, { status, headers: { "content-type": "application/json" } });
  const tokens = { access_token: "a", token_type: "bearer", expires_in: hostile };
  expect(() => plainTokens(answer(200), tokens)).toThrow(/`expires_in`, which is not a number of seconds/);
  const refusal = { error: "invalid_grant", error_description: hostile };
  expect(() => plainTokens(answer(400), refusal)).toThrow(/refused the code \(status 400, invalid_grant\)$/);
});

/** What oauth4webapi makes of an answer; undefined: it refuses. */
async function ofLibrary(response: Response): Promise<Record<string, unknown> | undefined> {
  const server = { issuer: "https://op.example" };
  return processAuthorizationCodeResponse(server, { client_id: "c" }, response).catch(() => undefined);
}

test("H-0: drawn answers are judged as oauth4webapi judges them", async () => {
  const odd = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.boolean(),
    fc.constant([]),
    fc.constant({}),
  );
  const member = (...usual: unknown[]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: odd });
  const body = fc.record(
    {
      access_token: member("at"),
      token_type: member("bearer", "Bearer", "DPoP", "mac"),
      expires_in: member(60, "60", 0, -1),
      refresh_token: member("rt", ""),
      scope: member("a b", ""),
    },
    { requiredKeys: [] },
  );
  const text = fc.oneof(
    { weight: 6, arbitrary: body.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "<html>", "[]", "null", "access_token=at&token_type=bearer", "1"),
    },
  );
  const type = fc.constantFrom(
    "application/json",
    "application/json; charset=utf-8",
    "text/html",
    "text/plain",
    "text/javascript",
    "application/vnd.api+json",
    undefined,
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      text,
      type,
      fc.constantFrom(200, 200, 200, 200, 201, 400, 500),
      async (sent, kind, status) => {
        const response = () =>
          new Response(sent, { status, ...(kind && { headers: { "content-type": kind } }) });
        const parsed: unknown = await response()
          .json()
          .catch(() => undefined);
        let ours: Record<string, unknown> | undefined;
        try {
          ours = plainTokens(response(), parsed);
        } catch {
          ours = undefined;
        }
        const theirs = await ofLibrary(response());
        expect(ours).toEqual(theirs && { ...theirs });
        if (ours !== undefined) taken += 1;
      },
    ),
    draw(3000, 40_000),
  );
  expect(taken).toBeGreaterThan(100);
});
