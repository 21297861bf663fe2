import { randomBytes } from "node:crypto";

// In memory: a real app keeps its sessions in a database, and ends them.
const sessions = new Map();

export const cookie = {
  httpOnly: true,
  sameSite: "lax",
  secure: process.env.NODE_ENV === "production",
  path: "/",
};

export const cookieOf = (req, name) =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(req.headers.cookie ?? "")?.[1];

/** A session with an id that nobody has seen before. */
export function startSession(res, data) {
  const id = randomBytes(32).toString("base64url");
  sessions.set(id, data);
  res.cookie("sid", id, cookie);
  return data;
}

export const sessionOf = (req, res) =>
  sessions.get(cookieOf(req, "sid")) ?? startSession(res, { visits: 0 });

export function endSession(req, res) {
  sessions.delete(cookieOf(req, "sid"));
  res.clearCookie("sid", cookie);
}
