import { finish, start } from "authwright/oauth";
import GitHub from "authwright/providers/github";
import { Router } from "express";
import { cookie, cookieOf, endSession, sessionOf, startSession } from "./sessions.js";

const github = GitHub({}); // AUTH_GITHUB_ID and AUTH_GITHUB_SECRET
const address = process.env.APP_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;
const redirectUri = `${address}/login/callback`;

export const routes = Router();

routes.get("/login", async (_req, res) => {
  const { url, keep } = await start(github, { redirectUri });
  res.cookie("login", keep, { ...cookie, maxAge: 15 * 60 * 1000 });
  res.redirect(url);
});

routes.get("/login/callback", async (req, res) => {
  const keep = cookieOf(req, "login");
  res.clearCookie("login", cookie);
  try {
    const { user } = await finish(github, new URL(req.originalUrl, redirectUri), keep);
    const { visits } = sessionOf(req, res);
    endSession(req, res);
    // A new id: what somebody knew of the session before the sign-in is worth nothing now.
    startSession(res, { visits, user });
    res.redirect("/");
  } catch (error) {
    console.error(error);
    res.status(400).send("This sign-in did not work. Please try again.");
  }
});

routes.post("/logout", (req, res) => {
  endSession(req, res);
  res.redirect("/");
});
