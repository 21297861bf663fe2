/** Entry point `authwright/nest`: Nest 11 and 12 on Express. */
import {
  applyDecorators,
  createParamDecorator,
  type DynamicModule,
  type ExecutionContext,
  Inject,
  Module,
  type NestModule,
  SetMetadata,
  UseGuards,
} from "@nestjs/common";
import { APP_FILTER, HttpAdapterHost } from "@nestjs/core";
import type { JWT, Session, User } from "../types/entities.js";
import type { PathRequirement } from "../server-functions/guarded-path.js";
import { answering } from "./express-auth.js";
import type { RequestWithAuth } from "./express-auth-types.js";
import {
  arrivalOf,
  authOf,
  type ExpressRequest,
  type ExpressResponse,
  type MiddlewareAuthConfig,
  mountedArrival,
} from "./express-middleware.js";
import { AUTH, AuthGuard, AuthRefusalFilter, PUBLIC, REQUIREMENT, requestOf } from "./nest-guard.js";
import { writeNode } from "./server/node-adapter.js";
import type { RequestAuth } from "./server/arrival.js";

export { AuthError, CredentialsSignin } from "../errors/index.js";
export { customFetch } from "../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../index.js";
export type { PathRequirement } from "../server-functions/guarded-path.js";
export type { Requirement } from "../server-functions/guarded-place.js";
export { AuthGuard } from "./nest-guard.js";
export type { MiddlewareAuthConfig as ServerAuthConfig } from "./express-middleware.js";

/** Where the endpoints are mounted. */
const BASE_PATH = Symbol("authwright base path");

/**
 * Sign-in for a Nest app: the endpoints, the pages of `pageAddresses`, what the configuration has at `/.well-known/…`,
 * and the session on every request in `req.auth`. It stands in front of all middleware and routes of the app, and
 * outside of its global prefix.
 */
export class AuthModule implements NestModule {
  readonly #host: HttpAdapterHost;
  readonly #auth: RequestAuth<ExpressRequest>;
  readonly #basePath: string;

  constructor(host: HttpAdapterHost, auth: RequestAuth<ExpressRequest>, basePath: string) {
    this.#host = host;
    this.#auth = auth;
    this.#basePath = basePath;
  }

  /**
   * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...)
   * @example
   * @Module({ imports: [AuthModule.forRoot({ providers: [GitHub] })] })
   * export class AppModule {}
   */
  static forRoot<Token extends JWT = JWT, Shown = Session>(
    config: MiddlewareAuthConfig<Token, Shown>,
  ): DynamicModule {
    const auth = authOf(config, "Nest");
    return {
      module: AuthModule,
      global: true,
      providers: [
        { provide: AUTH, useValue: auth },
        { provide: BASE_PATH, useValue: config.basePath ?? "/auth" },
        { provide: APP_FILTER, useClass: AuthRefusalFilter },
        AuthGuard,
      ],
      exports: [AUTH, AuthGuard],
    };
  }

  /** Behind the body parser of the app, whose bodies are taken as they are. */
  configure(): void {
    const { httpAdapter } = this.#host;
    if (httpAdapter.getType() !== "express")
      throw new TypeError(`authwright/nest works on Express, and this app runs on ${httpAdapter.getType()}`);
    const use = httpAdapter.use.bind(httpAdapter) as (...given: unknown[]) => void;
    use(
      this.#basePath,
      answering((request) => this.#auth.endpoint(mountedArrival(request))),
    );
    use(async (request: RequestWithAuth, response: ExpressResponse, next: (error?: unknown) => void) => {
      try {
        const arrival = arrivalOf(request);
        const answer = (await this.#auth.page(arrival)) ?? (await this.#auth.wellKnown(arrival));
        if (answer !== undefined) return writeNode(answer, response);
        request.auth = await this.#auth.session(arrivalOf(request));
      } catch (error) {
        return next(error);
      }
      next();
    });
  }
}
Module({})(AuthModule);
for (const [at, token] of [HttpAdapterHost, AUTH, BASE_PATH].entries())
  Inject(token)(AuthModule, undefined, at);

/**
 * Guards a handler, or all handlers of a controller: {@link AuthGuard} with a requirement. What both ask for has to hold.
 * Resolvers of GraphQL too, where their context has the request: `context: ({ req }) => ({ req })`.
 * @param requirement what a session must have beside a user, and below which path alone; nothing by default
 * @example
 * @Require({ role: "admin" })
 * @Get("admin")
 * admin(@CurrentUser() user: User) {}
 */
export const Require = (requirement: PathRequirement = {}): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(REQUIREMENT, requirement), UseGuards(AuthGuard));

/**
 * Opens a handler, or all handlers of a controller, where {@link AuthGuard} guards the whole app. What stands nearer
 * counts: a handler with `@Require()` or `@UseGuards(AuthGuard)` in a public controller is guarded, and so is a place
 * that has both.
 * @example
 * @Public()
 * @Get("health")
 * health() {}
 */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(PUBLIC, true);

/** The user who is signed in, as a parameter of a handler or a resolver; undefined for nobody. */
export const CurrentUser: () => ParameterDecorator = createParamDecorator(
  (_: unknown, context: ExecutionContext): User | undefined => requestOf(context)?.auth?.user,
);
