/** Components, whose props `index.ts` says. */
declare module "*.svelte" {
  import type { Component } from "svelte";
  const component: Component<Record<never, never>>;
  export default component;
}
