/** A page with everything that the client of React can do, and the walk through it. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The page: what it shows and does is the same with either client. */
export const panel = (client: string) => `"use client";
import { useState } from "react";
import { SessionProvider, getProviders, signIn, signOut, useSession } from "${client}";

function Panel() {
  const { data, status, update } = useSession();
  const [answer, setAnswer] = useState("");
  const show = async (promise) => setAnswer(JSON.stringify((await promise) ?? null));
  const form = (password, rest) => ({ username: "bob", password, ...rest });
  return (
    <main>
      <output id="status">{status}</output>
      <output id="name">{data?.user?.name ?? ""}</output>
      <output id="answer">{answer}</output>
      <button id="sign-in" onClick={() => show(signIn("credentials", form("pw", { redirect: false })))}>in</button>
      <button id="sign-in-wrong" onClick={() => show(signIn("credentials", form("no", { redirect: false })))}>wrong</button>
      <button id="sign-in-redirect" onClick={() => signIn("credentials", form("pw", { redirectTo: "/?back=1" }))}>in, redirect</button>
      <button id="update" onClick={() => show(update({ name: "Robert" }))}>update</button>
      <button id="providers" onClick={() => show(getProviders())}>providers</button>
      <button id="sign-out" onClick={() => show(signOut({ redirect: false }))}>out</button>
      <button id="sign-out-redirect" onClick={() => signOut({ redirectTo: "/?out=1" })}>out, redirect</button>
    </main>
  );
}

export default function Page() {
  return <SessionProvider><Panel /></SessionProvider>;
}
`;

/** Everything the client can do, as a visitor sees it. */
export async function walk(page: Page, url: string, basePath: string): Promise<void> {
  const text = (id: string) => page.locator(`#${id}`);
  const says = (id: string, value: string | RegExp, tab = page) =>
    tab.waitForFunction(
      ([element, wanted]) =>
        new RegExp(wanted).test(document.querySelector(`#${element}`)?.textContent ?? ""),
      [id, value instanceof RegExp ? value.source : `^${value}$`] as const,
      { timeout: 120_000 },
    );
  const click = async (id: string) => page.locator(`#${id}`).click();

  await page.goto(url);
  await says("status", "unauthenticated");
  await click("providers");
  await says("answer", /"credentials":\{/);

  await click("sign-in-wrong");
  await says("answer", /"error":"CredentialsSignin"/);
  expect(JSON.parse((await text("answer").textContent()) ?? "")).toMatchObject({
    error: "CredentialsSignin",
    code: "credentials",
    status: 200,
    url: null,
  });
  await says("status", "unauthenticated");

  await click("sign-in");
  await says("answer", /"ok":true,"url":"http/);
  await says("status", "authenticated");
  await says("name", "Bob");

  await click("update");
  await says("name", "Robert");
  await says("answer", /"user"/);
  expect(JSON.parse((await text("answer").textContent()) ?? "")).toMatchObject({ user: { name: "Robert" } });

  // Another tab ends the session; this one hears of it when it is looked at, or by the other tab's word.
  const reads: string[] = [];
  page.on("request", (request) => request.url().endsWith(`${basePath}/session`) && reads.push(request.url()));
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await says("status", "unauthenticated");
  expect(reads.length).toBeGreaterThan(0);

  await click("sign-in-redirect");
  await page.waitForURL("**/?back=1");
  await says("status", "authenticated");
  await says("name", "Bob");

  const other = await page.context().newPage();
  await other.goto(url);
  await says("status", "authenticated", other);
  await other.locator("#sign-out").click();
  await says("status", "unauthenticated", other);
  await says("status", "unauthenticated");
  await other.close();

  await click("sign-in");
  await says("status", "authenticated");
  await click("sign-out-redirect");
  await page.waitForURL("**/?out=1");
  await says("status", "unauthenticated");
}
