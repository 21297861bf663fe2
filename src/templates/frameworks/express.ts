import type { FrameworkDescriptor } from "../frameworks.js";

export const express: FrameworkDescriptor = {
  id: "express",
  name: "Express",
  aliases: ["expressjs"],
  dependency: "express",
  door: "express",
  basePath: "/auth",
  envFile: ".env",
  envExpands: false,
  devPort: 3000,
};
