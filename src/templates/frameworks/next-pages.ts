import type { FrameworkDescriptor } from "../frameworks.js";

export const nextPages: FrameworkDescriptor = {
  id: "next-pages",
  name: "Next.js (Pages Router)",
  aliases: ["next", "nextjs", "pages"],
  dependency: "next",
  door: "next",
  basePath: "/api/auth",
  envFile: ".env.local",
  envExpands: true,
  devPort: 3000,
};
