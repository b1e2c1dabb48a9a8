import {
  toVerdictResponse,
  type FrameworkAuth,
  type RequestScope,
  type Verdict,
} from '@latchstring/core/framework'
import type { AstroContext, AstroScope, AstroSite } from './types.ts'

const PRERENDERED =
  'The page is prerendered, for everybody alike. Write `export const prerender = false` in it to use the session there.'

/** The route of actions that a script calls, which expects failures in a form of their own. */
const CALLED_ACTIONS = '/_actions/[...path]'

const isRedirection = ({ status }: Response): boolean => status >= 300 && status < 400

/** A request while Astro serves it. */
export class Visit<S> {
  readonly #context: AstroContext
  /** There is none while the build makes pages: nobody asks for them. */
  readonly #scope: RequestScope<S> | undefined
  #reading: Promise<unknown> | undefined
  #isServing = false
  #refusal: Verdict | undefined
  #destination: string | undefined

  constructor(context: AstroContext, operations: (() => FrameworkAuth<S>) | undefined) {
    this.#context = context
    if (!operations) return
    const { request } = context
    const isSent = (): boolean => !this.#isServing
    this.#scope = operations().scope({
      headers: request.headers,
      url: request.url,
      request,
      // What is rendered after the head of the response cannot set a cookie.
      get readOnly() {
        return isSent()
      },
    })
  }

  /** Whether the middleware is at work on it: a rewrite goes through all middleware once more. */
  get isServing(): boolean {
    return this.#isServing
  }

  async auth(): Promise<S | null> {
    const reading = this.#scope?.auth()
    if (this.#isServing) this.#reading = reading
    return (await reading) ?? null
  }

  #need(): RequestScope<S> {
    if (!this.#scope) throw new Error(PRERENDERED)
    return this.#scope
  }

  async #requireSession(): Promise<S> {
    const verdict = await this.#need().requireSession()
    const session = await this.auth()
    if (verdict.kind === 'allow' && session) return session
    this.#refusal = verdict
    throw new Error('Nobody is signed in. The middleware of Latchstring answers the request.')
  }

  /** What pages, endpoints, actions and middleware of the application use. */
  toLocals({ trailingSlash }: AstroSite): {
    readonly auth: () => Promise<S | null>
    readonly latchstring: AstroScope<S>
  } {
    const auth = async (): Promise<S | null> => this.auth()
    const latchstring: AstroScope<S> = {
      auth,
      client: async () => auth().then(() => this.#scope?.client() ?? null),
      requireSession: async () => this.#requireSession(),
      authorize: async () => {
        const verdict = await this.#scope?.authorize()
        return verdict && toVerdictResponse(verdict, this.#context.request)
      },
      submit: async (action, body) => {
        const left = await this.#need().form(action, body)
        this.#destination = left.url
        return left
      },
      form: async (action, body) => this.#need().form(action, body),
      fields: async (...given) => {
        const { action, fields } = await this.#need().fields(...given)
        // Redirected to that address, a form may lose its body.
        return { action: trailingSlash === 'always' ? `${action}/` : action, fields }
      },
      signIn: async (...given) => this.#need().signIn(...given),
      signOut: async (...given) => this.#need().signOut(...given),
      update: async (...given) => this.#need().update(...given),
    }
    return { auth, latchstring }
  }

  /** The refusal, in the form that a script of Astro reads where it has called an action. */
  #refuse(verdict: Verdict): Response | undefined {
    const { request, routePattern } = this.#context
    if (verdict.kind !== 'refuse' || routePattern !== CALLED_ACTIONS) {
      return toVerdictResponse(verdict, request)
    }
    const { status } = verdict
    const code = status === 401 ? 'UNAUTHORIZED' : 'INTERNAL_SERVER_ERROR'
    const body = { ...verdict.body, type: 'AstroActionError', code, status }
    return toVerdictResponse({ ...verdict, body }, request)
  }

  /** The response to a request that was refused, or to a form that signed in or out. */
  #instead(rendered: Response | undefined): Response | undefined {
    if (this.#refusal) return this.#refuse(this.#refusal)
    const isForm = this.#destination !== undefined && this.#context.routePattern !== CALLED_ACTIONS
    if (!isForm || !rendered || isRedirection(rendered)) return undefined
    return new Response(null, { status: 303, headers: { Location: this.#destination ?? '' } })
  }

  /**
   * Serves the request, and puts on its response what the scope adds.
   *
   * @param render - the rest of the middleware and the route
   */
  async serve(render: () => Promise<Response>): Promise<Response> {
    const scope = this.#need()
    this.#isServing = true
    try {
      const rendered = await render()
      await this.#reading
      return scope.apply(this.#instead(rendered) ?? rendered)
    } catch (thrown) {
      await this.#reading
      const refused = this.#refusal && this.#instead(undefined)
      // Astro renders its error page through the middleware once more, with the same scope.
      if (!refused) throw thrown
      return scope.apply(refused)
    } finally {
      this.#isServing = false
    }
  }
}
