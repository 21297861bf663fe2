/** What most apps show of a session: parts for who is signed in and who is not, the two buttons, and the bar. */
import {
  defineComponent,
  h,
  onMounted,
  onUnmounted,
  ref,
  type DefineSetupFnComponent,
  type SlotsType,
  type VNode,
} from "vue";
import { getCsrfToken, signIn, signOut } from "../client/endpoints.js";
import { impersonationIn, stopImpersonating, stopPath } from "../client/impersonation.js";
import { closing, isPicture } from "../client/user-menu.js";
import { initialsOf } from "../pages/initials.js";
import type { Impersonation, Session } from "../types/entities.js";
import { useSession } from "./session.js";

/** No props, no events. */
type NoProps = Record<never, never>;
/** A component with one slot. */
type Slots<Given> = SlotsType<{
  /** What stands in it. */
  default?: (given: Given) => VNode[];
}>;
/** What a slot is given of who is signed in. */
interface GivenSession {
  /** Whoever is signed in. */
  session: Session;
}

/**
 * Shows its slot to who is signed in. It hides, and guards nothing: what nobody else may have stays on the server.
 *
 * @example <SignedIn v-slot="{ session }">Hello {{ session.user?.name }}</SignedIn>
 */
export const SignedIn: DefineSetupFnComponent<NoProps, NoProps, Slots<GivenSession>> = defineComponent(
  (_, { slots }) => {
    const { data } = useSession();
    return () => (data.value === null ? undefined : slots.default?.({ session: data.value }));
  },
);

/**
 * Shows its slot to who is not signed in; nothing while that is not known yet.
 *
 * @example <SignedOut><SignInButton /></SignedOut>
 */
export const SignedOut: DefineSetupFnComponent<NoProps, NoProps, Slots<NoProps>> = defineComponent(
  (_, { slots }) => {
    const { status } = useSession();
    return () => (status.value === "unauthenticated" ? slots.default?.({}) : undefined);
  },
);

/** Props of {@link SignInButton}. */
export interface SignInProps {
  /** Id of a provider; without one the button leads to the sign-in page. */
  provider?: string;
  /** Where sign-in leads to; default: this page. */
  redirectTo?: string;
}

/**
 * A button that starts a sign-in. It takes one click: a second one would start another.
 *
 * @example <SignInButton provider="github">Sign in with GitHub</SignInButton>
 */
export const SignInButton: DefineSetupFnComponent<SignInProps, NoProps, Slots<NoProps>> = defineComponent(
  (props: SignInProps, { slots }) => {
    const { isBusy, begin } = once(() => signIn(props.provider, toward(props)));
    return () => button({ isBusy: isBusy.value, begin }, slots.default?.({}) ?? "Sign in");
  },
  { props: ["provider", "redirectTo"] },
);

/** Props of {@link UserButton}. */
export interface UserButtonOptions {
  /** Where sign-out leads to; default: this page. */
  redirectTo?: string;
  /** Text of the button. Default "Sign out". */
  signOutLabel?: string;
}

const base = "authwright-user";

/**
 * Picture and name of who is signed in, which open to "Sign out" below rows of your own. Shows nothing while nobody is.
 * Escape, a click elsewhere and a link in it close it.
 *
 * @example <UserButton><a href="/account">Account</a></UserButton>
 */
export const UserButton: DefineSetupFnComponent<UserButtonOptions, NoProps, Slots<NoProps>> = defineComponent(
  (props: UserButtonOptions, { slots }) => {
    const { data } = useSession();
    const { isBusy, begin } = once(() => signOut(toward(props)));
    const menu = ref<HTMLDetailsElement>();
    onMounted(() => onUnmounted(closing(() => menu.value)));
    return () => {
      const user = data.value?.user;
      if (!user) return undefined;
      const { name, email } = user;
      const shown = name || email || "";
      return h("details", { class: base, ref: menu }, [
        h("summary", { class: `${base}-button` }, [
          h("span", { class: `${base}-avatar`, "aria-hidden": "true" }, [
            initialsOf(name ?? "") || initialsOf(email ?? ""),
            picture(user.image),
          ]),
          h("span", { class: `${base}-name` }, h("bdi", shown)),
        ]),
        h("div", { class: `${base}-menu` }, [
          h("div", { class: `${base}-head` }, [
            h("bdi", shown),
            email && email !== shown ? h("div", { class: `${base}-email` }, h("bdi", email)) : undefined,
          ]),
          slots.default?.({}),
          button({ isBusy: isBusy.value, begin }, props.signOutLabel ?? "Sign out"),
        ]),
      ]);
    };
  },
  { props: ["redirectTo", "signOutLabel"] },
);

const toward = ({ redirectTo }: { redirectTo?: string }) => (redirectTo === undefined ? {} : { redirectTo });

const button = (
  { isBusy, begin }: { isBusy: boolean; begin: () => void },
  children: VNode[] | string,
): VNode => h("button", { type: "button", disabled: isBusy, onClick: begin }, children);

/** One that does not load gives way to the initials below it. */
const picture = (image: string | null | undefined): VNode | undefined =>
  isPicture(image)
    ? h("img", {
        key: image,
        src: image,
        alt: "",
        width: 32,
        height: 32,
        referrerpolicy: "no-referrer",
        onError: (event: Event) => void (event.target instanceof HTMLElement && (event.target.hidden = true)),
      })
    : undefined;

/** One call at a time; after one that failed the button can be pressed again. */
function once(act: () => Promise<unknown>) {
  const isBusy = ref(false);
  const begin = () => {
    isBusy.value = true;
    act()
      .catch((error: unknown) => {
        // oxlint-disable-next-line no-console -- the page's console is all there is
        console.error(`[auth] ${error}`);
      })
      .finally(() => (isBusy.value = false));
  };
  return { isBusy, begin };
}

/** Props of {@link ImpersonationBar}. */
export interface ImpersonationBarOptions {
  /** Path of the endpoints, for the page that a server renders. Default: that of `authPlugin`. */
  basePath?: string;
  /** Text of the button. Default "Stop". */
  stopLabel?: string;
}

/**
 * Says who acts for the user of the session, and ends it: of the plugin `admin`. Shows nothing in any other session. Without
 * JavaScript its button leads to the page that ends it. The slot takes the words of your own.
 *
 * @example <ImpersonationBar v-slot="{ admin, user }">{{ admin }} handelt für {{ user }}.</ImpersonationBar>
 */
export const ImpersonationBar: DefineSetupFnComponent<
  ImpersonationBarOptions,
  NoProps,
  Slots<Impersonation>
> = /* @__PURE__ */ defineComponent(
  (props: ImpersonationBarOptions, { slots }) => {
    const { data } = useSession();
    const { isBusy, begin } = once(() => stopImpersonating(getCsrfToken));
    const stop = (event: Event) => {
      event.preventDefault();
      begin();
    };
    return () => {
      const names = impersonationIn(data.value);
      if (names === undefined) return undefined;
      const words = [h("bdi", names.admin), " acts for ", h("bdi", names.user), "."];
      // On a page from right to left, too, it is read as it is written.
      const said = [h("span", { lang: "en", dir: "ltr" }, words)];
      return h("div", { class: "authwright-bar authwright-acting", role: "status" }, [
        h("form", { action: stopPath(props.basePath), onSubmit: stop }, [
          h("mark", slots.default?.(names) ?? said),
          " ",
          h("button", { class: "authwright-button", disabled: isBusy.value }, props.stopLabel ?? "Stop"),
        ]),
      ]);
    };
  },
  { props: ["basePath", "stopLabel"] },
);
