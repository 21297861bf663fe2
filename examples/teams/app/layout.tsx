import type { ReactNode } from "react";
import "./style.css";
import { ImpersonationBar } from "authwright/react";

export const metadata = { title: "Projects" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body><ImpersonationBar />{children}</body>
    </html>
  );
}
