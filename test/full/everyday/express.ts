/** The ten jobs in an Express app, with sessions in the database. */
import type { Job } from "./job.js";

export const expressJobs: readonly Job[] = [
  {
    name: "0 sign in",
    commands: [
      ["init", "--provider", "github,google"],
      ["add-adapter", "kysely"],
    ],
  },
  { name: "1 protect a page", commands: [["protect", "/orders"]] },
  { name: "2 protect an API route", commands: [["protect", "/api/orders"]] },
  {
    name: "3 a role in the session, typed",
    commands: [
      ["add-role", "admin"],
      ["protect", "/api/admin", "--role", "admin"],
    ],
  },
  {
    name: "4 e-mail and password: sign-up, verification, reset, change",
    commands: [["add-plugin", "password", "--sign-in-links"]],
  },
  { name: "5 sign-in link: with job 4" },
  {
    name: "6, 7 the provider's API, with a fresh token",
    commands: [["add-plugin", "access-tokens"]],
    byHand: [
      {
        file: "src/auth.ts",
        instead: "Google,",
        lines: 'Google({ authorization: { params: { access_type: "offline", prompt: "consent" } } }),',
      },
      {
        file: "src/server.ts",
        instead: "app.listen(port, () => {",
        lines: `app.get("/api/files", async (req, res) => {
  const headers = { authorization: \`Bearer \${await auth.accessToken(req, "google")}\` };
  const answer = await fetch("https://www.googleapis.com/drive/v3/files", { headers });
  res.status(answer.status).json(await answer.json());
});

app.listen(port, () => {`,
      },
    ],
  },
  { name: "8 list and unlink accounts", commands: [["add-plugin", "account"]] },
  { name: "9 sign out everywhere: on the page of job 8" },
  { name: "10 Docker", commands: [["add-docker"]] },
];
