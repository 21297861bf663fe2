import { Suspense } from "react";
import { auth, signOut } from "@/auth";

const page = { maxWidth: "40rem", margin: "0 auto", padding: "2rem 1.5rem" };
const button = { padding: "0.5rem 1rem", font: "inherit", cursor: "pointer" };

async function Visitor() {
  // The guard in front of the page can be configured away; this one stands beside the data.
  const { user } = await auth.require({ redirectTo: "/dashboard" });
  return (
    <>
      <p>
        Signed in as {user?.name} {user?.email}
      </p>
      <form
        action={async () => {
          "use server";
          await signOut({ redirectTo: "/" });
        }}
      >
        <button style={button}>Sign out</button>
      </form>
    </>
  );
}

export default function DashboardPage() {
  return (
    <main style={page}>
      <h1>Dashboard</h1>
      <Suspense fallback={<p>Loading</p>}>
        <Visitor />
      </Suspense>
    </main>
  );
}
