import { headers } from "next/headers";

const api = process.env["API_URL"] ?? "http://localhost:4000";

/** Asks in the name of who is visiting: with the cookies of the page that is being made. */
export async function askApi(path: string, init: RequestInit = {}) {
  const sent = new Headers(init.headers);
  sent.set("cookie", (await headers()).get("cookie") ?? "");
  return fetch(new URL(path, api), { ...init, headers: sent });
}
