/** With the App Router. */
import { everydayJobs, lastingTokens } from "./jobs.js";

export const nextJobs = everydayJobs({
  hasLayout: true,
  api: [
    lastingTokens("auth.ts"),
    {
      file: "app/api/files/route.ts",
      lines: `import { auth } from "../../../auth";

export async function GET() {
  const headers = { authorization: \`Bearer \${await auth.accessToken("google")}\` };
  return fetch("https://www.googleapis.com/drive/v3/files", { headers });
}
`,
    },
  ],
});
