/** The picture of a user, over initials that show where there is none or it does not load. */
import { initialsOf } from "../../pages/initials.js";
import { type Html, html } from "../../pages/html.js";
import { safeImage } from "../../pages/safe-values.js";

/** What a browser may ask for: no other scheme, no path of the site, and nothing that names the page. */
function pictureOf(image: string | null): string | undefined {
  const safe = safeImage(image);
  return safe !== undefined && /^(?:https|data):/i.test(safe) ? safe : undefined;
}

/** Of whom there may be a picture. */
interface Pictured {
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

/** It says nothing that the name beside it does not. */
export function avatar({ name, email, image }: Pictured): Html {
  const picture = pictureOf(image);
  const initials = initialsOf(name ?? "") || initialsOf(email ?? "").slice(0, 2);
  return html`<span class="avatar" aria-hidden="true"
    ><span>${initials}</span>${
      picture !== undefined &&
      html`<img src="${picture}" alt="" referrerpolicy="no-referrer" width="64" height="64" />`
    }</span
  >`;
}
