/** What the site's search finds first, by its own ranking over the pages as they stand. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { questions } from "../full/site/questions.js";

interface Found {
  readonly url: string;
  readonly page: string;
  readonly heading: string;
}

let search: (words: string, parts: "headings" | "all") => readonly string[];
beforeAll(async () => {
  const load = (file: string) => import(pathToFileURL(path.join(projectRoot, "site", file)).href);
  const { readDocs, readOwn } = await load("build/read-docs.mjs");
  const { sectionsOf } = await load("build/search/sections.mjs");
  const { find, indexOf, openHeads, openText } = await load(".vitepress/theme/search.mjs");
  const { heads, text } = indexOf(sectionsOf([...readDocs(), ...readOwn()]));
  const [opened, openedText] = [openHeads(heads), openText(text)];
  search = (words, parts) =>
    find(words, opened, parts === "all" ? openedText : undefined).map(({ url }: Found) => url);
});

/** Words of those who look for a library, by the page or section that answers them. */
const answers: Readonly<Record<string, string>> = {
  organizations: "/plugins/organizations",
  organisations: "/plugins/organizations",
  teams: "/guides/teams",
  "multi-tenant": "/guides/teams",
  invitations: "/plugins/organizations",
  invite: "/guides/invite-only",
  python: "/guides/other-backends",
  fastapi: "/guides/other-backends",
  go: "/guides/other-backends",
  golang: "/guides/other-backends",
  jwks: "/guides/other-backends",
  jwt: "/guides/other-backends",
  impersonate: "/guides/not-here#an-admin-page-for-users",
  admin: "/guides/not-here#an-admin-page-for-users",
  webhook: "/guides/not-here#webhooks",
  webhooks: "/guides/not-here#webhooks",
  sms: "/guides/not-here#codes-by-sms",
  phone: "/guides/not-here#codes-by-sms",
  otp: "/guides/email#a-code-beside-the-link",
  username: "/plugins/password#options",
  sso: "/guides/not-here#saml-and-scim",
  saml: "/guides/not-here#saml-and-scim",
  scim: "/guides/not-here#saml-and-scim",
  useSession: "/guides/sign-in-buttons#nextjs-client-component",
  middleware: "/guides/protect",
  "api key": "/guides/not-here#api-keys",
  "api keys": "/guides/not-here#api-keys",
  mobile: "/guides/not-here#an-sdk-for-mobile-apps",
  "react native": "/guides/not-here#an-sdk-for-mobile-apps",
  expo: "/guides/not-here#an-sdk-for-mobile-apps",
  mfa: "/plugins/two-factor",
  "2fa": "/plugins/two-factor",
  totp: "/plugins/two-factor",
  login: "/guides/sign-in-buttons",
  logout: "/guides/sign-out",
  "magic link": "/guides/email",
  docker: "/guides/deploy#docker",
  kubernetes: "/guides/deploy",
  "rate limit": "/guides/rate-limits",
  "refresh token": "/plugins/access-tokens",
  websocket: "/guides/websockets",
  trpc: "/guides/websockets#trpc",
  helmet: "/guides/content-security-policy",
  CSP: "/guides/content-security-policy",
  iframe: "/guides/iframes",
  referral: "/guides/carry-data",
  jest: "/guides/testing#with-jest",
  stripe: "/guides/not-here#payments",
  mongodb: "/guides/not-here#more-databases",
  postgres: "/adapters/pg",
  captcha: "/guides/captcha",
  rbac: "/guides/roles",
  permissions: "/guides/roles",
  "ban user": "/guides/roles#block-a-user",
  "block user": "/guides/roles#block-a-user",
  passkey: "/guides/passkeys",
  "forgot password": "/plugins/password",
  i18n: "/guides/languages",
  "next-intl": "/guides/next-intl",
  playwright: "/guides/testing",
  vercel: "/guides/deploy#vercel-cloudflare-pages",
  lucia: "/migrate/from-others",
  nextauth: "/migrate/in-one-line",
  github: "/providers/github",
  google: "/providers/google",
  keycloak: "/providers/keycloak",
};

describe("the page or section that answers stands first or second, before the text of the pages is there", () => {
  test.each(Object.entries(answers))("%s", (words, wanted) => {
    const found = search(words, "headings");
    expect(found.slice(0, 2), found.slice(0, 5).join("\n")).toContain(wanted);
    expect(search(words, "all")[0]).toBe(found[0]);
  });
});

test.each(questions)("a newcomer's question: $ask", ({ words, page }) => {
  const pages = [...new Set(search(words, "all").map((url) => url.split("#")[0]))];
  expect(pages.slice(0, 5)).toContain(page);
});

test("what only the text says is found there, by its beginning and with a slip of the hand", () => {
  expect(search("logout_token", "all").map((url) => url.split("#")[0])).toContain("/reference/endpoints");
  expect(search("organiz", "headings")[0]).toBe("/plugins/organizations");
  expect(search("pasword reset", "all")[0]).toMatch(/^\/plugins\/password/);
  expect(search("zzzzqqq", "all")).toEqual([]);
});
