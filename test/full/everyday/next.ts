/** The ten jobs in a Next.js app with the App Router, with sessions in the database. */
import type { Job } from "./job.js";

export const nextJobs: readonly Job[] = [
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
        file: "auth.ts",
        instead: "Google,",
        lines: 'Google({ authorization: { params: { access_type: "offline", prompt: "consent" } } }),',
      },
      {
        file: "app/api/files/route.ts",
        lines: `import { auth } from "@/auth";

export async function GET() {
  const headers = { authorization: \`Bearer \${await auth.accessToken("google")}\` };
  return fetch("https://www.googleapis.com/drive/v3/files", { headers });
}
`,
      },
    ],
  },
  { name: "8 list and unlink accounts", commands: [["add-plugin", "account"]] },
  { name: "9 sign out everywhere: on the page of job 8" },
  { name: "10 Docker", commands: [["add-docker"]] },
];
