"use client";
/** What most apps show of a session: parts for who is signed in and who is not, the two buttons, and the bar. */
import * as React from "react";
import { impersonationIn, stopImpersonating, stopPath } from "../client/impersonation.js";
import type { Impersonation, Session } from "../types/entities.js";
import { getCsrfToken, getSession, signIn, signOut, store } from "./calls.js";
import { SessionContext, useSession } from "./session-provider.js";
import { UserMenu, type UserMenuProps } from "./user-menu.js";

/** Props of {@link SignedIn}. */
export interface SignedInProps {
  /** What a signed-in user sees, or a function of the session that returns it. */
  children: React.ReactNode | ((session: Session) => React.ReactNode);
}

/**
 * Shows its children to who is signed in. It hides, and guards nothing: what nobody else may have stays on the server.
 *
 * @example <SignedIn>{(session) => <p>Hello {session.user?.name}</p>}</SignedIn>
 */
export function SignedIn({ children }: SignedInProps): React.JSX.Element | null {
  const { data, status } = useSession();
  if (status !== "authenticated") return null;
  return <>{typeof children === "function" ? children(data) : children}</>;
}

/**
 * Shows its children to who is not signed in; nothing while that is not known yet.
 *
 * @example <SignedOut><SignInButton /></SignedOut>
 */
export function SignedOut({ children }: { children: React.ReactNode }): React.JSX.Element | null {
  return useSession().status === "unauthenticated" ? <>{children}</> : null;
}

/** Props of {@link SignInButton}: those of a button, and where the sign-in goes. */
export interface SignInButtonProps extends Omit<React.ComponentProps<"button">, "onClick" | "type"> {
  /** Id of a provider; without one the button leads to the sign-in page. */
  provider?: string | undefined;
  /** Where sign-in leads to; default: this page. */
  redirectTo?: string | undefined;
}

/**
 * A button that starts a sign-in. It takes one click: a second one would start another.
 *
 * @example <SignInButton provider="github">Sign in with GitHub</SignInButton>
 */
export function SignInButton(props: SignInButtonProps): React.JSX.Element {
  const { provider, redirectTo, children = "Sign in", disabled, ...button } = props;
  const [isBusy, begin] = useOnce(() => signIn(provider, redirectTo === undefined ? {} : { redirectTo }));
  return (
    <button {...button} type="button" disabled={disabled === true || isBusy} onClick={begin}>
      {children}
    </button>
  );
}

/** Props of {@link UserButton}. */
export interface UserButtonProps extends Omit<UserMenuProps, "user"> {
  /** Where sign-out leads to; default: this page. */
  redirectTo?: string | undefined;
  /** Text of the button. Default "Sign out". */
  signOutLabel?: string | undefined;
}

/**
 * The menu of who is signed in, with "Sign out" below rows of your own. Shows nothing while nobody is.
 *
 * @example <UserButton><a href="/account">Account</a></UserButton>
 */
export function UserButton(props: UserButtonProps): React.JSX.Element | null {
  const { children, redirectTo, signOutLabel = "Sign out", ...menu } = props;
  const { data } = useSession();
  const [isBusy, begin] = useOnce(() => signOut(redirectTo === undefined ? {} : { redirectTo }));
  if (!data?.user) return null;
  return (
    <UserMenu {...menu} user={data.user}>
      {children}
      <button type="button" disabled={isBusy} onClick={begin}>
        {signOutLabel}
      </button>
    </UserMenu>
  );
}

/** Props of {@link ImpersonationBar}: those of its element, and what it says. */
export interface ImpersonationBarProps extends Omit<React.ComponentProps<"div">, "children" | "role"> {
  /** From the server: `user` and `impersonatedBy` of it. Default: that of `SessionProvider`; without one it is read after mounting. */
  session?: Partial<Session> | null | undefined;
  /** Path of the endpoints. Default: that of `SessionProvider`, else `/api/auth`. */
  basePath?: string | undefined;
  /** What it says. Default: "Root acts for Ada." */
  children?: ((names: Impersonation) => React.ReactNode) | undefined;
  /** Text of the button. Default "Stop". */
  stopLabel?: string | undefined;
}

/**
 * Says who acts for the user of the session, and ends it: of the plugin `admin`. Shows nothing in any other session. Without
 * JavaScript its button leads to the page that ends it.
 *
 * @example <ImpersonationBar session={await auth()} />
 */
export function ImpersonationBar(props: ImpersonationBarProps): React.JSX.Element | null {
  const { session: given, basePath, children, stopLabel = "Stop", className, ...bar } = props;
  if (basePath) store.basePath = basePath;
  const known = React.useContext(SessionContext);
  const [read, setRead] = React.useState<Session | null>(null);
  const isUnknown = given === undefined && known === undefined;
  React.useEffect(() => {
    if (isUnknown) void getSession({ broadcast: false }).then(setRead);
  }, [isUnknown]);
  const [isBusy, stop] = useOnce(() => stopImpersonating(getCsrfToken));
  const names = impersonationIn(given === undefined ? (known?.data ?? read) : given);
  if (names === undefined) return null;
  const { admin, user } = names;
  return (
    <div {...bar} role="status" className={`authwright-bar authwright-acting ${className ?? ""}`}>
      <form
        action={stopPath()}
        onSubmit={(event) => {
          event.preventDefault();
          stop();
        }}
      >
        <mark>
          {children ? (
            children(names)
          ) : (
            // On a page from right to left, too, it is read as it is written.
            <span lang="en" dir="ltr">
              <bdi>{admin}</bdi> acts for <bdi>{user}</bdi>.
            </span>
          )}
        </mark>{" "}
        <button className="authwright-button" disabled={isBusy}>
          {stopLabel}
        </button>
      </form>
    </div>
  );
}

/** One call at a time; after one that failed the button can be pressed again. */
function useOnce(act: () => Promise<unknown>): readonly [isBusy: boolean, begin: () => void] {
  const [isBusy, setBusy] = React.useState(false);
  const begin = () => {
    setBusy(true);
    act().then(
      () => setBusy(false),
      (error: unknown) => {
        setBusy(false);
        // oxlint-disable-next-line no-console -- the page's console is all there is
        console.error(`[auth] ${error instanceof Error ? error.message : String(error)}`);
      },
    );
  };
  return [isBusy, begin];
}
