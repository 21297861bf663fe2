/** `auth add-provider --verify` against a strict provider that is not ours, and against one that is wrong in each way. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { verifyProvider } from "../../src/commands/steps/verify-provider.js";
import { records } from "../../src/providers/records.js";
import { startStrictProvider } from "../e2e/strict-provider.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

const callback = "http://localhost:3000/auth/callback/oidc";
let folder: string;
let before: ReturnType<typeof snapshotOf>;
beforeEach(async () => {
  folder = copyProject("express-esm-ts");
  await runMain(folder, ["init", "--yes", "--no-install"]);
  before = snapshotOf(folder);
});
afterEach(removeProjects);

function verify(issuer: string, clientId: string, secret: string, project = folder) {
  const args = ["add-provider", "oidc", "--issuer", issuer, "--client-id", clientId, "--client-secret-stdin"];
  return runMain(project, [...args, "--verify", "--json"], { input: secret });
}

describe("a strict provider", () => {
  let provider: Awaited<ReturnType<typeof startStrictProvider>>;
  beforeAll(async () => void (provider = await startStrictProvider(callback)));
  afterAll(() => provider.close());

  test("right settings: every step is seen, and the provider is added", async () => {
    const { code, stdout } = await verify(provider.issuer, provider.clientId, provider.clientSecret);
    const { verified } = JSON.parse(stdout).result;
    expect(code).toBe(0);
    expect(verified[0].steps.map(({ step, ok }: { step: string; ok: boolean }) => [step, ok])).toEqual([
      ["discovery", true],
      ["keys", true],
      ["authorization", true],
      ["token", true],
    ]);
    expect(stdout).not.toContain(provider.clientSecret);
  });

  test.each([
    [
      "client id",
      "discovery, keys, authorization",
      (p: typeof provider) => [p.issuer, "someone-else", p.clientSecret],
    ],
    [
      "secret",
      "discovery, keys, authorization, token",
      (p: typeof provider) => [p.issuer, p.clientId, "not-the-secret-not-the-secret-000"],
    ],
    ["issuer's slash", "discovery", (p: typeof provider) => [`${p.issuer}/`, p.clientId, p.clientSecret]],
  ])("a wrong %s is found at the last of %s, and nothing is written", async (_, steps, of) => {
    const [issuer = "", id = "", secret = ""] = of(provider);
    const { code, stdout, stderr } = await verify(issuer, id, secret);
    const document = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(document.error.code).toBe("AUTH_E_VERIFY");
    const seen = document.result.verified[0].steps;
    expect(seen.map(({ step }: { step: string }) => step).join(", ")).toBe(steps);
    expect(seen.at(-1).ok).toBe(false);
    expect(snapshotOf(folder)).toEqual(before);
    expect(stdout + stderr).not.toContain(secret);
  });

  test("a callback URL that is not registered is found", async () => {
    const other = await startStrictProvider("http://localhost:3000/elsewhere");
    const { stdout } = await verify(other.issuer, other.clientId, other.clientSecret);
    expect(JSON.parse(stdout).error.message).toContain(`Is ${callback} registered`);
    await other.close();
  });
});

describe("a provider that is wrong", () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer((request, response) => answer(request, response));
  let issuer: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  const json = (response: ServerResponse, body: unknown) => response.end(JSON.stringify(body));
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  });

  test.each([
    [
      "no discovery document",
      "answers 404",
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end("no"),
    ],
    [
      "another issuer",
      "calls itself https://evil.example",
      (_: IncomingMessage, response: ServerResponse) =>
        void json(response, { ...metadata(), issuer: "https://evil.example" }),
    ],
    [
      "no keys",
      "no keys",
      (request: IncomingMessage, response: ServerResponse) =>
        void json(response, request.url === "/jwks" ? { keys: [] } : metadata()),
    ],
    ["no answer at all", "cannot be reached", (request: IncomingMessage) => void request.socket.destroy()],
  ])("%s", async (_, text, how) => {
    answer = how;
    const { code, stdout } = await verify(issuer, "id", "secret-secret");
    expect([code, JSON.parse(stdout).error.message]).toEqual([1, expect.stringContaining(text)]);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("what a provider writes into its error never reaches the terminal as it is", async () => {
    answer = (request, response) => {
      if (request.url?.startsWith("/authorize"))
        response
          .writeHead(302, { location: `${callback}?error=${encodeURIComponent("\u001B[31mred")}` })
          .end();
      else json(response, request.url === "/jwks" ? { keys: [{}] } : metadata());
    };
    const { stdout } = await verify(issuer, "id", "secret-secret");
    expect(JSON.parse(stdout).error.message).toContain("31mred");
    expect(stdout).not.toContain("\\u001b");
  });
});

test("without a client id only the provider itself is looked at", async () => {
  const provider = await startStrictProvider(callback);
  const { code, stdout } = await runMain(folder, [
    "add-provider",
    "oidc",
    "--issuer",
    provider.issuer,
    "--verify",
    "--json",
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).result.verified[0].steps.at(-1)).toMatchObject({
    step: "authorization",
    ok: null,
  });
  await provider.close();
});

describe("PR-05: Microsoft, whose metadata names no tenant by the word that it was asked with", () => {
  afterEach(() => vi.unstubAllGlobals());
  const at = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`;
  const other = "11111111-2222-4333-8444-555555555555";

  test.each([
    ["common", "{tenantid}", true],
    ["contoso.onmicrosoft.com", other, true],
    ["consumers", "9188040d-6c67-4c5b-b112-36a304b66dad", true],
    ["consumers", other, false],
  ])("PR-05 tenant %s, named %s", async (tenant, named, ok) => {
    vi.stubGlobal("fetch", async () =>
      Response.json({ issuer: at(named), authorization_endpoint: "https://x.example" }),
    );
    const record = records["microsoft-entra-id"];
    if (record === undefined) throw new Error("no record");
    const settings = {
      clientId: undefined,
      clientSecret: undefined,
      issuer: undefined,
      params: { tenant },
      callbackUrl: callback,
    };
    const steps = await verifyProvider(record, settings, {
      signal: new AbortController().signal,
      timeoutMs: 1000,
    });
    expect(steps[0]).toMatchObject({ step: "discovery", ok });
  });
});
