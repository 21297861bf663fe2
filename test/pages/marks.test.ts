/** Marks of providers: where they come from, and that a page shows them as its policy lets it. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
// @ts-expect-error -- a script of the build
import { markModule } from "../../scripts/marks.mjs";
import GitHub from "../../src/providers/github.js";
import Google from "../../src/providers/google.js";
import AzureAD from "../../src/providers/azure-ad.js";
import EntraId from "../../src/providers/microsoft-entra-id.js";
import type { ProviderMark } from "../../src/runtime/types/provider.js";
import { all, exampleOptions } from "../providers/all.js";
import { Browser, coreApp, watched } from "../support/browser.js";

const path = /^[MmLlHhVvCcSsQqTtAaZz\d\s.,e+-]+$/;

describe("the marks", () => {
  test.each(all)("%s: paths and colours, nothing else", (_id, record, make) => {
    const { mark } = make(exampleOptions(record)) as { mark?: ProviderMark };
    if (mark === undefined) return expect(record.name).not.toBe("");
    const [width, height, ...paths] = mark;
    expect([width > 0, height > 0, paths.length > 0]).toEqual([true, true, true]);
    for (const each of paths) {
      const [fill, d] = typeof each === "string" ? ["#000", each] : each;
      expect(fill).toMatch(/^#[0-9a-f]{3,6}$/);
      expect(d).toMatch(path);
    }
  });

  test("most providers have one, Google and Microsoft in their colours", () => {
    const marks = all.map(
      ([, record, make]) => (make(exampleOptions(record)) as { mark?: ProviderMark }).mark,
    );
    expect(marks.filter(Boolean).length).toBeGreaterThan(125);
    for (const provider of [Google(), EntraId()]) expect(typeof provider.mark?.[2]).toBe("object");
    expect(AzureAD().mark).toBe(EntraId().mark);
  });

  test("an icon with terms of its own is refused, and so is one that nobody has", () => {
    expect(() => markModule("keycloak", "")).toThrow("terms of its own");
    expect(() => markModule("no-such-icon", "")).toThrow("No package has an icon no-such-icon");
    expect(() => markModule("shikimori", "")).toThrow("2950 are allowed");
  });

  test("are named as trademarks of others in the notices", () => {
    const notices = readFileSync(new URL("../../THIRD-PARTY-NOTICES.md", import.meta.url), "utf8");
    expect(notices).toContain("trademarks of their owners");
    for (const name of ["simple-icons", "@iconify-json/cib", "@iconify-json/logos"])
      expect(notices).toContain(`\`${name}\``);
  });
});

describe("on the page", () => {
  const client = { clientId: "id", clientSecret: "secret" };
  const pageOf = async (provider: Parameters<typeof coreApp>[0]["providers"][number]) =>
    (await new Browser(coreApp({ ...watched().config, providers: [provider] })).send("/auth/signin")).text();

  test("a mark is drawn without a style of its own", async () => {
    const page = await pageOf(GitHub(client));
    expect(page).toMatch(/<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">\s*<path d="M12 /);
    expect(page).not.toContain("style=");
  });

  test("an image of the app takes its place, and without either there is a letter", async () => {
    expect(await pageOf(GitHub({ ...client, style: { logo: "/cat.png" } }))).toContain(
      '<img class="mark" src="/cat.png" alt="" />',
    );
    const plain = { id: "acme", name: "acme", type: "oidc" as const, issuer: "https://acme.test", ...client };
    expect(await pageOf(plain)).toContain('<span class="mark" aria-hidden="true">A</span>');
  });

  test("what an app gives as a mark cannot leave its place", async () => {
    const mark = [24, '"><script>', '"><script>', ['red"><script>', "M0"]] as never;
    const page = await pageOf(GitHub({ ...client, mark }));
    expect(page).not.toContain("<script");
    expect(page).toContain('fill="currentColor"');
  });
});
