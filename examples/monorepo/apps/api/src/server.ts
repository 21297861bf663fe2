import express from "express";
import { auth, requireUser } from "./auth.js";

const tickets = [{ id: 1, text: "The printer is out of paper", by: "Robin" }];

const app = express();

app.use(auth.session, requireUser);

app.get("/me", (req, res) => {
  res.json(req.auth?.user);
});

app.get("/tickets", (_req, res) => {
  res.json(tickets);
});

app.post("/tickets", express.json(), (req, res) => {
  const text = String(req.body?.text ?? "").trim().slice(0, 200);
  if (text === "") return void res.status(400).json({ error: "A ticket needs a text" });
  const ticket = { id: tickets.length + 1, text, by: req.auth?.user?.name ?? "" };
  tickets.push(ticket);
  res.status(201).json(ticket);
});

app.listen(new URL(process.env["API_URL"] ?? "http://localhost:4000").port);
