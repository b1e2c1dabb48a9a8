import type { ConfigSource, Core } from '../engine/auth.ts'
import type { Cache } from '../kit/cache.ts'
import { ServiceBusy, SignOutError, TooManyRequests } from '../errors/classes.ts'
import { serializeCookie } from '../http/cookie.ts'
import { lazy } from '../kit/lazy.ts'
import { bindFeature } from '../engine/server-features.ts'
import { createSessions } from '../engine/server-sessions.ts'
import type { KnownSignIn } from '../sessions/strategy.ts'
import { findLog, readSession, RETRY_AFTER, type UnreadSession } from '../engine/server-session.ts'
import type { Cookie } from '../types/cookies.ts'
import type { RequireOptions } from '../types/facts.ts'
import type { Redirection, SessionRead } from '../types/operations.ts'
import type { AcceptedPrincipal, PrincipalOptions, PrincipalRead } from '../types/principal.ts'
import type {
  RequestScope,
  ResponseHeaders,
  ScopeOptions,
  ScopeSource,
  Verdict,
} from '../types/scope.ts'
import { withCookies } from './request-cookies.ts'
import { addCookies, addWait, isShared, type Pending, varyBy } from './response-headers.ts'

// Loaded when they are first needed: reading a session needs none of them.
const operations = lazy(() => import('../engine/server-operations.ts'))
const verdicts = lazy(() => import('./verdicts.ts'))
const forms = lazy(() => import('./form.ts'))
const views = lazy(() => import('./client-view.ts'))

/** The cookies of a request, and those to set on its response. */
class ScopeCookies {
  readonly #source: ScopeSource
  readonly #setCookie: ScopeOptions['setCookie']
  #pending = new Map<string, Pending>()
  #headers: Headers | undefined

  constructor(source: ScopeSource, { setCookie }: ScopeOptions) {
    this.#source = source
    this.#setCookie = setCookie
  }

  /** The request, with the cookies that were set since. */
  source(): ScopeSource {
    return this.#headers ? { ...this.#source, headers: this.#headers } : this.#source
  }

