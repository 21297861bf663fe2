import { SessionProvider, SignedIn, SignedOut, SignInButton, UserButton } from "authwright/react";
import "authwright/react/style.css";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import "./style.css";

function Notes() {
  const [notes, setNotes] = useState([]);
  useEffect(() => {
    fetch("/api/notes")
      .then((response) => response.json())
      .then(setNotes);
  }, []);

  async function add(form) {
    const text = form.get("text");
    const headers = { "Content-Type": "application/json" };
    const response = await fetch("/api/notes", { method: "POST", headers, body: JSON.stringify({ text }) });
    if (!response.ok) return;
    const note = await response.json();
    setNotes((all) => [...all, note]);
  }

  return (
    <main>
      <ul>
        {notes.map(({ id, text, by }) => (
          <li key={id}>
            {text} <small>{by}</small>
          </li>
        ))}
      </ul>
      <form action={add}>
        <input name="text" aria-label="Note" placeholder="What to remember" required maxLength={200} />
        <button>Add</button>
      </form>
    </main>
  );
}

function App() {
  return (
    <SessionProvider basePath="/auth">
      <header>
        <h1>Notes</h1>
        <SignedOut>
          <SignInButton>Sign in</SignInButton>
        </SignedOut>
        <UserButton />
      </header>
      <SignedIn>
        <Notes />
      </SignedIn>
    </SessionProvider>
  );
}

createRoot(document.body).render(<App />);
