export { auth as proxy } from "@/auth";

// Guards these paths, and shows the built-in pages at theirs. Nothing else is guarded here.
export const config = {
  matcher: [
    "/dashboard/:path*",
    "/sign-in",
    "/sign-out",
    "/auth-error",
    "/check-your-email",
    "/sign-up",
    "/verify",
    "/forgot",
    "/reset-password",
    "/change-password",
    "/change-email",
    "/confirm-email",
    "/account",
    "/link-account",
    "/delete-account",
    "/two-factor",
    "/two-factor-set-up",
    "/two-factor-first",
    "/two-factor-manage",
    "/two-factor-confirm",
  ],
};
