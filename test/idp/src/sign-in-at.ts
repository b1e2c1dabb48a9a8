import { type FormMarkup, readForms } from './form-markup.ts'

const MAX_STEPS = 15

/** Anything that fetches like the global `fetch`. */
export type FetchLike = (url: string, init?: RequestInit) => Promise<Response>

/** Who signs in, and what they answer. */
export interface SignInAtOptions {
  /** Login, subject identifier or e-mail address; an unknown one becomes a new account. */
  readonly login: string
  /** Press "Deny" on the consent page. */
  readonly deny?: boolean
  /** The browser's cookies at the provider, kept between calls when given. */
  readonly cookies?: Map<string, string>
}

/** How the browser arrives at the client. */
export interface Arrival {
  /** The callback URL, with its query. */
  readonly url: string
  /** The form posted there, when the response mode is `form_post`. */
  readonly form?: URLSearchParams
}

interface Step {
  readonly url: string
  readonly form?: URLSearchParams
}

function storeCookies(response: Response, cookies: Map<string, string>): void {
  for (const header of response.headers.getSetCookie()) {
    const [pair = ''] = header.split(';')
    const [name = ''] = pair.split('=')
    const value = pair.slice(name.length + 1)
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(header)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

async function visit(
  fetchLike: FetchLike,
  step: Step,
  cookies: Map<string, string>,
): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetchLike(step.url, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) },
    ...(step.form === undefined ? {} : { method: 'POST', body: step.form }),
  })
  storeCookies(response, cookies)
  return response
}

function fillIn(page: string, forms: readonly FormMarkup[], options: SignInAtOptions): Step {
  const login = forms.find(({ fields }) => fields.has('login'))
  if (login !== undefined) {
    const form = new URLSearchParams({ login: options.login, password: 'any password' })
    return { url: login.action, form }
  }
  const last = forms.at(-1)
  if (last === undefined) {
    const text = page.replace(/<(style|script)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')
    throw new Error(`The provider shows a page without a form: ${text.replace(/\s+/g, ' ').trim()}`)
  }
  const form = new URLSearchParams(last.fields)
  if (page.includes('name="decision"')) {
    form.set('decision', options.deny === true ? 'deny' : 'allow')
  }
  return { url: last.action, form }
}

async function nextStep(response: Response, url: string, options: SignInAtOptions): Promise<Step> {
  const location = response.headers.get('location')
  if (location !== null) {
    await response.body?.cancel()
    return { url: new URL(location, url).href }
  }
  const page = await response.text()
  return fillIn(page, readForms(page, url), options)
}

/**
 * Signs in at the provider without a browser: follows an authorization request through the login
 * and consent pages until it leaves the provider.
 *
 * @param fetchLike - fetches the provider's pages
 * @param authorizationUrl - where the client sent the browser
 * @param options - who signs in
 * @returns how the browser arrives at the client
 * @throws Error when the provider shows an error page
 *
 * @example
 * ```ts
 * import { signInAt } from '@latchstring/test-idp'
 *
 * const { url } = await signInAt(fetch, 'http://127.0.0.1:4000/authorize?…', { login: 'ada' })
 * ```
 */
export async function signInAt(
  fetchLike: FetchLike,
  authorizationUrl: string,
  options: SignInAtOptions,
): Promise<Arrival> {
  const { origin } = new URL(authorizationUrl)
  const cookies = options.cookies ?? new Map<string, string>()
  let step: Step = { url: authorizationUrl }
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const response = await visit(fetchLike, step, cookies)
    step = await nextStep(response, step.url, options)
    if (new URL(step.url).origin !== origin) return step
  }
  throw new Error(`The sign-in is still at the provider after ${MAX_STEPS} steps: ${step.url}`)
}
