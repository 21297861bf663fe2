import express from "express";
import { auth, dashboardPage, trustProxy } from "./auth.js";

const notes = [{ id: 1, text: "Water the plants", by: "Robin" }];

const app = express();

app.set("trust proxy", trustProxy);
app.use("/auth", auth.handler);
app.use(auth.pages);
app.use(auth.session);
app.use(auth.require({ path: "/api" }));
app.get("/dashboard", auth.require(), dashboardPage);

app.get("/api/notes", (_req, res) => {
  res.json(notes);
});

app.post("/api/notes", express.json(), (req, res) => {
  const text = String(req.body?.text ?? "").trim().slice(0, 200);
  if (text === "") return void res.status(400).json({ error: "A note needs a text" });
  const note = { id: notes.length + 1, text, by: req.auth.user.name };
  notes.push(note);
  res.status(201).json(note);
});

// The built front end, in production.
app.use(express.static("web/dist"));

app.listen(process.env.PORT ?? 3000);
