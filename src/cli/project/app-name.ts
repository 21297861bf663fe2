/** Words of names that create commands write, or that say what kind of package it is: no user knows an app by them. */
const generic: readonly string[] =
  "a api app application apps astro backend bun client demo example express fastify frontend fullstack h3 hono js kit koa main monorepo my nest next nextjs nitro node nuxt project prototype remix root sample server service site starter svelte sveltekit template test the tmp ts typescript ui vite web website with".split(
    " ",
  );

/**
 * What users may know the app by, from the name of its package: `@acme/book-shop` is `Book Shop`.
 *
 * @param name of package.json
 * @returns undefined where the name says nothing of it, such as `my-app`
 */
export function appNameOf(name = ""): string | undefined {
  const words = name
    .slice(name.lastIndexOf("/") + 1)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const isGeneric = (word: string) => ["", ...generic].includes(word.toLowerCase().replace(/\p{N}+$/u, ""));
  if (words.every(isGeneric)) return undefined;
  return words
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ")
    .slice(0, 80);
}
