/** The cells of the tables in "Buttons, a user menu …" are code: each is compiled where it would stand. */
import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readPages, snippetsOf } from "./pages.js";
import { makeWorkshop, typeCheck, writeProject } from "./project.js";

/** The app of a server around a cell of a kind. */
type Frame = (cell: string) => string;

const calls: Readonly<Record<string, Frame>> = {
  "Express, NestJS": (cell) => `import type {} from "authwright/express";
import express from "express";
export const app = express().get("/", (req, res) => void res.send(${cell}));`,
  Hono: (cell) => `import type {} from "authwright/hono";
import { Hono } from "hono";
export const app = new Hono().get("/", (c) => c.html(${cell}));`,
  Fastify: (cell) => `import type {} from "authwright/fastify";
import fastify from "fastify";
export const app = fastify().get("/", (request) => ${cell});`,
  Koa: (cell) => `import type { AuthState } from "authwright/koa";
import Koa from "koa";
export const app = new Koa<AuthState>().use((ctx) => void (ctx.body = ${cell}));`,
  h3: (cell) => `import type {} from "authwright/h3";
import { H3 } from "h3";
export const app: H3 = new H3().get("/", (event) => ${cell});`,
  "Node.js": (cell) => `import { createServer } from "node:http";
import { createAuth } from "authwright/node";
const auth = createAuth({ providers: [] });
export const app = createServer(async (req, res) => void res.end(${cell}));`,
};

const routes: Readonly<Record<string, Frame>> = {
  Hono: (cell) => `import { Hono } from "hono";\nexport const app = new Hono();\n${cell};`,
  Fastify: (cell) => `import fastify from "fastify";\nexport const app = fastify();\n${cell};`,
  Koa: (cell) =>
    `import type { Middleware } from "koa";\ndeclare const router: { get(path: string, answer: Middleware): void };\n${cell};`,
  h3: (cell) => `import { H3, html } from "h3";\nexport const app: H3 = new H3();\n${cell};`,
  NestJS: (cell) => `import { Controller, Get, Header } from "@nestjs/common";
@Controller()
export class Login { ${cell} }`,
  "Node.js": (cell) => `import { createServer } from "node:http";
export const app = createServer((_req, res) => void ${cell});`,
};

const guide = readPages().find(({ path: name }) => name === "docs/guides/sign-in-buttons.md")!;

/** Server and code, row by row. */
const cellsUnder = (head: string): Map<string, string> =>
  new Map(
    (guide.text.split(`| server | ${head} |\n|---|---|\n`)[1]?.split("\n\n")[0] ?? "")
      .split("\n")
      .map((row) => [row.split(" | ")[0]?.slice(2) ?? "", row.split("`")[1] ?? ""]),
  );

test("each cell compiles in an app of its server", async () => {
  const folder = makeWorkshop();
  try {
    const shown = snippetsOf(guide).filter(({ file }) => /^src\/(head|login-page)\.ts$/.test(file ?? ""));
    const files = Object.entries({ "the call": calls, "the route": routes }).flatMap(([head, frames]) => {
      const cells = cellsUnder(head);
      expect([...cells.keys()]).toEqual(Object.keys(frames));
      return [...cells].map(([server, cell], at) => ({
        language: "ts",
        file: `src/${head.replace(" ", "-")}-${at}.ts`,
        code: `import { userMenu } from "./head";
import { loginPage } from "./login-page";
export const shown = [userMenu, loginPage];
${frames[server]!(cell)}\n`,
      }));
    });
    writeProject(path.join(folder, "cells"), [], [...shown, ...files]);
    expect((await typeCheck(folder)).stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
