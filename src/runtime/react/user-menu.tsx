"use client";
/** A user's picture and name, which open to what the user can do. */
import * as React from "react";
import { closing, isPicture } from "../client/user-menu.js";
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
  React.useEffect(() => closing(() => menu.current), []);
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