  /** Like `source`, but always with headers. */
  complete(): ScopeSource & { readonly headers: Headers } {
    return { ...this.#source, headers: this.#headers ?? this.#source.request.headers }
  }

  #add(cookies: readonly Cookie[]): void {
    for (const cookie of cookies) {
      const header = serializeCookie(cookie.name, cookie.value, cookie.options)
      if (this.#setCookie) this.#setCookie(cookie, header)
      else this.#pending.set(`${cookie.name} ${cookie.options.domain ?? ''}`, { cookie, header })
    }
  }

  /** Sets cookies on the response, and in the request that later reads see. */
  change(cookies: readonly Cookie[]): void {
    if (cookies.length === 0) return
    this.#add(cookies)
    const headers = new Headers(this.#headers ?? this.#source.request.headers)
    headers.set('cookie', withCookies(headers.get('cookie') ?? '', cookies))
    this.#headers = headers
  }

  take(): readonly Pending[] {
    const taken = [...this.#pending.values()]
    this.#pending = new Map()
    return taken
  }
}

/** Cookies to set in spite of a failure: a failed sign-out still deletes the cookies of the session. */
function cookiesOfFailure(error: unknown): readonly Cookie[] {
  return error instanceof SignOutError ? error.cookies : []
}

/** State that all scopes of an application share. */
export interface Application {
  readonly core: Core
  readonly config: ConfigSource
  /** Paths with a warning about a shared cache, so that each path is logged once. */
  readonly reported: Cache<string>
}

/** See {@link RequestScope}. */
class Scope<S extends object> {
  readonly #core: Core
  readonly #config: ConfigSource
  readonly #reported: Cache<string>
  readonly #cookies: ScopeCookies
  #read: Promise<SessionRead<S>> | undefined
  /** Whether the response depends on the session. */
  #wasRead = false
  /** Whether the response depends on a credential. */
  #wasAsked = false
  /** Number of changes of the session: cookies of a read that began before a change must not be set after it. */
  #changes = 0
  /** Seconds until the next attempt is allowed, if the last change reached a limit. */
  #wait: { readonly 429?: number; readonly 503?: number } = {}
  /** Why the session could not be read. */
  #unread: UnreadSession | undefined
  /** How the session began. */
  #known: (() => Promise<KnownSignIn>) | undefined

  constructor({ core, config, reported }: Application, cookies: ScopeCookies) {
    this.#core = core
    this.#config = config
    this.#reported = reported
    this.#cookies = cookies
  }

  read(): Promise<SessionRead<S>> {
    return (this.#read ??= this.#readOnce())
  }

  async #readOnce(): Promise<SessionRead<S>> {
    this.#wasRead = true
    const changes = this.#changes
    this.#unread = undefined
    const read = await readSession<S>(this.#core, this.#cookies.source(), {
      failed: (failure) => void (this.#unread = failure),
      found: (known) => void (this.#known = known),
    })
    // Later operations see these cookies too: a sign-out has to delete them.
    if (changes === this.#changes) this.#cookies.change(read.cookies)
    return read
  }

  async update(data: Parameters<RequestScope<S>['update']>[0]): Promise<S | null> {
    const read = await readSession<S>(this.#core, this.#cookies.source(), {
      update: { data: data ?? {} },
      found: (known) => void (this.#known = known),
    })
    this.#cookies.change(read.cookies)
    this.#changes += 1
    this.#wasRead = true
    // Later reads return the updated session.
    this.#read = Promise.resolve({ ...read, cookies: [] })
    return read.session
  }

  /** Runs an operation that changes the session, and sets its cookies. */
  async change(
    work: (core: Core, source: ScopeSource & { readonly headers: Headers }) => Promise<Redirection>,
  ): Promise<Redirection> {
    this.#wait = {}
    try {
      const redirection = await work(this.#core, this.#cookies.complete())
      this.#cookies.change(redirection.cookies)
      return redirection
    } catch (error) {
      this.#cookies.change(cookiesOfFailure(error))
      if (error instanceof TooManyRequests) this.#wait = { 429: error.retryAfter }
      if (error instanceof ServiceBusy) this.#wait = { 503: error.retryAfter }
      throw error
    } finally {
      this.#changes += 1
      this.#read = undefined
    }
  }

  async verdict(
    ask: 'authorize' | 'requireSession',
    options: RequireOptions = {},
  ): ReturnType<RequestScope<S>['authorize']> {
    const source = this.#cookies.source()
    const { refuseMethod } = await verdicts()
    const refused = refuseMethod(source)
    if (refused) return refused
    const read = await this.read()
    const question = { source, read, unread: this.#unread, known: this.#known, options }
    const verdict = await (await verdicts())[ask](this.#core, this.#config, question)
    if (verdict.kind === 'redirect') this.#cookies.change(verdict.cookies ?? [])
    return verdict
  }

  async require(...[options, refuse]: Parameters<RequestScope<S>['require']>) {
    const verdict = await this.verdict('requireSession', options)
    const { session } = await this.read()
    const { finish } = await verdicts()
    return finish({ verdict, session, known: this.#known, ...this.#cookies.source() }, refuse)
  }

  async principal<Kinds extends AcceptedPrincipal>(
    options: PrincipalOptions<Kinds>,
    refuse?: (verdict: Verdict) => unknown,
  ): Promise<PrincipalRead<S, Kinds>> {
    this.#wasRead = true
    this.#wasAsked = true
    const { principalFor } = await verdicts()
    const read = async () => {
      const { session } = await this.read()
      const source = this.#cookies.complete()
      return { session, unread: this.#unread, known: this.#known, source }
    }
    return principalFor(this.#core, { source: this.#cookies.complete(), read, refuse }, options)
  }

  async client(): ReturnType<RequestScope<S>['client']> {
    const { session } = await this.read()
    return (await views()).clientView(this.#core, this.#cookies.source(), session)
  }

  async fields(
    ...[provider, options]: Parameters<RequestScope<S>['fields']>
  ): ReturnType<RequestScope<S>['fields']> {
    const { formFields } = await forms()
    const { form, cookies } = await formFields(this.#core, this.#cookies.complete(), {
      provider,
      redirectTo: options?.redirectTo,
    })
    this.#cookies.change(cookies)
    return form
  }

  applyTo(headers: ResponseHeaders, status?: number): void {
    const cookies = this.#cookies.take()
    if (this.#wasRead) varyBy(headers, 'Cookie')
    if (this.#wasAsked) varyBy(headers, 'Authorization')
    if (isShared(headers) && (this.#wasRead || cookies.length > 0)) this.#warnOfCache()
    addCookies(
      headers,
      cookies.map(({ header }) => header),
    )
    const unread = this.#unread ? RETRY_AFTER : undefined
    addWait(headers, status, { 503: unread, ...this.#wait })
  }

  #warnOfCache(): void {
    const source = this.#cookies.source()
    const { pathname } = new URL(source.request.url)
    this.#reported.get(pathname, () => {
      void findLog(this.#core, source).then((log) =>
        log.warn('session-in-public-response', `The response of ${pathname} says so.`),
      )
      return pathname
    })
  }

  apply(response: Response): Response {
    // A response that switches protocols cannot be copied.
    if (response.status < 200) return response
    const changed = new Headers(response.headers)
    this.applyTo(changed, response.status)
    const same = [...changed].length === [...response.headers].length
    if (same && changed.get('vary') === response.headers.get('vary')) return response
    const { status, statusText } = response
    return new Response(response.body, { status, statusText, headers: changed })
  }

  /** The members as functions without `this`, because frameworks pass them on individually. */
  members(): RequestScope<S> {
    return {
      auth: async () => (await this.read()).session,
      client: () => this.client(),
      authorize: (options) => this.verdict('authorize', options),
      requireSession: (options) => this.verdict('requireSession', options),
      require: (options, refuse) => this.require(options, refuse),
      principal: (options, refuse) => this.principal(options, refuse),
      signIn: (provider, options = {}, parameters) =>
        this.change(async (core, source) =>
          (await operations()).signIn(core, source, { provider, options, parameters }),
        ),
      signOut: (options = {}) =>
        this.change(async (core, source) => (await operations()).signOut(core, source, options)),
      sessions: createSessions(this.#core, () => this.#cookies.complete()),
      feature: (value) =>
        bindFeature(this.#core, value, 'operations', () => this.#cookies.complete()),
      update: (data) => this.update(data),
      form: (action, body) =>
        this.change(async (core, source) =>
          (await forms()).submitForm(core, source, { action, body }),
        ),
      fields: (provider, options) => this.fields(provider, options),
      takeCookies: () => this.#cookies.take().map(({ header }) => header),
      setCookies: (set) => {
        for (const { cookie, header } of this.#cookies.take()) set(cookie, header)
      },
      applyTo: (headers, status) => this.applyTo(headers, status),
      apply: (response) => this.apply(response),
    }
  }
}

/** Creates the scope of a request: all of its operations share one read of the session. */
export function createScope<S extends object>(
  application: Application,
  source: ScopeSource,
  options: ScopeOptions = {},
): RequestScope<S> {
  return new Scope<S>(application, new ScopeCookies(source, options)).members()
}
