import { everydayJobs, lastingTokens } from "./jobs.js";

export const nuxtJobs = everydayJobs({
  hasLayout: true,
  api: [
    lastingTokens("server/auth.ts"),
    {
      file: "server/api/files.get.ts",
      lines: `import { auth } from "../auth";

export default defineEventHandler(async (event) => {
  const headers = { authorization: \`Bearer \${await auth.accessToken(event, "google")}\` };
  return $fetch("https://www.googleapis.com/drive/v3/files", { headers });
});
`,
    },
  ],
});
