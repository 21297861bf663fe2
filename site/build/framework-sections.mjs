/** Sections whose heading begins with names of frameworks: whoever has chosen another one does not see them. */

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

const servers = ["express", "hono", "fastify", "koa", "h3", "nest", "node"];

/** What a heading may name in the place of a list. */
const groups = new Map([
  ["Servers", servers],
  ["React", ["next", ...servers]],
]);

/**
 * The frameworks that a heading names in front of its colon: "Next.js: page", "SvelteKit and Nuxt: a button", "Servers".
 * Undefined: the section is for all, as "Express and others" is.
 */
export function frameworksOf(heading) {
  const [named] = heading.split(": ");
  const ids = named
    .split(/, | and /)
    .flatMap((part) => groups.get(part) ?? frameworks.find(({ name }) => part === name)?.id);
  return ids.includes(undefined) ? undefined : ids;
}

/** Wraps each such section of the second level into an element that names its frameworks. */
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
        const ids = token.tag === "h2" ? frameworksOf(tokens[at + 1]?.content ?? "") : undefined;
        if (ids !== undefined) {
          found.push(html(Token, `<section data-for="${ids.join(" ")}">\n`));
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
