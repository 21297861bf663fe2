/** Every function that the user gives us fails in every way: each request is answered, and nothing reaches the process. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { OIDCConfig } from "../../src/runtime/types/provider.js";
import { locationOf, origin, sessionCookie, signIn, signOut, Stage, tokenOf } from "./stage.js";

const text = "test-secret-text";
const failures: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error(text);
  },
  "throws undefined": () => {
    throw undefined;
  },
  "throws what has no text": () => {
    throw Object.create(null);
  },
  "rejects at once": () => Promise.reject(new Error(text)),
  "rejects with undefined": () => Promise.reject(undefined),
  "rejects late": () => new Promise((_, reject) => setTimeout(() => reject(new Error(text)), 3)),
};

const rejections: unknown[] = [];
const onRejection = (reason: unknown) => void rejections.push(reason);
beforeEach(() => {
  rejections.length = 0;
  process.on("unhandledRejection", onRejection);
});
afterEach(() => void process.off("unhandledRejection", onRejection));

/** The whole life of an app: passwords, provider, mail, sessions, sign-out, pages. */
async function life(stage: Stage): Promise<Response[]> {
  const browser = stage.browser();
  const answers: Response[] = [];
  const step = async (run: () => Promise<Response>) => {
    const answer = await run();
    answers.push(answer);
    return answer;
  };
  await step(() => signIn(browser));
  const started = await step(async () =>
    browser.post("/auth/signin/op", { csrfToken: await tokenOf(browser), callbackUrl: "/after" }),
  );
  if (locationOf(started).includes("/authorize")) {
    const answer = stage.fake.authorize(locationOf(started));
    await step(() => browser.send(`/auth/callback/op?${answer}`));
  }
  await step(() => browser.send("/auth/session"));
  if (stage.config.adapter !== undefined) {
    await step(() => stage.askMail(browser));
    const [mail] = stage.mails;
    if (mail !== undefined) await step(() => browser.send(mail.url));
    await step(() => browser.send("/auth/session"));
  }
  for (const page of ["signin", "error?error=AccessDenied", "signout", "providers", "nothing"])
    await step(() => browser.send(`/auth/${page}`));
  await step(() => signOut(browser));
  browser.cookies.set(sessionCookie, "junk");
  await step(() => browser.send("/auth/session"));
  return answers;
}

async function expectAnswered(stage: Stage): Promise<void> {
  for (const answer of await life(stage)) {
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(JSON.stringify([...answer.headers])).not.toContain(text);
    expect(await answer.text()).not.toContain(text);
    const location = locationOf(answer);
    if (location !== "" && !location.startsWith("https://op.example.com"))
      expect(new URL(location).origin).toBe(origin);
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(rejections).toEqual([]);
}

type Fail = () => never;
const adapterMethods = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "linkAccount",
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
  "deleteUser",
  "createVerificationToken",
  "useVerificationToken",
] as const;

const config = (more: Partial<AuthConfig>) => new Stage({ config: more });
const provider = (more: Partial<OIDCConfig>) => {
  const stage = new Stage({ store: {}, config: { session: { strategy: "jwt" } } });
  const [op, ...others] = stage.config.providers;
  stage.config.providers = [{ ...(op as OIDCConfig), ...more }, ...others];
  return stage;
};

const seams: Readonly<Record<string, (fail: Fail) => Stage>> = {
  "callbacks.signIn": (fail) => config({ callbacks: { signIn: fail } }),
  "callbacks.redirect": (redirect) => config({ callbacks: { redirect } }),
  "callbacks.jwt": (jwt) => config({ callbacks: { jwt } }),
  "callbacks.session": (session) => config({ callbacks: { session } }),
  "callbacks.session of a store": (session) => new Stage({ store: {}, config: { callbacks: { session } } }),
  "jwt.encode": (encode) => config({ jwt: { encode } }),
  "jwt.decode": (decode) => config({ jwt: { decode } }),
  generateSessionToken: (generateSessionToken) =>
    new Stage({ store: {}, config: { session: { generateSessionToken } } }),
  authorize: (authorize) => new Stage({ authorize }),
  "profile()": (profile) => provider({ profile }),
  "account()": (account) => provider({ account }),
  logger: (fail) => config({ logger: { error: fail, warn: fail, debug: fail }, debug: true }),
  sendVerificationRequest: (sendVerificationRequest) =>
    new Stage({ store: {}, mail: { sendVerificationRequest } }),
  generateVerificationToken: (generateVerificationToken) =>
    new Stage({ store: {}, mail: { generateVerificationToken } }),
  normalizeIdentifier: (normalizeIdentifier) => new Stage({ store: {}, mail: { normalizeIdentifier } }),
  "token.conform": (conform) => provider({ token: { conform } }),
  "userinfo.request": (request) => provider({ userinfo: { request }, idToken: false }),
  "throttle store": (fail) => config({ throttle: { add: fail, read: fail } }),
  "revocation store": (fail) => config({ session: { revocation: { add: fail, has: fail } } }),
  "every event": (fail) =>
    new Stage({
      store: {},
      config: {
        events: {
          signIn: fail,
          signOut: fail,
          createUser: fail,
          updateUser: fail,
          linkAccount: fail,
          session: fail,
        },
      },
    }),
  ...Object.fromEntries(
    adapterMethods.map((name) => [`adapter.${name}`, (fail: Fail) => new Stage({ store: { [name]: fail } })]),
  ),
};

describe("REL-14: a function of the user that fails", () => {
  for (const [seam, build] of Object.entries(seams)) {
    for (const [way, fail] of Object.entries(failures)) {
      // oxlint-disable-next-line vitest/expect-expect -- the function asserts
      it(`${seam} ${way}`, () => expectAnswered(build(fail as Fail)));
    }
  }

  it("once it works again, everything works again", async () => {
    for (const name of adapterMethods) {
      let isDown = true;
      const stage: Stage = new Stage({ store: {} });
      const method = stage.config.adapter![name] as (...args: unknown[]) => unknown;
      stage.config.adapter = {
        ...stage.config.adapter,
        [name]: (...args: unknown[]) => {
          if (isDown) throw new Error(text);
          return method(...args);
        },
      };
      await life(stage);
      isDown = false;
      const browser = stage.browser();
      expect([name, locationOf(await stage.oauth(browser))]).toEqual([name, `${origin}/after`]);
      expect([name, (await browser.session())?.user?.["name"]]).toEqual([name, "Olga Pavlova"]);
    }
  });

  it("or never settles is left behind where it is a store's or an event's", async () => {
    const never = (() => new Promise(() => undefined)) as unknown as Fail;
    const bounded = Object.keys(seams).filter((seam) => /^adapter\.|^throttle|^revocation|event/.test(seam));
    expect(bounded.length).toBeGreaterThan(adapterMethods.length);
    for (const seam of bounded) {
      const stage = seams[seam]!(never);
      Object.assign(stage.config, { deadlineSeconds: 0.01 });
      await expectAnswered(stage);
    }
  });
});
