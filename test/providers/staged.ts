import { customFetch } from "../../src/runtime/types/symbols.js";
import { appWithEnv, Browser, locationOf, watched } from "../support/browser.js";
import { all } from "./all.js";

/** Client of these sign-ins. */
export const client = { clientId: "cid", clientSecret: "test-secret" };
/** Factory of a provider. */
export const makeOf = (id: string) => {
  const found = all.find(([each]) => each === id);
  if (!found) throw new Error(`No provider ${id}`);
  return found[2];
};

export interface Call {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * A whole sign-in with a provider whose server is this list of answers, in order.
 * @param callback what the answer has beside code and state; a function makes all of it
 */
export async function signIn(
  id: string,
  options: object,
  callback: Record<string, string> | ((start: URL) => Record<string, string>),
  answers: readonly (() => Response)[],
) {
  const calls: Call[] = [];
  const { seen, config } = watched();
  const fetched = async (url: string, init: RequestInit = {}) => {
    const body =
      init.body instanceof URLSearchParams ? init.body.toString() : String((init.body as string) ?? "");
    calls.push({ url: new URL(url), method: init.method ?? "GET", headers: new Headers(init.headers), body });
    return answers[calls.length - 1]?.() ?? new Response(null, { status: 500 });
  };
  const browser = new Browser(
    appWithEnv({
      providers: [{ ...makeOf(id)({ ...client, ...options }), [customFetch]: fetched as typeof fetch }],
      ...config,
    }),
  );
  const start = new URL(locationOf(await browser.startSignIn(id)));
  const state = start.searchParams.get("state") ?? "";
  const query = new URLSearchParams(
    typeof callback === "function" ? callback(start) : { code: "the-code", state, ...callback },
  );
  const end = await browser.send(`/auth/callback/${id}?${query}`);
  return { calls, seen, start, end, state, session: await browser.session() };
}

export const json = (body: unknown) => () => Response.json(body);
