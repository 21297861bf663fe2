import type { FrameworkDescriptor } from "../frameworks.js";

export const express: FrameworkDescriptor = {
  id: "express",
  name: "Express",
  aliases: ["expressjs"],
  dependency: "express",
  door: "express",
  basePath: "/auth",
  envFile: ".env",
  devPort: 3000,
};
