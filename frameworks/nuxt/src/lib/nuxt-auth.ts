import type { AuthorizeOptions } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import Latchstring, {
  isKeptForAll,
  type FrameworkAuthConfigInput,
  type H3Options,
  type LatchstringH3,
  type NodeEvent,
} from '@latchstring/h3/v1'
import { PAGE_AUTH, type PageAuth } from '../runtime/page-auth.ts'

/** What `Latchstring` of Nuxt returns: middleware of the server, with what handlers use. */
export interface LatchstringNuxt<S extends object = Session> extends LatchstringH3<S> {}

const UNCACHED = 'private, no-store'

/** The page of Nuxt about an error: it is rendered by a request of its own, and a refusal would take its place. */
function isErrorPage({ node }: NodeEvent): boolean {
  return /^[^?]*\/__nuxt_error(?:\?|$)/.test(node.req.url ?? '')
}

/** Sets up Latchstring for the server of Nuxt. */
export function createNuxtAuth<const Token extends JWT = JWT, const S extends object = Session>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: H3Options,
): LatchstringNuxt<S> {
  const inner = Latchstring<Token, S>(config, options)
  const isForAll = (event: NodeEvent): boolean =>
    options.prerendering === true || isKeptForAll(event)
  // Rendered is the event that the middleware has seen, or one that a cache has made of it.
  const pages = {
    seed: async (event: NodeEvent) =>
      isForAll(event) || isErrorPage(event) ? undefined : inner.scope(event).client(),
    async ask(event: NodeEvent) {
      const verdict = await inner.scope(event).requireSession({ page: true })
      // A redirect to the sign-in page is nobody else's.
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
    return isErrorPage(event) ? undefined : inner.authorize(event, wanted)
  }

  return Object.assign(handler, { ...inner, authorize })
}
