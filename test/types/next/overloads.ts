/** Arguments without a type, as existing applications have them. */
import { FrameworkAuth } from "authwright/next";
import type { NextFetchEvent, NextRequest } from "next/server.js";

const { auth } = FrameworkAuth({ providers: [] });

// oxlint-disable-next-line no-explicit-any -- an untyped getServerSideProps
export async function getServerSideProps(context: any) {
  const session = await auth(context);
  return { props: { name: session?.user?.name ?? null } };
}

// oxlint-disable-next-line no-explicit-any -- an untyped API route
export async function route(req: any, res: any) {
  const session = await auth(req, res);
  res.json({ name: session?.user?.name });
}

export const GET = auth((request) => Response.json(request.auth));
export const POST = auth(async (request, { params }) => Response.json([request.auth?.user, await params]));
export const page = async (): Promise<string | null | undefined> => (await auth())?.user?.name;
export const proxy = (request: NextRequest, event: NextFetchEvent): Promise<Response> => auth(request, event);
