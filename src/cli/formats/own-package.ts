// Made by scripts/generate.mjs. Do not edit.
export const packageName = "authwright";
export const packageVersion = "0.1.0";
