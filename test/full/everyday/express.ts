import { everydayJobs, lastingTokens } from "./jobs.js";

export const expressJobs = everydayJobs({
  hasLayout: false,
  api: [
    lastingTokens("src/auth.ts"),
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
});
