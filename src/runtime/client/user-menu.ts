/** What the menus of React, Vue and Svelte do alike. */

/** Addresses that pictures may have; anything else is left out. */
export const isPicture = (image: string | null | undefined): image is string =>
  /^(?:https?:\/\/|\/(?!\/)|data:image\/)/.test(image ?? "");

/**
 * Closes a menu at what somebody does elsewhere, at a link in it, and at Escape, which gives the focus back.
 *
 * @param menuOf the `details` element; while there is none, nothing happens
 * @returns stops listening
 */
export function closing(menuOf: () => HTMLDetailsElement | null | undefined): () => void {
  const look = (event: Event) => {
    const menu = menuOf();
    if (!menu?.open || !isEnd(event, menu)) return;
    menu.open = false;
    if (event.type === "keydown") menu.querySelector("summary")?.focus();
  };
  const types = ["pointerdown", "focusin", "click", "keydown"];
  for (const type of types) document.addEventListener(type, look);
  return () => {
    for (const type of types) document.removeEventListener(type, look);
  };
}

function isEnd(event: Event, menu: Element): unknown {
  if (event.type === "keydown") return (event as KeyboardEvent).key === "Escape";
  const target = event.target as Element;
  return menu.contains(target) ? event.type === "click" && target.closest("a") : event.type !== "click";
}
