export { auth as proxy } from "@/auth";

// Guards these paths, and shows the built-in pages at theirs. Nothing else is guarded here.
export const config = {
  matcher: [
    "/dashboard/:path*",
    "/sign-in",
    "/sign-out",
    "/auth-error",
    "/check-your-email",
    "/organizations",
    "/organizations/new",
    "/organizations/:slug",
    "/invitation",
    "/teams/:any2/:path*",
    "/admin/users",
    "/admin/users/new",
    "/admin/users/:id",
    "/confirm-moved-address",
    "/admin/users/:id/impersonate",
    "/impersonation",
    "/impersonation/:id",
  ],
};
