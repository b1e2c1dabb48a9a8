import { authorizationResponse, type Person, PROVIDERS } from './services.ts'

/** The origin of the application. */
export const ORIGIN = 'https://app.example'

/** Where a sign-in leads to. */
export const INSIDE = '/inside'

const JSON_TYPE = 'application/json'

const EXPIRED = /;\s*max-age=0\s*(?:;|$)/i

/** A response that was read. */
export interface Answer {
  readonly status: number
  readonly body: string
  /** The path it leads to, with its query. */
  readonly location: string | undefined
  readonly allow: string | null
  readonly setsCookies: boolean
}

/** How a request is unlike one of the application's own pages. */
export interface Sending {
  readonly method?: string
  readonly accept?: string
  /** Default: the origin of the application. */
  readonly origin?: string
  readonly type?: string
  /** Instead of the fields. */
  readonly body?: string
  /** Whether a form has the CSRF token. Default: `true`. */
  readonly csrf?: boolean
  /** Name of the instance of the application. Default: the first. */
  readonly instance?: number
  readonly language?: string
}

/** Sends requests with the cookies of a browser. */
export interface Browser {
  readonly cookies: Map<string, string>
  readonly get: (path: string, sending?: Sending) => Promise<Answer>
  /** Posts a form. */
  readonly post: (
    path: string,
    fields?: Readonly<Record<string, string | number | boolean>>,
    sending?: Sending,
  ) => Promise<Answer>
  /** The body of a form, with its CSRF token: it can be posted later as `body`. */
  readonly form: (
    fields: Readonly<Record<string, string | number | boolean>>,
    instance?: number,
  ) => Promise<string>
  /** Posts JSON, as a script of the application does. */
  readonly postJson: (path: string, values: Readonly<Record<string, unknown>>) => Promise<Answer>
  /** What the session action says. */
  readonly session: (sending?: Sending) => Promise<string>
  /** Signs in by a kind of proof, and gives the last answer. */
  readonly signIn: (kind: Proof, person: Person, sending?: Sending) => Promise<Answer>
  readonly copy: () => Browser
}

/** Kinds of proof that the suite has. */
export type Proof = keyof typeof PROVIDERS

/** What a browser reaches. */
export interface Reached {
  readonly handle: (request: Request, instance: number) => Promise<Response>
  readonly inbox: ReadonlyMap<string, string>
}

const toLocation = (given: string | null): string | undefined => {
  if (given === null) return undefined
  const url = new URL(given, ORIGIN)
  return url.origin === ORIGIN ? url.pathname + url.search : url.href
}

function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || EXPIRED.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

const encode = (fields: Readonly<Record<string, string | number | boolean>>): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  ).toString()

function headersOf(
  { host }: URL,
  cookies: Browser['cookies'],
  { method = 'GET', accept = 'text/html', origin = ORIGIN, language = 'en', type }: Sending,
): Headers {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = new Headers({ host, accept, cookie, 'accept-language': language })
  if (method !== 'GET') headers.set('origin', origin)
  if (type !== undefined) headers.set('content-type', type)
  return headers
}

type Steps = Readonly<Record<Proof, (person: Person, sending: Sending) => Promise<Answer>>>

/** How a person signs in by each kind of proof. */
function signInSteps({ get, post }: Pick<Browser, 'get' | 'post'>, inbox: Reached['inbox']): Steps {
  return {
    async oauth(person, sending) {
      const fields = { callbackUrl: INSIDE }
      const left = await post(`/auth/signin/${PROVIDERS.oauth}`, fields, {
        ...sending,
        accept: 'text/html',
      })
      if (!left.location?.startsWith('https:')) return left
      return get(authorizationResponse(left.location, person), sending)
    },
    async email({ email }, sending) {
      const fields = { email, callbackUrl: INSIDE }
      const asked = await post(`/auth/signin/${PROVIDERS.email}`, fields, {
        ...sending,
        accept: 'text/html',
      })
      const link = inbox.get(email)
      return link === undefined ? asked : get(link, sending)
    },
    credentials: ({ email }, sending) =>
      post(`/auth/callback/${PROVIDERS.credentials}`, { email, callbackUrl: INSIDE }, sending),
  }
}

/** Opens a browser. */
export function openBrowser(
  reached: Reached,
  kept: ReadonlyMap<string, string> = new Map(),
): Browser {
  const cookies = new Map(kept)

  async function send(path: string, sending: Sending, body?: string): Promise<Answer> {
    const { method = 'GET', instance = 0 } = sending
    const url = new URL(path, ORIGIN)
    const headers = headersOf(url, cookies, sending)
    const init = { method, headers, ...(body !== undefined && { body }) }
    const response = await reached.handle(new Request(url, init), instance)
    keepCookies(cookies, response.headers.getSetCookie())
    return {
      status: response.status,
      body: await response.text(),
      location: toLocation(response.headers.get('location')),
      allow: response.headers.get('allow'),
      setsCookies: response.headers.getSetCookie().length > 0,
    }
  }

  // A token stays good as long as the cookies that it is bound to.
  let known = { cookies: '', token: '' }
  const bound = (): string => JSON.stringify([...cookies])

  async function csrfToken(instance = 0): Promise<string> {
    if (known.cookies === bound() && known.token !== '') return known.token
    const { body } = await send('/auth/csrf', { accept: JSON_TYPE, instance })
    const given: unknown = JSON.parse(body)
    known = { cookies: bound(), token: String(Reflect.get(Object(given), 'csrfToken')) }
    return known.token
  }

  const get: Browser['get'] = (path, sending = {}) => send(path, sending)

  const form: Browser['form'] = async (fields, instance) =>
    encode({ csrfToken: await csrfToken(instance), ...fields })

  const post: Browser['post'] = async (path, fields = {}, sending = {}) => {
    const { csrf = true, type = 'application/x-www-form-urlencoded' } = sending
    const body = sending.body ?? (csrf ? await form(fields, sending.instance) : encode(fields))
    return send(path, { method: 'POST', ...sending, type }, body)
  }

  const steps = signInSteps({ get, post }, reached.inbox)

  return {
    cookies,
    get,
    post,
    form,
    postJson: async (path, values) =>
      send(
        path,
        { method: 'POST', accept: JSON_TYPE, type: JSON_TYPE },
        JSON.stringify({ csrfToken: await csrfToken(0), ...values }),
      ),
    session: async (sending) =>
      (await get('/auth/session', { ...sending, accept: 'application/json' })).body,
    signIn: (kind, person, sending = {}) => steps[kind](person, sending),
    copy: () => openBrowser(reached, cookies),
  }
}
