import fc from "fast-check";
import { processAuthorizationCodeResponse, skipStateCheck, validateAuthResponse } from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { validateAnswer } from "../../src/runtime/oauth/authorization.js";
import { plainTokens } from "../../src/runtime/oauth/exchange.js";
import { withoutSecrets } from "../../src/runtime/oauth/failure.js";
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
    ["another state", "code=c&state=other", /unexpected "state"/],
    ["an empty state", "code=c&state=", /unexpected "state"/],
    ["no state", "code=c", /"state" missing/],
    ["another state beside an error", "error=access_denied&state=other", /unexpected "state"/],
    ["another issuer", "code=c&state=sent&iss=https://evil.example", /unexpected "iss"/],
    ["another issuer by a slash", "code=c&state=sent&iss=https://op.example/", /unexpected "iss"/],
    ["a JWT", "response=a.b.c&state=sent", /JARM/],
    ["an ID token", "code=c&state=sent&id_token=a.b.c", /implicit and hybrid/],
    ["a token", "code=c&state=sent&token=x", /implicit and hybrid/],
    ["the code twice", "code=c&code=d&state=sent", /repeated/],
  ])("are refused with %s", (_title, answer, text) => {
    expect(() => judge(answer)).toThrow(text);
  });

  test.each(["code=c&state=sent", "code=c&state=sent&iss="])(
    "are refused without the issuer that the metadata promises: %s",
    (answer) => {
      expect(() => judge(answer, subjectOf(promised))).toThrow(/"iss" \(issuer\) missing/);
    },
  );
});

/** What the log would see of a refusal. */
const plainly = (response: Response) =>
  plainTokens(subjectOf(), response).catch((thrown: unknown) => {
    throw withoutSecrets(thrown);
  });

describe("the token answer of plain OAuth", () => {
  const answer = (body: unknown, status = 200, type = "application/json") =>
    plainly(
      new Response(typeof body === "string" ? body : JSON.stringify(body), {
        status,
        headers: { "content-type": type },
      }),
    );
  const good = { access_token: "at", token_type: "Bearer" };

  test("gives the tokens, their type in lower case and the seconds as a number", async () => {
    expect(await answer({ ...good, expires_in: "60", scope: "" })).toEqual({
      access_token: "at",
      token_type: "bearer",
      expires_in: 60,
      scope: "",
    });
  });

  test.each([
    [{ token_type: "Bearer" }, '"access_token" property must be a string'],
    [{ ...good, access_token: "" }, '"access_token" property must not be empty'],
    [{ access_token: "at" }, '"token_type" property must be a string'],
    [{ ...good, token_type: 1 }, '"token_type" property must be a string'],
    [{ ...good, token_type: "mac" }, "unsupported `token_type` value"],
    [{ ...good, expires_in: "soon" }, '"expires_in" property must be a number'],
    [{ ...good, expires_in: -1 }, '"expires_in" property must be a non-negative number'],
    [{ ...good, refresh_token: null }, '"refresh_token" property must be a string'],
    [{ ...good, scope: [] }, '"scope" property must be a string'],
    [{ ...good, expires_in: { toString: 0 } }, "Cannot convert object to primitive value"],
    ["<html>", "failed to parse"],
    [[good], "must be a top level object"],
  ])("%j is refused: %s", async (body, text) => {
    await expect(answer(body)).rejects.toThrow(text);
  });

  test.each(["text/html", "text/plain", "text/javascript", "application/vnd.api+json", ""])(
    "H-0: JSON is taken with the content type %j",
    async (type) => {
      expect(await answer(good, 200, type)).toMatchObject({ access_token: "at" });
      await expect(answer("at=1", 200, type)).rejects.toThrow(/JSON|content-type/);
    },
  );

  test("with another status tells it, the provider's words, and no token", async () => {
    await expect(answer({ error: "invalid_grant", error_description: "used" }, 400)).rejects.toThrow(
      /status 400, invalid_grant, used/,
    );
    const thrown = await answer({ access_token: "secret-token" }, 500).catch((error: unknown) => error);
    expect(String(thrown)).toMatch(/status 500/);
    expect(JSON.stringify(thrown, Object.getOwnPropertyNames(thrown))).not.toContain("secret-token");
  });
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
        const ours = await plainly(response()).catch(() => undefined);
        const theirs = await ofLibrary(response());
        expect(ours).toEqual(theirs && { ...theirs });
        if (ours !== undefined) taken += 1;
      },
    ),
    draw(3000, 40_000),
  );
  expect(taken).toBeGreaterThan(100);
});

test("H-0: drawn callbacks are judged as oauth4webapi judges them, but for repeated parameters", () => {
  const one = (name: string, ...values: string[]) =>
    fc
      .option(
        fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.string() }),
        {
          nil: undefined,
          freq: 3,
        },
      )
      .map((value) => (value === undefined ? [] : [[name, value]]));
  const rare = (name: string, ...values: string[]) =>
    fc.boolean().chain((isThere) => (isThere ? one(name, ...values) : fc.constant<string[][]>([])));
  const parts = fc.tuple(
    one("code", "c", ""),
    one("state", "sent", "other", ""),
    one("iss", "https://op.example", "https://evil.example", ""),
    one("error", "", "", "", "access_denied"),
    one("response", "", "", "", "a.b.c"),
    rare("id_token", "a.b.c", ""),
    one("scope", "a b"),
  );
  const again = fc.option(fc.constantFrom("scope", "code", "state"), { nil: undefined, freq: 5 });
  let taken = 0;
  fc.assert(
    fc.property(parts, again, fc.boolean(), fc.boolean(), (lists, repeated, isPromised, hasState) => {
      const params = new URLSearchParams(lists.flat());
      if (repeated !== undefined && params.has(repeated)) params.append(repeated, "again");
      const subject = subjectOf(isPromised ? promised : {});
      const expected = hasState ? "sent" : undefined;
      const outcome = (judgeIt: () => URLSearchParams): string | undefined => {
        try {
          return String(judgeIt());
        } catch {
          return undefined;
        }
      };
      const ours = outcome(() => validateAnswer(subject, params, expected));
      const theirs = outcome(() =>
        validateAuthResponse(subject.server.metadata, { client_id: "c" }, params, expected ?? skipStateCheck),
      );
      const isRepeated = new Set(params.keys()).size !== [...params.keys()].length;
      expect(ours).toBe(isRepeated ? undefined : theirs);
      if (ours !== undefined) taken += 1;
    }),
    draw(2000, 20_000),
  );
  expect(taken).toBeGreaterThan(50);
});
