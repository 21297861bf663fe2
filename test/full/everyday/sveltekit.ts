import { everydayJobs, lastingTokens } from "./jobs.js";

export const svelteKitJobs = everydayJobs({
  hasLayout: true,
  api: [
    lastingTokens("src/lib/server/auth.ts"),
    {
      file: "src/routes/api/files/+server.ts",
      lines: `import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ locals }) => {
  const headers = { authorization: \`Bearer \${await locals.auth.accessToken("google")}\` };
  const answer = await fetch("https://www.googleapis.com/drive/v3/files", { headers });
  return Response.json(await answer.json(), { status: answer.status });
};
`,
    },
  ],
});
