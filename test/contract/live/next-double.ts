/** What Next gives to server code outside of a Next server: the headers of the request, and a jar for its answer. */
import { redirect } from "next/dist/client/components/redirect.js";
import { ResponseCookies } from "next/dist/compiled/@edge-runtime/cookies/index.js";

interface Scene {
  readonly headers: Headers;
  /** Where the jar writes its lines. */
  readonly answer: Headers;
  readonly jar: ResponseCookies;
}

let scene: Scene | undefined;

/** From now on server code answers a request with these headers. */
export function enter(headers: Headers): Scene {
  const answer = new Headers();
  scene = { headers, answer, jar: new ResponseCookies(answer) };
  return scene;
}

const asked = (): Scene => {
  if (scene === undefined) throw new Error("called outside a request scope");
  return scene;
};

export const headersModule = {
  headers: () => Promise.resolve(asked().headers),
  cookies: () => Promise.resolve(asked().jar),
};

export const navigationModule = { redirect };
