/** One import of Svelte for all components, as a bundler has it that takes Svelte in: esbuild writes one a component. */
import * as $ from "svelte/internal/client";

export { $ };
