/** The guard of a Nest app: an exception for who may not go on, and what sends its answer. */
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  HttpException,
  Inject,
  Injectable,
} from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { renderResult } from "../http/web.js";
import { guardedPath, type PathRequirement } from "../server-functions/guarded-path.js";
import type { FlowResult } from "../http/flow-result.js";
import { arrivalOf, type ExpressRequest, type ExpressResponse } from "./express-middleware.js";
import { guardOf } from "./express-auth.js";
import type { AuthMiddleware, RequestWithAuth } from "./express-auth-types.js";
import { writeNode } from "./server/node-adapter.js";
import { membersOf } from "../types/members.js";
import type { Arrival, RequestAuth } from "./server/arrival.js";

/** What sign-in is known by among the providers of an app. */
export const AUTH = Symbol("authwright");

/** Where a handler or a controller keeps what it asks for. */
export const REQUIREMENT = Symbol("authwright requirement");

/** Where one keeps that it asks for nothing. */
export const PUBLIC = Symbol("authwright public");

/** Thrown by {@link AuthGuard}: a filter of the app may look at it; otherwise its answer is sent. */
export class AuthRefusal extends HttpException {
  /** What {@link AuthRefusalFilter} sends: a redirect to sign-in, a page, or JSON. */
  readonly answer: FlowResult;

  constructor(answer: FlowResult) {
    super(answer.kind === "json" ? (answer.body as object) : "Sign in first", renderResult(answer).status);
    this.answer = answer;
  }
}

/** Thrown for a resolver. GraphQL sends `extensions` of what is thrown, whichever driver runs it. */
class ResolverRefusal extends HttpException {
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(answer: FlowResult) {
    const { status } = renderResult(answer);
    const { message, ...more } = answer.kind === "json" ? membersOf(answer.body) : {};
    super(typeof message === "string" ? message : "Sign in first", status);
    this.extensions = { ...more, code: codes[status] ?? "INTERNAL_SERVER_ERROR" };
  }
}

/** As clients of Apollo know them. */
const codes: Readonly<Record<number, string>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** The request of a handler, or of a resolver by its third argument; undefined for what neither has called. */
export function requestOf(context: ExecutionContext): RequestWithAuth | undefined {
  if (context.getType() === "http") return context.switchToHttp().getRequest<RequestWithAuth>();
  if (context.getType<string>() !== "graphql") return undefined;
  return context.getArgByIndex<{ readonly req?: RequestWithAuth } | undefined>(2)?.req;
}

/**
 * Lets in whoever has a session with all that `@Require()` asks for on the handler and on its controller. A page leads
 * to sign-in and back, a `fetch` gets 401 or 403 as JSON, and while the store is down the answer is 503. A resolver of
 * GraphQL gets an error whose `extensions.code` is UNAUTHENTICATED, FORBIDDEN or SERVICE_UNAVAILABLE.
 * @throws UnsupportedStrategy for `maxAge` with database sessions
 * @example app.useGlobalGuards(app.get(AuthGuard))
 */
export class AuthGuard implements CanActivate {
  readonly #auth: RequestAuth<ExpressRequest>;
  readonly #reflector: Reflector;

  constructor(auth: RequestAuth<ExpressRequest>, reflector: Reflector) {
    this.#auth = auth;
    this.#reflector = reflector;
  }

  /**
   * The guard as middleware, for what no handler answers: files, and other middleware. It goes in front of them.
   * @param requirement the path, and what a session must have beside a user; every path and nothing by default
   * @example app.use(app.get(AuthGuard).require({ path: "/dashboard" }))
   */
  require(requirement?: PathRequirement): AuthMiddleware {
    return guardOf(this.#auth, requirement);
  }

  /** Asked by Nest; it throws for whoever may not go on. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    if (this.#isPublic(handler) || (!this.#isGuarded(handler) && this.#isPublic(controller))) return true;
    const request = requestOf(context);
    if (request === undefined)
      throw new TypeError(
        "AuthGuard guards what HTTP requests call. Of GraphQL it needs the request: context: ({ req }) => ({ req })",
      );
    const isResolver = context.getType() !== "http";
    const arrival = arrivalOf(request);
    const asked = [...this.#asks(controller), ...this.#asks(handler)];
    for (const requirement of asked.length === 0 ? [{}] : asked) {
      if (!guardedPath(requirement.path)(...arrival.addresses)) continue;
      const { read, answer } = await this.#auth.admit(isResolver ? forScript(arrival) : arrival, requirement);
      if (answer !== undefined) throw isResolver ? new ResolverRefusal(answer) : new AuthRefusal(answer);
      request.auth = read.session;
    }
    return true;
  }

  #asks(place: Place): readonly PathRequirement[] {
    const asked = this.#reflector.get<PathRequirement | undefined>(REQUIREMENT, place);
    return asked === undefined ? [] : [asked];
  }

  /** By `@Require()`, or by `@UseGuards()` with this guard. */
  #isGuarded(place: Place): boolean {
    const used = this.#reflector.get<readonly unknown[] | undefined>(USED_GUARDS, place) ?? [];
    return this.#asks(place).length > 0 || used.some(isAuthGuard);
  }

  /** Where both stand at one place, it is guarded. */
  #isPublic(place: Place): boolean {
    return !this.#isGuarded(place) && this.#reflector.get<boolean | undefined>(PUBLIC, place) === true;
  }
}
Injectable()(AuthGuard);
Inject(AUTH)(AuthGuard, undefined, 0);
Inject(Reflector)(AuthGuard, undefined, 1);

type Place = Parameters<Reflector["get"]>[1];

/** Where Nest keeps what `@UseGuards()` was given: classes and instances. */
const USED_GUARDS = "__guards__";

const isAuthGuard = (used: unknown): boolean =>
  used instanceof AuthGuard ||
  used === AuthGuard ||
  (typeof used === "function" && used.prototype instanceof AuthGuard);

/** A resolver is asked by a script, whatever address a browser shows. */
const forScript = (arrival: Arrival<ExpressRequest>): Arrival<ExpressRequest> => ({
  ...arrival,
  header: (name) => (name === "accept" ? "application/json" : arrival.header(name)),
});

/** Sends the answers of {@link AuthRefusal}. */
export class AuthRefusalFilter implements ExceptionFilter<AuthRefusal> {
  catch({ answer }: AuthRefusal, host: ArgumentsHost): void {
    writeNode(answer, host.switchToHttp().getResponse<ExpressResponse>());
  }
}
Catch(AuthRefusal)(AuthRefusalFilter);
