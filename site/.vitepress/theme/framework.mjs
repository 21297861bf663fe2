/** Which framework a reader has chosen, and what of the page is seen with it. */
import { nextTick, ref } from "vue";

/** Id of the framework; "": all of them. */
export const chosen = ref("");
/** Counts the sections that were shown because an address names them. */
const shown = ref(0);

export function readChoice() {
  chosen.value = document.documentElement.dataset.framework ?? "";
}

/** Holds on every page, until another one is chosen. */
export function choose(id) {
  for (const section of document.querySelectorAll("[data-asked]")) delete section.dataset.asked;
  chosen.value = id;
  const { dataset } = document.documentElement;
  if (id === "") delete dataset.framework;
  else dataset.framework = id;
  try {
    localStorage.setItem("framework", id);
  } catch {
    // Nothing is kept then; the choice holds for this page.
  }
}

/** As the style sheet has it: a page without a section for the chosen framework shows all of them. */
export function isHidden(element) {
  const section = element?.closest("[data-for]");
  if (!section || chosen.value === "" || shown.value < 0) return false;
  const isOther = !section.dataset.for.split(" ").includes(chosen.value) && section.dataset.asked === undefined;
  return isOther && document.querySelector(`main [data-for~="${chosen.value}"]`) !== null;
}

/** Somebody comes for a section of another framework, from the search or another page. */
export async function showAsked() {
  const heading = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!isHidden(heading)) return;
  heading.closest("[data-for]").dataset.asked = "";
  shown.value += 1;
  await nextTick();
  // The router scrolls in the next frame, to where nothing was seen.
  requestAnimationFrame(() => requestAnimationFrame(() => heading.scrollIntoView()));
}
