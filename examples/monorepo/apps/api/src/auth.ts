import { shared } from "@desk/auth";
import { createAuth } from "authwright/express";
import type { RequestHandler } from "express";

/** Reads the session that the web app has made. Nobody signs in here: there are no providers. */
export const auth = createAuth({ ...shared, providers: [] });

/** 401 in a browser too: `auth.require()` would lead to the sign-in page, and that is the web app's. */
export const requireUser: RequestHandler = (req, res, next) => {
  if (req.auth?.user) return next();
  res.status(401).json({ error: "unauthenticated" });
};
