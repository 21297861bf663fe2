/** Where a Next.js app believes to be reached: Next.js itself hands on what proxies say, and `trustHost` believes it. */
import { NextRequest } from "next/server.js";
import { expect, it, vi } from "vitest";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";
import { proxies } from "./proxies.js";

vi.mock("next/headers", () => ({ headers: async () => new Headers(), cookies: async () => ({}) }));
vi.mock("next/navigation", () => ({ redirect: () => undefined }));

const errors: Error[] = [];
const handlersWith = (trustHost: boolean) =>
  FrameworkAuth({
    secret: "test-secret-test-secret-test-secret-000",
    trustHost,
    logger: { error: (error) => void errors.push(error) },
    providers: [{ id: "mail", name: "Mail", type: "credentials", credentials: {}, authorize: () => null }],
  }).handlers;

it.each(proxies)("HOST: $name: believed with trustHost, refused by name without it", async (proxy) => {
  errors.length = 0;
  const url = "http://localhost:3000/api/auth/providers";
  const request = () => new NextRequest(url, { headers: { ...proxy.headers } });
  const list = (await (await handlersWith(true).GET(request())).json()) as { mail: { callbackUrl: string } };
  expect(list.mail.callbackUrl).toBe(`${proxy.origin}/api/auth/callback/mail`);
  const refused = await handlersWith(false).GET(request());
  expect(refused.status).toBe(500);
  expect(await refused.text()).not.toContain("callbackUrl");
  expect(errors.map(({ name, message }) => `${name}: ${message}`).join()).toMatch(
    /^UntrustedHost: .*app\.example\.com/,
  );
});
