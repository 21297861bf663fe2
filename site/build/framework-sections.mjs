/** Sections whose heading begins with a framework's name: whoever has chosen another one does not see them. */

/** In the order of the list that readers choose from. */
export const frameworks = [
  { id: "next", name: "Next.js" },
  { id: "sveltekit", name: "SvelteKit" },
  { id: "nuxt", name: "Nuxt" },
  { id: "express", name: "Express" },
  { id: "hono", name: "Hono" },
  { id: "fastify", name: "Fastify" },
  { id: "koa", name: "Koa" },
  { id: "h3", name: "h3" },
  { id: "nest", name: "NestJS" },
  { id: "node", name: "Node.js" },
];

/** "Next.js: page" and "Express" are of one framework; "Express and others" is of all. */
const frameworkOf = (heading) =>
  frameworks.find(({ name }) => heading === name || heading.startsWith(`${name}: `) || heading.startsWith(`${name} 1`))
    ?.id;

/** Wraps each such section of the second level into an element that names its framework. */
export function frameworkSections(md) {
  md.core.ruler.push("framework-sections", ({ tokens, Token, env }) => {
    if (env.relativePath?.startsWith("frameworks/")) return;
    let isOpen = false;
    const found = [];
    const close = () => {
      if (isOpen) found.push(html(Token, "</section>\n"));
      isOpen = false;
    };
    for (const [at, token] of tokens.entries()) {
      if (token.type === "heading_open" && (token.tag === "h1" || token.tag === "h2")) {
        close();
        const id = token.tag === "h2" ? frameworkOf(tokens[at + 1]?.content ?? "") : undefined;
        if (id !== undefined) {
          found.push(html(Token, `<section data-for="${id}">\n`));
          isOpen = true;
        }
      }
      found.push(token);
    }
    close();
    tokens.splice(0, tokens.length, ...found);
  });
}

function html(Token, content) {
  const token = new Token("html_block", "", 0);
  token.content = content;
  return token;
}
