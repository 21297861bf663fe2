/** Every provider of a running app: started, and signed in to where `auth dev` plays it. */
import { records } from "../../../src/providers/records.js";
import { simulatedUsers } from "../../../src/commands/dev/server/users.js";
import { writtenProviders, type WrittenProvider } from "./calls.js";
import { plain, Visitor } from "./visitor.js";

const mira = simulatedUsers.find(({ id }) => id === "mira") ?? simulatedUsers[0]!;

export interface RunningApp {
  readonly origin: string;
  readonly basePath: string;
}

/** Where each sign-in of a running app leads first, by the provider's id; hosts and ports of the app are left out. */
export async function startAll(app: RunningApp): Promise<Record<string, string>> {
  const led: Record<string, string> = {};
  for (const provider of writtenProviders().providers) {
    const first = await startOne(new Visitor(app.origin, app.basePath), provider);
    led[provider.id] = first.replaceAll(app.origin, "").replaceAll(encodeURIComponent(app.origin), "");
  }
  return led;
}

async function startOne(visitor: Visitor, provider: WrittenProvider): Promise<string> {
  const { id, kind } = provider;
  if (kind === "oauth") return visitor.start(provider);
  if (kind === "email") return visitor.post(`/signin/${id}`, { email: `${id}@example.com` });
  if (kind === "credentials") return visitor.post(`/callback/${id}`, { username: "mira", password: "x" });
  const { action, options } = await visitor.json<{ action: string; options: object }>(
    `/webauthn-options/${id}`,
  );
  const { challenge, ...rest } = options as { challenge?: string };
  return JSON.stringify({ action, hasChallenge: (challenge ?? "").length > 20, ...sorted(rest) });
}

const sorted = (object: object): object =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Signs in with every provider. @returns what went wrong, by the provider's id; an empty text is a session */
export async function signInAll(app: RunningApp, mailPage: string): Promise<Record<string, string>> {
  const ends: Record<string, string> = {};
  for (const provider of writtenProviders().providers)
    ends[provider.id] = await signIn(new Visitor(app.origin, app.basePath), provider, mailPage);
  return ends;
}

async function signIn(visitor: Visitor, provider: WrittenProvider, mailPage: string): Promise<string> {
  const { id, kind } = provider;
  if (kind === "webauthn") return "no browser";
  const first = await startOne(visitor, provider);
  const last =
    kind === "oauth"
      ? await visitor.choose(first, mira.id)
      : kind === "email"
        ? await followMail(visitor, id, mailPage)
        : first;
  const session = await visitor.session();
  if (session?.provider !== id || session.user === undefined) return last;
  return unlike(provider, session.user);
}

async function followMail(visitor: Visitor, id: string, mailPage: string): Promise<string> {
  const page = await (await fetch(mailPage)).text();
  const mail = page.split("<li>").find((text) => text.includes(`${id}@example.com`)) ?? "";
  const link = plain(/href="([^"]+)"/.exec(mail)?.[1] ?? "");
  return link === "" ? "no mail" : visitor.follow(link);
}

/** A profile that the factory reads by itself is the person's; one of the app's own has no more than an id. */
function unlike({ factory, kind, variant, options }: WrittenProvider, user: object): string {
  if (kind !== "oauth" || options.includes("profile")) return "";
  const { name, email } = user as { name?: string; email?: string };
  const reads = records[factory]?.profile;
  const isEmail =
    reads !== undefined && reads.email === undefined ? true : email === mira.email.toLowerCase();
  const isName = variant !== 0 || (reads !== undefined && reads.name === undefined) || Boolean(name);
  return isEmail && isName ? "" : `is ${name} ${email}`;
}
