"use client";
/** A user's picture and name, which open to what the user can do. */
import * as React from "react";
import { initialsOf } from "../pages/initials.js";

/** Whom the menu shows. */
export interface MenuUser {
  /** Name to show; without one, the address. */
  name?: string | null | undefined;
  /** E-mail address, below the name. */
  email?: string | null | undefined;
  /** Address of a picture; without one, or where it does not load, initials. */
  image?: string | null | undefined;
}

/** Classes of one's own, beside those which `authwright/react/style.css` styles. */
export interface UserMenuClasses {
  /** Picture and name, which open the menu. */
  button?: string | undefined;
  /** The picture, or initials. */
  avatar?: string | undefined;
  /** The name beside the picture. */
  name?: string | undefined;
  /** What opens. */
  menu?: string | undefined;
  /** Name and address on top of the menu. */
  head?: string | undefined;
  /** The address below the name. */
  email?: string | undefined;
}

/** Props of {@link UserMenu}. */
export interface UserMenuProps {
  /** Whom it shows: name, address and image of a session's user. */
  user: MenuUser;
  /** The rows: links, buttons, forms with a button. */
  children?: React.ReactNode;
  /** Class of the element around all of it. */
  className?: string | undefined;
  /** Classes of its parts. */
  classNames?: UserMenuClasses | undefined;
}

const base = "authwright-user";

/**
 * Picture and name of a user, which open to rows of your own. It needs no `SessionProvider`: the user can come from the
 * server. Escape, a click elsewhere and a link in it close it.
 *
 * @example <UserMenu user={session.user}><a href="/account">Account</a></UserMenu>
 */
export function UserMenu({ user, children, className, classNames }: UserMenuProps): React.JSX.Element {
  const menu = React.useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  const { name, email } = user;
  const shown = name || email || "";
  const part = (key: keyof UserMenuClasses) => join(`${base}-${key}`, classNames?.[key]);
  return (
    <details ref={menu} className={join(base, className)}>
      <summary className={part("button")}>
        <span className={part("avatar")} aria-hidden="true">
          {initialsOf(name ?? "") || initialsOf(email ?? "")}
          <Picture key={user.image} image={user.image} />
        </span>
        <span className={part("name")}>
          <bdi>{shown}</bdi>
        </span>
      </summary>
      <div className={part("menu")}>
        <div className={part("head")}>
          <bdi>{shown}</bdi>
          {email && email !== shown && (
            <div className={part("email")}>
              <bdi>{email}</bdi>
            </div>
          )}
        </div>
        {children}
      </div>
    </details>
  );
}

const join = (first: string, own: string | undefined): string => (own ? `${first} ${own}` : first);

/** Over the initials, which show where it does not load. */
function Picture({ image }: Pick<MenuUser, "image">): React.JSX.Element | null {
  const [isBroken, setBroken] = React.useState(false);
  if (isBroken || !isPicture(image)) return null;
  // One that came with the page may have failed before there was anybody to hear of it.
  const look = (element: HTMLImageElement | null) => {
    if (element?.complete && element.naturalWidth === 0) setBroken(true);
  };
  return (
    <img
      ref={look}
      src={image}
      alt=""
      width={32}
      height={32}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

const isPicture = (image: string | null | undefined): image is string =>
  typeof image === "string" && /^(?:https?:\/\/|\/(?!\/)|data:image\/)/.test(image);

/** What somebody does elsewhere closes it, and so does Escape, which gives the focus back. */
function useClosing(menu: React.RefObject<HTMLDetailsElement | null>): void {
  React.useEffect(() => {
    const look = (event: Event) => {
      const details = menu.current;
      if (!details?.open || !isEnd(event, details)) return;
      details.open = false;
      if (event.type === "keydown") details.querySelector("summary")?.focus();
    };
    const types = ["pointerdown", "focusin", "click", "keydown"];
    for (const type of types) document.addEventListener(type, look);
    return () => {
      for (const type of types) document.removeEventListener(type, look);
    };
  }, [menu]);
}

function isEnd(event: Event, details: Element): boolean {
  if (event.type === "keydown") return (event as KeyboardEvent).key === "Escape";
  const target = event.target as Element;
  const isInside = details.contains(target);
  return event.type === "click" ? isInside && target.closest("a") !== null : !isInside;
}
