import type { FrameworkDescriptor } from "../frameworks.js";

export const nextApp: FrameworkDescriptor = {
  id: "next-app",
  name: "Next.js (App Router)",
  aliases: ["next", "nextjs"],
  dependency: "next",
  door: "next",
  basePath: "/api/auth",
  envFile: ".env.local",
  envExpands: true,
  devPort: 3000,
};
