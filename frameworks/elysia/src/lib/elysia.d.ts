/**
 * The part of Elysia that the package uses. Elysia and what it needs are more than the repository installs for one framework; the
 * applications of the suite compile the package against its own types.
 */
declare module 'elysia' {
  /** A response with a status, as handlers make it. */
  export class ElysiaCustomStatusResponse<Code extends number, Body, Status extends number> {
    readonly code: Status
    readonly response: Body
    readonly '~code': Code
  }

  /** The context that hooks receive. */
  export interface Context {
    readonly request: Request
    readonly set: { readonly headers: object }
    readonly status: (code: number, response: unknown) => unknown
  }

  type Serve = (...args: readonly unknown[]) => unknown

  export class Elysia<BasePath, Singleton, Definitions, Metadata, Routes, Ephemeral, Volatile> {
    readonly '~types': [BasePath, Singleton, Definitions, Metadata, Routes, Ephemeral, Volatile]
    constructor(config: { readonly name: string; readonly seed: string })
    wrap(around: (serve: Serve, request: Request) => Serve): this
    derive(options: { readonly as: 'global' }, make: (context: Context) => object): this
    macro(macros: Record<string, { resolve(context: Context): unknown }>): this
  }
}
