import type { AuthorizeOptions } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import Latchstring, {
  isCachedForAll,
  isImitatedFor,
  type FrameworkAuthConfigInput,
  type H3Options,
  type LatchstringH3,
  type NodeEvent,
} from '@latchstring/h3/v1'
import { PAGE_AUTH, type PageAuth } from '../runtime/page-auth.ts'

/** Middleware of the server of Nuxt, with the functions for handlers. */
export interface LatchstringNuxt<S extends object = Session> extends LatchstringH3<S> {}

const UNCACHED = 'private, no-store'

/** Options beside the configuration. */
export interface NuxtOptions extends Omit<H3Options, 'errorPage'> {
  /** Path at which the application is, as `app.baseURL`. Default: `/`. */
  readonly baseURL?: string
}

/** Sets up Latchstring for the server of Nuxt. */
export function createNuxtAuth<const Token extends JWT = JWT, const S extends object = Session>(
  config: FrameworkAuthConfigInput<Token, S>,
  { baseURL = '/', ...options }: NuxtOptions,
): LatchstringNuxt<S> {
  const base = baseURL.replace(/\/$/, '')
  // Nuxt renders the page for a failure by a request of its own. A refusal would replace it.
  const errorPage = `${base}/__nuxt_error`
  const isErrorPage = (event: NodeEvent): boolean => isImitatedFor(event, errorPage)
  const inner = Latchstring<Token, S>(config, { ...options, errorPage })
  const isForAll = (event: NodeEvent): boolean =>
    options.prerendering === true || isCachedForAll(event)
  // A page is rendered with the event of the middleware, or with one that a cache derives from it.
  const pages = {
    seed: async (event: NodeEvent) =>
      isForAll(event) || isErrorPage(event) ? undefined : inner.scope(event).client(),
    async ask(event: NodeEvent) {
      const verdict = await inner.scope(event).requireSession({ page: true })
      // A refusal depends on the session, so no cache may share it.
      if (verdict.kind !== 'allow') event.node.res.setHeader('cache-control', UNCACHED)
      return verdict
    },
  } as PageAuth

  async function handler(event: NodeEvent): Promise<Response | undefined> {
    Reflect.set(event.context, PAGE_AUTH, pages)
    return inner(event)
  }

  async function authorize(
    event: NodeEvent,
    wanted?: AuthorizeOptions,
  ): Promise<Response | undefined> {
    if (isErrorPage(event)) return undefined
    // Nitro takes the base off before its handlers see the path.
    const { url = '/', originalUrl } = event.node.req as { url?: string; originalUrl?: string }
    const otherPath = originalUrl === undefined ? undefined : base + url
    return inner.authorize(event, { otherPath, ...wanted })
  }

  return Object.assign(handler, { ...inner, authorize })
}
