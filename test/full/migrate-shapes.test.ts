/** Apps after the shapes of well-known ones, migrated, built by Next.js, signed in. */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cookieOf4,
  edit,
  installOld,
  askForLink,
  jar,
  removeAll,
  secret,
  signInByPassword,
  started,
  write,
} from "./migrated-app.js";
import type { Server } from "../support/process.js";

beforeAll(installOld, 240_000);
afterAll(removeAll);

describe("the shape of chatbot", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("guests come in by themselves, members by password", async () => {
    const app = await started("chatbot-v5", { AUTH_SECRET: secret });
    ({ server } = app);
    const cookies = jar();
    let at = "/";
    let page = cookies.keep(await app.get(at));
    for (let hops = 0; hops < 4 && page.status >= 300 && page.status < 400; hops += 1) {
      at = new URL(page.headers.get("location") ?? "", app.url + at).href.replace(app.url, "");
      page = cookies.keep(await app.get(at, cookies.header()));
    }
    expect(await page.text()).toContain("<p>Guest</p>");
    const wrong = await signInByPassword(app.url, "credentials", {
      email: "alice@example.com",
      password: "x",
    });
    expect(wrong.to).toContain("error=CredentialsSignin");
    const right = await signInByPassword(app.url, "credentials", {
      email: "alice@example.com",
      password: "correct horse",
    });
    const home = await app.get("/", right.cookies.header());
    expect(await home.text()).toContain("<p>alice@example.com</p>");
  });
});

describe("the shape of saas-starter", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("signs in by password, refuses with the text that authorize threw, guards", async () => {
    const env = { NEXTAUTH_SECRET: secret, GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "s" };
    const app = await started("saas-starter-v4", env, { code: 1 });
    ({ server } = app);
    expect((await app.get("/settings/team")).headers.get("location")).toContain("/auth/login?callbackUrl=");
    const wrong = await signInByPassword(app.url, "credentials", { email: "a@example.com", password: "x" });
    expect(new URL(wrong.to).searchParams.get("code")).toBe("invalid-credentials");
    const right = await signInByPassword(app.url, "credentials", {
      email: "alice@example.com",
      password: "correct horse battery",
    });
    const header = right.cookies.header();
    expect(await (await app.get("/", header)).text()).toContain("Hello Alice");
    expect(await (await app.get("/api/me", header)).json()).toMatchObject({ data: { id: "42" } });
    const of4 = await cookieOf4();
    expect(await (await app.get("/api/me", of4)).json()).toMatchObject({ data: { id: "42" } });
  });
});

describe("the shape of langfuse", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("options made for each request sign in by password, refuse with authorize's text", async () => {
    const page = `import type { GetServerSideProps } from "next";
import { getServerAuthSession } from "../server/auth";

export const getServerSideProps: GetServerSideProps<{ email: string }> = async (ctx) => ({
  props: { email: (await getServerAuthSession(ctx))?.user?.email ?? "nobody" },
});
export default function Home({ email }: { email: string }) {
  return <p>{email}</p>;
}
`;
    const app = await started(
      "langfuse-v4",
      { NEXTAUTH_SECRET: secret },
      { before: (folder) => write(folder, "src/pages/index.tsx", page) },
    );
    ({ server } = app);
    expect(await (await app.get("/")).text()).toContain("<p>nobody</p>");
    const fields = { email: "alice@example.com", password: "correct horse" };
    const wrong = await signInByPassword(app.url, "credentials", { ...fields, password: "short" });
    expect(wrong.to).toContain("error=CredentialsSignin");
    const right = await signInByPassword(app.url, "credentials", fields);
    expect(await (await app.get("/", right.cookies.header())).text()).toContain("<p>alice@example.com</p>");
    expect(await (await app.get("/", await cookieOf4())).text()).toContain("<p>alice@example.com</p>");
    const start = await app.get("/api/auth/providers");
    expect(Object.keys((await start.json()) as object)).toEqual(["credentials", "keycloak", "custom"]);
  });
});

