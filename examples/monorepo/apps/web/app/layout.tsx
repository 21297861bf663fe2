import type { ReactNode } from "react";

export const metadata = { title: "Tickets" };

const style = { maxWidth: "32rem", margin: "3rem auto", font: "1.1rem/1.6 system-ui, sans-serif" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={style}>{children}</body>
    </html>
  );
}
