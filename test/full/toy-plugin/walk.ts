/** What somebody does with the toy plugin, in a browser. */
import path from "node:path";
import { createClient } from "@libsql/client";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import type { MailServer } from "../../support/mail-server.js";
import { noCount } from "./rows.js";

export interface WalkedApp {
  readonly url: string;
  readonly folder: string;
  readonly mails: MailServer;
  /** The route answers how many notes there are. */
  readonly isCounting: boolean;
}

const notes = 10_000;
const pageSize = 50;
const own = "Rake the leaves";

/** Whom mails find, and whose lists they are. */
export interface Person {
  readonly email: string;
  readonly context: BrowserContext;
}

/** From a stranger to a list of 10,000 notes, its pages, its mail, and the guard. */
export async function useList(app: WalkedApp, { context, email }: Person): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${app.url}/lists/garden`);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await signIn(app, page, email);
  await keepsOut(app, page, "garden");
  await addNote(app, page);
  await letsIn(app, page, 1);
  await fill(app, email);
  await letsIn(app, page, notes);
  await keepsOut(app, page, "house");
  await turnPages(app, page, email);
  await mailIt(app, page, email);
}

/** Takes the newest mail to somebody. @returns its link */
async function mailLink({ mails: { mails } }: WalkedApp, subject: RegExp, email: string): Promise<string> {
  const isIt = (mail: (typeof mails)[number]) =>
    subject.test(mail.subject ?? "") && mail.recipients.includes(email);
  await expect.poll(() => mails.some(isIt), { timeout: 30_000, interval: 50 }).toBe(true);
  return /https?:\S+/.exec(mails.filter(isIt).at(-1)?.text ?? "")?.[0] ?? "";
}

async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await Promise.all([page.waitForEvent("domcontentloaded"), button.click()]);
}

/** By the link of a mail, which leads back to where the guard was met. */
async function signIn(app: WalkedApp, page: Page, email: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await Promise.all([
    page.waitForURL((address) => address.pathname === "/check-your-email"),
    page.getByLabel("Email", { exact: true }).press("Enter"),
  ]);
  await page.goto(await mailLink(app, /^Sign in to/, email));
  await press(page, "Sign in");
  expect(new URL(page.url()).pathname).toBe("/lists/garden");
}

async function opened({ url }: WalkedApp, page: Page, list: string) {
  const answer = await page.goto(`${url}/lists/${list}`);
  return { status: answer?.status(), text: (await page.textContent("body")) ?? "" };
}

async function keepsOut(app: WalkedApp, page: Page, list: string): Promise<void> {
  const { status, text } = await opened(app, page, list);
  expect(status).toBe(404);
  expect(text).not.toContain(`${list}: `);
}

async function letsIn(app: WalkedApp, page: Page, count: number): Promise<void> {
  const { status, text } = await opened(app, page, "garden");
  expect([status, text]).toEqual([
    200,
    expect.stringContaining(`garden: ${app.isCounting ? count : noCount}`),
  ]);
}

const rowsOf = (page: Page): Promise<string[]> => page.locator("ul.rows .what").allInnerTexts();

/** What the form sends is kept; what comes without its token is not. */
async function addNote({ url }: WalkedApp, page: Page): Promise<void> {
  const list = `${url}/to-do/garden`;
  await page.context().request.post(list, { form: { note: "Forged" } });
  await page.goto(list);
  await page.getByRole("heading", { name: "To do in garden", level: 1 }).waitFor();
  expect(await rowsOf(page)).toEqual([]);
  await page.getByLabel("What is to be done", { exact: true }).fill(own);
  await press(page, "Add");
  expect(page.url()).toBe(list);
  expect(await rowsOf(page)).toEqual([own]);
}

/** Before all ids that begin with a time of today. */
const idOf = (note: number, email: string): string => `${String(note).padStart(8, "0")} of ${email}`;

/** All other notes of the list, straight into the store: they are older than the first one. */
async function fill({ folder }: WalkedApp, email: string): Promise<void> {
  const client = createClient({ url: `file:${path.join(folder, "auth.db")}` });
  try {
    const { rowsAffected } = await client.execute({
      sql: `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ?)
        insert into auth_todo (id, "userId", list, note)
        select printf('%08d of %s', n, email), "User".id, 'garden', 'Note ' || n from counted, "User" where email = ?`,
      args: [notes - 1, email],
    });
    expect(rowsAffected).toBe(notes - 1);
  } finally {
    client.close();
  }
}

const notesFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Note ${first - at}`);

/** The first three pages, and the last one. */
async function turnPages({ url }: WalkedApp, page: Page, email: string): Promise<void> {
  const more = page.getByRole("link", { name: "More", exact: true });
  const seen = [];
  await page.goto(`${url}/to-do/garden`);
  for (const at of [1, 2, 3]) {
    seen.push(...(await rowsOf(page)));
    if (at < 3) await Promise.all([page.waitForEvent("domcontentloaded"), more.click()]);
  }
  expect(seen).toEqual([own, ...notesFrom(notes - 1, 3 * pageSize - 1)]);
  const after = new URLSearchParams({ after: idOf(pageSize + 1, email) });
  await page.goto(`${url}/to-do/garden?${after}`);
  expect(await rowsOf(page)).toEqual(notesFrom(pageSize, pageSize));
  expect(await more.count()).toBe(0);
  await page.getByRole("link", { name: "Back to the beginning" }).click();
  await expect.poll(async () => (await rowsOf(page))[0]).toBe(own);
}

async function mailIt(app: WalkedApp, page: Page, email: string): Promise<void> {
  await press(page, "Mail me the list");
  await page.goto(await mailLink(app, /^To do in garden$/, email));
  expect(page.url()).toBe(`${app.url}/to-do/garden`);
  await page.getByRole("heading", { name: "To do in garden", level: 1 }).waitFor();
}

/** Whoever was let in gets an error where nobody can say any more whom the guard lets in. */
export async function meetsError(app: WalkedApp, { context, email }: Person, base: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${app.url}${base}/session`);
  expect(await page.textContent("body")).toContain(email);
  const { status, text } = await opened(app, page, "garden");
  const script = await context.request.get(`${app.url}/lists/garden`, {
    headers: { accept: "application/json" },
  });
  expect([status, script.status()]).toEqual([500, 500]);
  expect(text + (await script.text())).not.toContain("garden: ");
}