describe("the shape of formbricks", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("a shared package with a token format of its own signs in, and asks for the code", async () => {
    const types = '{ "@types/node": "^24.0.0", "@types/react": "^19.0.0", "typescript": "^5.9.0" }';
    const nextConfig = 'export default { transpilePackages: ["@forms/auth"] };\n';
    const layout =
      "export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html><body>{children}</body></html>;\n}\n";
    const app = await started(
      "formbricks-v4",
      { NEXTAUTH_SECRET: secret },
      {
        app: "apps/web",
        before(folder) {
          // Without TypeScript in the project Next.js reads no paths of tsconfig.json.
          edit(path.join(folder, "package.json"), (text) =>
            text.replace(/\n}\s*$/, `,\n  "devDependencies": ${types}\n}\n`),
          );
          write(folder, "apps/web/next.config.mjs", nextConfig);
          write(folder, "apps/web/src/app/layout.tsx", layout);
        },
      },
    );
    ({ server } = app);
    expect(await (await app.get("/me")).text()).toContain("<b></b>");
    const wrong = await signInByPassword(app.url, "credentials", {});
    expect(new URL(wrong.to).searchParams.get("code")).toBe("second factor required");
    const right = await signInByPassword(app.url, "credentials", { totp: "123456" });
    const [text = ""] = (right.cookies.kept.get("authjs.session-token") ?? "").split(".");
    expect(JSON.parse(Buffer.from(text, "base64url").toString())).toMatchObject({ email: "a@example.com" });
    expect(await (await app.get("/me", right.cookies.header())).text()).toContain("<b>a@example.com</b>");
  });
});

describe("the shape of taxonomy", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("its own middleware guards, a session of before goes on, a link is asked for by mail", async () => {
    const layout =
      "export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html><body>{children}</body></html>;\n}\n";
    const login = "export default function Login() {\n  return <p>Log in</p>;\n}\n";
    const app = await started(
      "taxonomy-v4",
      // Links in mails need to know where the app is.
      { NEXTAUTH_SECRET: secret, NEXTAUTH_URL: "http://localhost:3000" },
      {
        // One place is listed, and repaired before the app starts: F-29.
        code: 1,
        before(folder) {
          write(folder, "app/layout.tsx", layout);
          write(folder, "app/login/page.tsx", login);
        },
      },
    );
    ({ server } = app);
    const refused = await app.get("/dashboard?a=1");
    expect(refused.headers.get("location")).toContain("/login?from=%2Fdashboard%3Fa%3D1");
    expect(await (await app.get("/login")).text()).toContain("Log in");
    const cookie = await cookieOf4({ sub: "42", id: "42", name: "Alice", email: "alice@example.com" });
    expect(await (await app.get("/dashboard", cookie)).text()).toContain("<b>42</b>");
    expect((await app.get("/login", cookie)).headers.get("location")).toContain("/dashboard");
    const asked = await askForLink(app.url, "alice@example.com");
    expect(asked).toContain("/api/auth/verify-request?provider=email&type=email");
  });
});

describe("the shape of dub", { timeout: 600_000 }, () => {
  let server: Server | undefined;
  afterAll(() => server?.stop());
  test("an app in a workspace signs in by password, refuses with its own texts, guards", async () => {
    const clients = Object.fromEntries(
      ["GOOGLE", "GITHUB", "LINKEDIN"].flatMap((name) => [
        [`${name}_CLIENT_ID`, "id"],
        [`${name}_CLIENT_SECRET`, "s"],
      ]),
    );
    const app = await started(
      "dub-v4",
      { NEXTAUTH_SECRET: secret, NEXTAUTH_URL: "http://localhost:3000", ...clients },
      {
        app: "apps/web",
        code: 1,
        before: (folder) =>
          write(
            folder,
            "apps/web/next.config.mjs",
            'export default { transpilePackages: ["@links/utils"] };\n',
          ),
      },
    );
    ({ server } = app);
    expect((await app.get("/")).headers.get("location")).toContain("/login?next=%2F");
    expect((await app.get("/api/me")).status).toBe(401);
    const fields = { email: "alice@example.com", password: "correct horse battery" };
    const wrong = await signInByPassword(app.url, "credentials", { ...fields, password: "x" });
    expect(new URL(wrong.to).searchParams.get("code")).toBe("invalid-credentials");
    const right = await signInByPassword(app.url, "credentials", fields);
    const me = await app.get("/api/me", right.cookies.header());
    expect(await me.json()).toMatchObject({ id: "u1", email: "alice@example.com" });
    const of4 = await cookieOf4({ sub: "u1", email: "alice@example.com", user: { id: "u1" } });
    expect(await (await app.get("/api/me", of4)).json()).toMatchObject({ id: "u1" });
  });
});
