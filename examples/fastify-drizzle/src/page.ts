interface Book {
  readonly title: string;
}

export const escapeHtml = (text: string) => text.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`);

export const page = (reader: string, books: readonly Book[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Reading list</title>
<style>
body { max-width: 32rem; margin: 3rem auto; padding: 0 1rem; font: 1.1rem/1.6 system-ui, sans-serif; background: #eef3f1; color: #234; }
li { padding: 0.3rem 0; }
input, button { padding: 0.4rem; font: inherit; }
</style>
<h1>What ${escapeHtml(reader)} reads</h1>
<p><a href="/sign-out">Sign out</a></p>
<ol>${books.map(({ title }) => `<li>${escapeHtml(title)}</li>`).join("")}</ol>
<form>
<input name="title" aria-label="Title" placeholder="Another book" required maxlength="200">
<button>Add</button>
</form>
<script type="module">
document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const title = event.target.elements.title.value;
  const headers = { "Content-Type": "application/json" };
  const { ok } = await fetch("/books", { method: "POST", headers, body: JSON.stringify({ title }) });
  if (ok) location.reload();
});
</script>
</html>`;
