/** What the components of Svelte add to an app that has Svelte already. For `npm run size` and its test. */
import path from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { compile } from "svelte/compiler";

const root = path.dirname(import.meta.dirname);

/** An app that shows nothing and reacts to nothing, and one with what pages of most apps have. */
const apps = {
  empty: "<h1>Shop</h1>",
  usual: `<script>
  import { writable } from "svelte/store";

  let { name = "Shop", ...rest } = $props();
  const items = writable(["a", "b"]);
  let count = $state(0);
  let isOpen = $state(false);
  let form = $state();
  const twice = $derived(count * 2);
  $effect(() => { document.title = String(count); });
</script>

<svelte:window onkeydown={() => (isOpen = !isOpen)} />
<form {...rest} bind:this={form}>
  <input bind:value={name} />
  <button onclick={() => (count += 1)} disabled={isOpen}>{twice}</button>
</form>
{#if isOpen}<p class={["open", name]}>{name}</p>{:else if count}<b>{count}</b>{/if}
{#each $items as item (item)}<img src={item} alt="" onerror={() => (isOpen = true)} />{/each}
{#snippet row(text)}<i>{text}</i>{/snippet}
{@render row("last")}`,
};

/** What is used of the package, around the page of the app. */
const around = (names, inside) => `<script>
  import { ${names} } from "authwright/svelte";
  import Page from "./page.svelte";

  let { session } = $props();
</script>

<SessionProvider {session}>
  <SignedOut><SignInButton /></SignedOut>
  <SignedIn>{#snippet children(known)}{known.user.name}{/snippet}</SignedIn>
  ${inside}
  <Page />
</SessionProvider>`;

const components = "SessionProvider, SignedIn, SignedOut, SignInButton";
const pages = {
  without: '<script>import Page from "./page.svelte";</script>\n<Page />',
  "no user menu": around(components, ""),
  "all components": around(`${components}, UserButton`, "<UserButton />"),
};

/** The minified app in one file, Svelte with it, compressed. */
async function weigh(page, entry) {
  const files = {
    "main.js":
      'import { mount } from "svelte"; import App from "./app.svelte"; mount(App, { target: document.body });',
    "app.svelte": entry,
    "page.svelte": page,
  };
  const folder = path.join(root, "size");
  const given = await rolldown({
    input: path.join(folder, "main.js"),
    cwd: root,
    platform: "browser",
    resolve: { conditionNames: ["svelte", "browser", "production", "import", "module", "default"] },
    transform: { define: { "process.env.NODE_ENV": '"production"' }, target: "es2022" },
    plugins: [
      {
        name: "app",
        resolveId: (id) =>
          path.basename(id) in files && (id.startsWith("./") || id.startsWith(folder))
            ? path.join(folder, path.basename(id))
            : undefined,
        load: (id) => (id.startsWith(folder) ? files[path.basename(id)] : undefined),
        transform: {
          filter: { id: /\.svelte$/ },
          handler: (source, filename) =>
            compile(source, { filename, generate: "client", dev: false, css: "injected" }).js.code,
        },
      },
    ],
  });
  const { output } = await given.generate({ format: "esm", minify: true, codeSplitting: false });
  await given.close();
  return gzipSync(output[0].code, { level: 9 }).length;
}

/** Bytes that they may add to the usual app; they may only fall. */
export const limitsInSvelte = { "no user menu": 2_260, "all components": 3_300 };

/** @returns bytes that the components add, by app and by what is used of them */
export async function addedToSvelte() {
  const added = {};
  for (const [app, page] of Object.entries(apps)) {
    const alone = await weigh(page, pages.without);
    added[app] = {
      "no user menu": (await weigh(page, pages["no user menu"])) - alone,
      "all components": (await weigh(page, pages["all components"])) - alone,
    };
  }
  return added;
}
