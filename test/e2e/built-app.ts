/** An app that commands alone have made, as it goes to users: built, in production, its mails at a server of this machine. */
import { freePort, mustRun, startServer } from "../support/process.js";
import { npm, npx } from "../support/project.js";
import { MailServer } from "../support/mail-server.js";
import { nextCode, whoAt } from "./commanded-app.js";
import type { Project, Row } from "./framework-matrix.js";
import type { WalkedApp } from "./plugin-user.js";

/** What `auth init` leaves to be filled in. */
const filledIn = (mails: MailServer, url: string) => ({
  AUTH_NODEMAILER_SERVER: mails.url,
  AUTH_NODEMAILER_FROM: "no-reply@example.com",
  AUTH_URL: url,
});

export async function startBuiltApp({ folder, env }: Project, row: Row) {
  const { basePath = "/auth", build, start = () => [npm, "start"] } = row;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const mails = await MailServer.start();
  const own = { ...filledIn(mails, url), PORT: String(port), NODE_ENV: "production" };
  try {
    // With NODE_ENV a build may leave out what it needs.
    if (build)
      await mustRun(npx, build, { cwd: folder, env: env(filledIn(mails, url)), timeoutSeconds: 500 });
    const [command = npm, ...words] = start(port);
    const server = await startServer(command, words, { cwd: folder, env: env(own), url });
    const walked: WalkedApp = {
      authUrl: url + basePath,
      provider: "none",
      chooseAccount: () => Promise.reject(new Error("The app has no provider")),
      mailLink: (subject, to) => mails.takeLink(subject, to),
      nextCode,
      who: whoAt(`${url}${basePath}/session`),
    };
    const close = async () => void (await Promise.all([server.stop(), mails.close()]));
    return { ...walked, url, env: env(own), output: server.output, close };
  } catch (error) {
    await mails.close();
    throw error;
  }
}

export type BuiltApp = Awaited<ReturnType<typeof startBuiltApp>>;
