import type { Session } from '@latchstring/core/types'
import { createCookieStore } from './cookie-store.ts'
import { checkMembers, isWebAddress, misuse, shown } from './misuse.ts'
import { isObject } from './values.ts'
import type { AuthorizeOptions, Emulator } from './emulator.ts'

/** How a visitor signs in. */
export interface VisitorSignIn extends AuthorizeOptions {
  /** Where the sign-in is to lead. Default: the root of the application. */
  readonly callbackUrl?: string
  /** Id of the provider, where the application gave it another one than the service has. */
  readonly id?: string
}

/**
 * A person with a browser of their own, as far as a sign-in needs one: it keeps cookies by the rules of
 * browsers (RFC 6265bis), and follows nothing by itself.
 */
export interface Visitor {
  /** Names and values of the cookies. */
  readonly cookies: ReadonlyMap<string, string>
  /** Opens a page of the application, or sends something to it. The answer is given as it is, errors included. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /**
   * Presses the button of a provider, signs in at the emulator of the service and comes back.
   *
   * @returns the answer to the callback; after a sign-in it leads to `callbackUrl`
   * @throws LabError when the service would refuse the request, or the emulator or an option is none
   * @throws Error when the application does not send the visitor to the service; the message has the status and the
   * address, and the log of the application the cause
   */
  readonly signIn: (emulator: Emulator, options?: VisitorSignIn) => Promise<Response>
  /**
   * Signs out, as the button of the application does.
   *
   * @throws Error when the application does not answer as it should
   */
  readonly signOut: () => Promise<Response>
  /**
   * Who is signed in.
   *
   * @throws Error when the application does not answer as it should
   */
  readonly session: () => Promise<Session | null>
}

const SIGN_IN = ['callbackUrl', 'id', 'person', 'deny']

/** What a form of the application's own sends along. */
function sameOrigin({ origin }: URL): Readonly<Record<string, string>> {
  return { origin, 'sec-fetch-site': 'same-origin' }
}

function crossSite(from: string): Readonly<Record<string, string>> {
  return { origin: new URL(from).origin, 'sec-fetch-site': 'cross-site' }
}

/** Where the application sends the visitor, which has to be elsewhere. */
function authorizationUrl(response: Response, base: URL): string {
  const location = response.headers.get('location')
  const target = location === null ? undefined : new URL(location, base)
  if (target !== undefined && target.origin !== base.origin) return target.href
  const where = target ? `leads to ${target.href}` : `was answered with HTTP ${response.status}`
  throw new Error(`The sign-in ${where}. The log of the application says why.`)
}

/** The body of an action that answers with JSON, unless the application is not set up. */
async function readJson(response: Response, url: string): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && /^application\/json\b/i.test(type)) return response.json()
  const found = `HTTP ${response.status}${type && ` (${type.split(';', 1)[0]})`}`
  const base = url.slice(0, url.lastIndexOf('/'))
  const hint =
    response.ok || response.status === 404
      ? `Is ${base} the address of its actions, base path included?`
      : 'Its log says why: often the secret or an option of a provider.'
  throw new Error(`The application answered GET ${url} with ${found}, and not with JSON. ${hint}`)
}

/** The address of the actions, without a slash at its end. */
function requireBase(base: string): string {
  if (isWebAddress(base)) return base.replace(/\/+$/, '')
  throw misuse(
    '',
    `\`createVisitor\` takes the absolute address of the actions, such as "https://app.example/auth", and this is ${shown(base)}.`,
  )
}

function checkEmulator(emulator: unknown): void {
  if (isObject(emulator) && typeof emulator['authorize'] === 'function') return
  const mail = isObject(emulator) && 'mails' in emulator
  throw misuse(
    '',
    mail
      ? 'A mail service has no sign-in page: post the address to `signin/<id>`, and open the link in `mails`.'
      : `\`signIn\` takes an emulator, such as \`await lab.provider('github')\`, and this is ${shown(emulator)}.`,
  )
}

/**
 * Makes a visitor of an application.
 *
 * @param handle - what answers requests to the application, such as `auth.handle`
 * @param base - absolute address of the actions, such as `https://app.example/auth`
 * @throws LabError when one of them is something else
 *
 * @example
 * ```ts
 * import { createAuth } from '@latchstring/core'
 * import GitHub from '@latchstring/core/providers/github'
 * import { createLab, createVisitor } from '@latchstring/testing'
 *
 * const github = await createLab().provider('github')
 * const auth = createAuth({ providers: [GitHub(github.options)] })
 * const visitor = createVisitor(auth.handle, 'https://app.example/auth')
 * await visitor.signIn(github)
 * const session = await visitor.session()
 * ```
 */
export function createVisitor(
  handle: (request: Request) => Promise<Response>,
  base: string,
): Visitor {
  if (typeof handle !== 'function') {
    throw misuse(
      '',
      `\`createVisitor\` takes a function first, such as \`auth.handle\`, and this is ${shown(handle)}.`,
    )
  }
  const actions = requireBase(base)
  const store = createCookieStore()
  const cookies = new Map<string, string>()
  const root = new URL(actions)

  function receive({ headers }: Response, from: URL): void {
    for (const header of headers.getSetCookie()) store.receive(header, from)
    cookies.clear()
    for (const { name, value } of store.all()) cookies.set(name, value)
  }

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(url, root)
    const headers = new Headers({ host: target.host, accept: 'text/html,*/*' })
    // Whatever the site it comes from: the visitor has to be known when a service sends it back with a form.
    const sent = store.matching(target, 'same-site').map(({ name, value }) => `${name}=${value}`)
    if (sent.length > 0) headers.set('cookie', sent.join('; '))
    new Headers(init.headers).forEach((value, name) => headers.set(name, value))
    const response = await handle(new Request(target, { ...init, headers }))
    // The types say so; an application may forget to return one. Not every one is of this realm.
    if (!isObject(response) || !('headers' in response)) {
      const found = shown(response)
      throw misuse('', `The application answered ${target.href} with no Response: it is ${found}.`)
    }
    receive(response, target)
    return response
  }

  async function ask(action: 'csrf' | 'session'): Promise<unknown> {
    const url = `${actions}/${action}`
    return readJson(await send(url), url)
  }

  async function post(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
    // The answer of this action, by its contract.
    const { csrfToken } = (await ask('csrf')) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, ...fields })
    return send(`${actions}/${path}`, { method: 'POST', headers: sameOrigin(root), body })
  }

  return {
    cookies,
    fetch: send,
    async signIn(emulator, given = {}) {
      checkEmulator(emulator)
      const { authorization, id: service } = emulator.service
      checkMembers(given, { service, where: '`signIn`', names: SIGN_IN })
      const { callbackUrl = '/', id = service, ...options } = given
      const request = authorizationUrl(await post(`signin/${id}`, { callbackUrl }), root)
      const { url, method, body = null } = await emulator.authorize(request, options)
      return send(url, body ? { method, headers: crossSite(authorization.url), body } : {})
    },
    signOut: () => post('signout', {}),
    async session() {
      // The action answers with a session or with null.
      return (await ask('session')) as Session | null
    },
  }
}
