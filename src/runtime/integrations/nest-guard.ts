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
import { writeNode } from "./node-adapter.js";
import type { RequestAuth } from "./arrival.js";

/** What sign-in is known by among the providers of an app. */
export const AUTH = Symbol("authwright");

/** Where a handler or a controller keeps what it asks for. */
export const REQUIREMENT = Symbol("authwright requirement");

/** Thrown by {@link AuthGuard}: a filter of the app may look at it; otherwise its answer is sent. */
export class AuthRefusal extends HttpException {
  /** What {@link AuthRefusalFilter} sends: a redirect to sign-in, a page, or JSON. */
  readonly answer: FlowResult;

  constructor(answer: FlowResult) {
    super(answer.kind === "json" ? (answer.body as object) : "Sign in first", renderResult(answer).status);
    this.answer = answer;
  }
}

/**
 * Lets in whoever has a session with all that `@Require()` asks for on the handler and on its controller. A page leads
 * to sign-in and back, a `fetch` gets 401 or 403 as JSON, and while the store is down the answer is 503.
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
    if (context.getType() !== "http") throw new TypeError("AuthGuard guards what HTTP requests call");
    const request = context.switchToHttp().getRequest<RequestWithAuth>();
    const asked = [context.getClass(), context.getHandler()].flatMap(
      (place) => this.#reflector.get<PathRequirement | undefined>(REQUIREMENT, place) ?? [],
    );
    const all: readonly PathRequirement[] = asked.length === 0 ? [{}] : asked;
    for (const requirement of all) {
      if (!guardedPath(requirement.path)(request.originalUrl, request.url)) continue;
      const { read, answer } = await this.#auth.admit(arrivalOf(request), requirement);
      if (answer !== undefined) throw new AuthRefusal(answer);
      request.auth = read.session;
    }
    return true;
  }
}
Injectable()(AuthGuard);
Inject(AUTH)(AuthGuard, undefined, 0);
Inject(Reflector)(AuthGuard, undefined, 1);

/** Sends the answers of {@link AuthRefusal}. */
export class AuthRefusalFilter implements ExceptionFilter<AuthRefusal> {
  catch({ answer }: AuthRefusal, host: ArgumentsHost): void {
    writeNode(answer, host.switchToHttp().getResponse<ExpressResponse>());
  }
}
Catch(AuthRefusal)(AuthRefusalFilter);
