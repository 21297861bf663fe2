import { createHash, createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type AwsRequest, signedAwsHeaders } from "../../src/providers/functions/aws-signature.js";
import SES from "../../src/providers/ses.js";
import { normalizeProvider } from "../../src/runtime/settings/provider.js";
import type { EmailConfig } from "../../src/runtime/types/provider.js";

// The key of the examples in the AWS documentation.
const key = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const signatureOf = (headers: Readonly<Record<string, string>>) =>
  /Signature=([\da-f]{64})$/.exec(headers["authorization"] ?? "")?.[1];

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (secret: string | Buffer, text: string) => createHmac("sha256", secret).update(text).digest();

describe("Signature Version 4", () => {
  const example: AwsRequest = {
    method: "GET",
    url: "https://iam.amazonaws.com/?Version=2010-05-08&Action=ListUsers",
    headers: { "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" },
    body: "",
  };
  const now = new Date("2015-08-30T12:36:00.123Z");

  test("the example of the AWS documentation, worked out step by step", async () => {
    const canonical = [
      "GET",
      "/",
      "Action=ListUsers&Version=2010-05-08",
      "content-type:application/x-www-form-urlencoded; charset=utf-8",
      "host:iam.amazonaws.com",
      "x-amz-date:20150830T123600Z",
      "",
      "content-type;host;x-amz-date",
      sha256(""),
    ].join("\n");
    // The figure that is printed there.
    expect(sha256(canonical)).toBe("f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59");
    const scope = ["20150830", "us-east-1", "iam", "aws4_request"];
    const text = ["AWS4-HMAC-SHA256", "20150830T123600Z", scope.join("/"), sha256(canonical)].join("\n");
    const derived = scope.reduce<string | Buffer>(
      (secret, part) => hmac(secret, part),
      `AWS4${key.secretAccessKey}`,
    );
    const expected = hmac(derived, text).toString("hex");
    expect(expected).toBe("5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
    const headers = await signedAwsHeaders(example, key, { region: "us-east-1", service: "iam" }, now);
    expect(headers["authorization"]).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope.join("/")}, SignedHeaders=content-type;host;x-amz-date, Signature=${expected}`,
    );
  });

  test.each<[string, Partial<AwsRequest>]>([
    ["the body", { body: "x" }],
    ["the path", { url: "https://iam.amazonaws.com/x?Version=2010-05-08&Action=ListUsers" }],
    ["the query", { url: "https://iam.amazonaws.com/?Version=2010-05-08&Action=Other" }],
    ["the method", { method: "POST" }],
    ["a header", { headers: { "content-type": "text/plain" } }],
  ])("%s changes the signature", async (_what, change) => {
    const scope = { region: "us-east-1", service: "iam" };
    const one = await signedAwsHeaders(example, key, scope, now);
    const other = await signedAwsHeaders({ ...example, ...change }, key, scope, now);
    expect(signatureOf(other)).toMatch(/^[\da-f]{64}$/);
    expect(signatureOf(other)).not.toBe(signatureOf(one));
  });
});

describe("Amazon SES", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 2, 3, 4, 5), toFake: ["Date"] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function send(options: object): Promise<[url: string, init: RequestInit]> {
    const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(
      async () => new Response("{}"),
    );
    vi.stubGlobal("fetch", fetched);
    const provider = normalizeProvider(SES({ ...key, region: "eu-west-1", ...options })) as EmailConfig;
    await provider.sendVerificationRequest({
      identifier: "ada@example.com",
      url: "https://app.example.com/auth/callback/ses?token=abc",
      expires: new Date(0),
      provider,
      token: "abc",
      theme: {},
      request: new Request("https://app.example.com"),
    });
    return fetched.mock.calls[0] ?? ["", {}];
  }

  test("the mail in the words of the API, signed for the region", async () => {
    const [url, init] = await send({ from: "Example <no-reply@example.com>" });
    expect(url).toBe("https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails");
    expect(JSON.parse(String(init.body))).toEqual({
      FromEmailAddress: "Example <no-reply@example.com>",
      Destination: { ToAddresses: ["ada@example.com"] },
      Content: {
        Simple: {
          Subject: { Data: "Sign in to app.example.com", Charset: "UTF-8" },
          Body: {
            Html: { Data: expect.stringContaining("callback/ses?token=abc") as string, Charset: "UTF-8" },
            Text: { Data: expect.stringContaining("callback/ses?token=abc") as string, Charset: "UTF-8" },
          },
        },
      },
    });
    const headers = init.headers as Record<string, string>;
    expect(headers).toMatchObject({ "content-type": "application/json", "x-amz-date": "20260102T030405Z" });
    expect(headers["authorization"]).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260102\/eu-west-1\/ses\/aws4_request, SignedHeaders=accept;content-type;host;x-amz-date, Signature=[\da-f]{64}$/,
    );
    expect(JSON.stringify([url, init])).not.toContain(key.secretAccessKey);
  });

  test("a session token is sent and signed", async () => {
    const [, init] = await send({ sessionToken: "session-1" });
    const headers = init.headers as Record<string, string>;
    expect(headers["x-amz-security-token"]).toBe("session-1");
    expect(headers["authorization"]).toContain("x-amz-date;x-amz-security-token,");
  });
});

test("mail by code of one's own: without code nobody says that it was sent", async () => {
  const { default: HTTPEmail } = await import("../../src/providers/http-email.js");
  const sendVerificationRequest = vi.fn<EmailConfig["sendVerificationRequest"]>();
  const finished = normalizeProvider(HTTPEmail({ id: "post", sendVerificationRequest }));
  expect(finished).toMatchObject({ id: "post", type: "email", sendVerificationRequest });
  expect(() => HTTPEmail().sendVerificationRequest({} as never)).toThrow("sendVerificationRequest");
});
