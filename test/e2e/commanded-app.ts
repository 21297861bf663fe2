/** An app that commands alone have made, under `auth dev`: its providers are simulated, its mails caught. */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { codeAt, stepAt } from "../../src/runtime/plugins/two-factor/totp.js";
import { freePort, startServer } from "../support/process.js";
import { installedCommand, npm } from "../support/project.js";
import type { WalkedApp } from "./plugin-user.js";

export interface CommandedProject {
  readonly folder: string;
  readonly env: (extra?: Record<string, string>) => Record<string, string>;
  readonly basePath: string;
  /** Starts it in development; by default its script `dev`, which the variable PORT tells where. */
  readonly dev?: (port: number) => readonly string[];
}

/** Steps of time-based codes that are used up, by secret. */
const usedSteps = new Map<string, number>();

/** By the clock of this machine: the code before, of and behind now, then one in 30 seconds. */
export async function nextCode(secret: string): Promise<string> {
  const now = stepAt(Date.now());
  const step = Math.max(now - 1, (usedSteps.get(secret) ?? 0) + 1);
  usedSteps.set(secret, step);
  // A little beyond the turn of the step.
  await pause(Math.max(0, (step - 1) * 30_000 - Date.now() + 50));
  // Minutes may have gone by meanwhile.
  if (step < stepAt(Date.now()) - 1) return nextCode(secret);
  return codeAt(secret, step);
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** Takes the links out of the page with the caught mails, each mail once. */
export function mailsAt(mailPage: () => string) {
  const taken = new Set<string>();
  return async (subject: RegExp, to?: string): Promise<string> => {
    let link = "";
    const find = async (): Promise<boolean> => {
      const page = await (await fetch(mailPage())).text();
      for (const article of page.split("<article").slice(1)) {
        const [id = "", title = "", reader = "", href = ""] = [
          /id="([^"]*)"/,
          /<h2>([^<]*)</,
          /To <strong>([^<]*)</,
          /href="([^"]*)"/,
        ].map((part) => unescaped(part.exec(article)?.[1] ?? ""));
        if (taken.has(id + href) || !subject.test(title) || (to ?? reader) !== reader) continue;
        taken.add(id + href);
        link = href;
        return true;
      }
      return false;
    };
    await expect.poll(find, { timeout: 60_000, interval: 200 }).toBe(true);
    return link;
  };
}

/** Asks the endpoint of the session. */
export const whoAt =
  (sessionUrl: string): WalkedApp["who"] =>
  async (page) => {
    await page.goto(sessionUrl);
    const session = JSON.parse((await page.textContent("body")) ?? "null") as {
      user?: { email?: string };
    } | null;
    return session?.user?.email ?? "nobody";
  };

/** For what runs under Vite, which takes its port from there alone. */
export const viteDev = (port: number): readonly string[] => [
  npm,
  "run",
  "dev",
  "--",
  "--port",
  String(port),
  "--strictPort",
];

/** Starts what the project has as `dev`, on a port of its own, under `auth dev`. */
export async function startCommandedApp({
  folder,
  env,
  basePath,
  dev = () => [npm, "run", "dev"],
}: CommandedProject) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(installedCommand("auth"), ["dev", "--", ...dev(port)], {
    cwd: folder,
    env: env({ PORT: String(port) }),
    url,
  });
  const mailPage = () => /Mails are not sent; they are at (\S+)/.exec(server.output())?.[1] ?? "";
  const walked: WalkedApp = {
    authUrl: url + basePath,
    patience: 60_000,
    provider: "GitHub",
    async chooseAccount(page, { withoutEmail = false } = {}) {
      await page.waitForURL(/127\.0\.0\.1/);
      if (withoutEmail) {
        await page.getByText("Let something go wrong").click();
        await page.selectOption("select[name=fault]", "no-email");
      }
      await page.locator("button[name=person]", { hasText: "Mira" }).first().click();
      await page.waitForURL((address) => address.origin === url && !address.pathname.includes("/callback/"));
    },
    mailLink: mailsAt(mailPage),
    nextCode,
    who: whoAt(`${url}${basePath}/session`),
  };
  return { ...walked, url, output: server.output, close: () => server.stop() };
}

export type CommandedApp = Awaited<ReturnType<typeof startCommandedApp>>;
