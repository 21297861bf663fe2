/** Sign-ins by `authwright/oauth` where `auth dev` plays the provider: start, picker, finish. */
import { finish, start, type FinishOptions } from "../../src/runtime/oauth-client/index.js";
import type { OAuthConfig } from "../../src/runtime/types/provider.js";
import { plain } from "../full/every-provider/visitor.js";

/* oxlint-disable-next-line no-explicit-any -- providers have different profiles */
type Config = OAuthConfig<any>;

const redirectUri = "http://localhost:3000/login/callback";

/** From the picker back to the app: the address, or what the provider posts. */
export async function choose(url: string, form: Readonly<Record<string, string>>): Promise<Request> {
  const chosen = await fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  if (chosen.status !== 200) return new Request(chosen.headers.get("location") ?? "");
  const page = await chosen.text();
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? "";
  const fields = [...page.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, plain(value)],
  );
  return new Request(plain(action), { method: "POST", body: new URLSearchParams(fields) });
}

/** One sign-in as this person, or with this fault. */
export async function signIn(
  provider: Config,
  form: Readonly<Record<string, string>>,
  options: FinishOptions = {},
) {
  const { url, keep } = await start(provider, { redirectUri, ...options });
  const back = await choose(url, form);
  return { back, keep, end: await finish(provider, back.clone(), keep, options) };
}
