import { readdirSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { MailRecord } from "../../src/providers/kit/record.js";
import type { EmailConfig } from "../../src/runtime/types/provider.js";

const folder = new URL("../../src/providers/", import.meta.url);
const names = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name) && name !== "records.ts");
const modules = (await Promise.all(
  names.map(
    (name) => import(new URL(name, folder).href) as Promise<{ record?: MailRecord; default: Factory }>,
  ),
)) as { record?: MailRecord; default: Factory }[];
type Factory = (options: Readonly<Record<string, string>>) => EmailConfig;
const services = modules.flatMap(({ record, default: make }) =>
  record && "endpoint" in record ? [[record.id, record, make] as const] : [],
);

const key = "test-key-test-key";
const link = "https://app.example.com/auth/callback/mail?token=abc&email=ada%40example.com";
const extra = { apiSecret: "test-secret", transactionalId: "template-1" };
/** Services without a single key; their requests are signed. */
const signed: readonly string[] = ["ses"];

function sent(status = 200) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(
    async () => new Response(null, { status }),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

function mail(make: Factory, options: Readonly<Record<string, string>>, code?: string): Promise<void> {
  const { options: given, ...config } = make(options);
  const provider = { ...config, ...given } as EmailConfig;
  const { sendVerificationRequest } = provider;
  return Promise.resolve(
    sendVerificationRequest({
      identifier: "ada@example.com",
      url: link,
      expires: new Date(0),
      provider,
      token: "abc",
      theme: {},
      request: new Request("https://app.example.com"),
      ...(code !== undefined && { code }),
    }),
  );
}

test("there is a service to send mail with", () => expect(services.length).toBe(12));

describe.each(services)("%s", (id, record, make) => {
  const secret = signed.includes(id)
    ? { accessKeyId: "AKIDEXAMPLE", secretAccessKey: key, region: "eu-west-1" }
    : { apiKey: key };
  const options = { ...secret, from: "Example <no-reply@mail.example.com>", ...extra };

  test("sends the code along where there is one, and says nothing of codes where there is none", async () => {
    for (const code of [undefined, "01234567"]) {
      const fetched = sent();
      await mail(make, { ...options, code: "true" }, code);
      const { body } = fetched.mock.calls[0]![1];
      const text = JSON.stringify(
        body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body)),
      );
      expect(text.includes("01234567")).toBe(code !== undefined);
      expect(/code"|within 10 minutes/.test(text)).toBe(code !== undefined);
    }
  });

  test("sends one mail to one address, with the link in it", async () => {
    const fetched = sent();
    await mail(make, options);
    expect(fetched).toHaveBeenCalledTimes(1);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toMatch(/^https:\/\/[\w./-]+$/);
    const body =
      init?.body instanceof FormData ? Object.fromEntries(init.body) : JSON.parse(String(init?.body));
    const text = JSON.stringify(body);
    expect(text.match(/"ada@example\.com"/g)).toHaveLength(1);
    expect(text).toContain(
      record.needs?.includes("transactionalId") ? "template-1" : "Sign in to app.example.com",
    );
    expect(text).toContain("callback/mail?token=abc");
    expect(text).not.toMatch(/\{\w+\}/);
    expect(text + url).not.toContain(key);
  });

  test.skipIf(signed.includes(id))(
    "carries the key in a header and nowhere else (skipped where it signs with the key in place of sending it)",
    async () => {
      const fetched = sent();
      await mail(make, options);
      const headers = new Headers(fetched.mock.calls[0]?.[1].headers);
      const plain = [...headers.values()].map((value) =>
        value.startsWith("Basic ") ? atob(value.slice("Basic ".length)) : value,
      );
      expect(plain.filter((value) => value.includes(key))).toHaveLength(1);
    },
  );

  test("says so when the mail is refused, without address, link or key", async () => {
    sent(422);
    await expect(mail(make, options)).rejects.toThrow(/^[^@?]* did not take the mail: status 422$/);
  });

  test("says which option or variable is missing", async () => {
    const fetched = sent();
    const first = signed.includes(id) ? "ID" : "KEY";
    await expect(mail(make, { ...extra })).rejects.toThrow(`AUTH_${id.toUpperCase()}_${first}`);
    for (const name of record.needs ?? [])
      await expect(mail(make, { ...options, [name]: "" })).rejects.toThrow(`"${name}"`);
    expect(fetched).not.toHaveBeenCalled();
  });
});

test("Mailgun takes the domain from the sender, and Europe has a host of its own", async () => {
  const fetched = sent();
  const { default: Mailgun } = await import("../../src/providers/mailgun.js");
  await mail(Mailgun as Factory, { apiKey: key, from: "Example <no-reply@mail.example.com>", region: "EU" });
  expect(fetched.mock.calls[0]?.[0]).toBe("https://api.eu.mailgun.net/v3/mail.example.com/messages");
});
