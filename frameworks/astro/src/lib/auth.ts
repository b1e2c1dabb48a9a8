import {
  createRequestEntry,
  deferFrameworkAuth,
  deferSystem,
  createMiddlewareScope,
  toSource,
} from '@latchstring/core/framework'
import type {
  AcceptedPrincipal,
  FrameworkAuth,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  MiddlewareScope,
  PrincipalOptions,
  RequireOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import type { AstroAuth, AstroContext, AstroMiddleware, AstroSite } from './types.ts'
import { refuse, requireFacts, serve, toLocals, type AstroEntry } from './entry.ts'

const PRERENDERED =
  'The page is prerendered, so it is the same for every visitor. Write `export const prerender = false` in it to use the session there.'
const WITHOUT_MIDDLEWARE =
  'The request did not go through the middleware of Latchstring. Add `latchstring()` to `integrations` in astro.config, and call `middleware()` where the application has a src/fetch of its own.'

type Locals = Pick<AstroContext, 'locals'>

/** Options beside the configuration. The base path is an option of the integration. */
export type AstroOptions = Omit<FrameworkOptions, 'basePath'>

/** Removes the slash at the end of an action URL, which Astro adds if `trailingSlash` is `always`. */
function toActionAddress(address: string, { trailingSlash }: AstroSite): string {
  return trailingSlash === 'always' ? address.replace(/\/(?=$|\?)/, '') : address
}

/** Copies a request to another URL, with its body. */
const withAddress = (request: Request, address: string): Request =>
  address === request.url ? request : new Request(address, request)

function refuseOtherBasePath(config: { readonly basePath?: string }, basePath: string): void {
  const { basePath: given } = config
  if (given === undefined || given === basePath) return
  throw new TypeError(
    `The configuration has the base path "${given}", and the route of Astro is at "${basePath}". Set it in astro.config instead: latchstring({ basePath: '…' }), without the \`base\` of Astro.`,
  )
}

/**
 * Creates the default export of `src/auth.ts` from the configuration. Environment and configuration are read with the first
 * request, so that a build needs no secrets.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import { defineAuth } from '@latchstring/astro/server'
 *
 * export default defineAuth({ providers: [GitHub] })
 * ```
 */
export function defineAuth<const Token extends JWT = JWT, const S extends object = Session>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: AstroOptions = {},
): AstroAuth<S> {
  const requests = new WeakMap<object, AstroEntry<S>>()
  // The base path is that of the middleware, once there is one.
  let instance = deferFrameworkAuth<Token, S>(config, options)

  function begin(context: AstroContext, open: MiddlewareScope<S> | undefined): AstroEntry<S> {
    return createRequestEntry({ context, current: context, isServing: false }, open, PRERENDERED)
  }

  /** Finds the entry by `locals` or by the request: a rewrite has another request, and an error page other `locals`. */
  function find(context: AstroContext, operations: () => FrameworkAuth<S>): AstroEntry<S> {
    if (context.isPrerendered) return begin(context, undefined)
    const known = requests.get(context.locals) ?? requests.get(context.request)
    const entry =
      known ?? begin(context, createMiddlewareScope(operations().scope, toSource(context.request)))
    requests.set(context.request, entry)
    return entry
  }

  function middleware(site: AstroSite): AstroMiddleware {
    if (typeof config === 'object') refuseOtherBasePath(config, site.basePath)
    const operations = deferFrameworkAuth<Token, S>(config, { ...options, basePath: site.basePath })
    instance = operations
    const findAction = ({ url }: Request): string | undefined => {
      const address = toActionAddress(url, site)
      return operations().owns(address) ? address : undefined
    }
    return async (context, next) => {
      const action = context.isPrerendered ? undefined : findAction(context.request)
      if (action !== undefined) return operations().handle(withAddress(context.request, action))
      const entry = find(context, operations)
      requests.set(context.locals, entry)
      entry.event.current = context
      Object.assign(context.locals, toLocals(entry, site))
      return context.isPrerendered || entry.event.isServing ? next() : serve(entry, next)
    }
  }

  function findEntry({ locals }: Locals): AstroEntry<S> {
    const entry = requests.get(locals)
    if (!entry) throw new Error(WITHOUT_MIDDLEWARE)
    return entry
  }

  return {
    auth: Object.assign(async (context: Locals) => findEntry(context).auth(), {
      require: async (context: Locals, wanted?: RequireOptions) =>
        requireFacts(findEntry(context), wanted),
      principal: async <Accepted extends AcceptedPrincipal>(
        context: Locals,
        wanted: PrincipalOptions<Accepted>,
      ) => findEntry(context).principal(refuse, wanted),
    }),
    feature: (value, context) => findEntry(context).requireScope().feature(value),
    system: deferSystem(() => instance()),
    middleware,
  }
}
