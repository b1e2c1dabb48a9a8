import { type Arrival, type Browser, createBrowser } from './browser.ts'
import { readForms } from './forms.ts'

const MAX_STEPS = 15

/** Who signs in, and what they answer. */
export interface SignInAtOptions {
  /** Login, subject identifier or email address; an unknown one becomes a new account. */
  readonly login: string
  /** Press "Deny" on the consent page. */
  readonly deny?: boolean
  /** The browser, where it is to be known at the provider afterwards. Default: a new one. */
  readonly browser?: Browser
}

interface Step {
  readonly url: string
  readonly form?: URLSearchParams
}

/**
 * `fetch` as this process has it at first: a server of Next.js in it replaces the global one, which then does not end
 * when a body is cancelled.
 */
const firstFetch: typeof fetch = globalThis.fetch

/**
 * Sends the requests of a browser over the network.
 *
 * @param more - headers that go along with each
 */
export function overNetwork(
  more: Readonly<Record<string, string>> = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, url } = request
    const headers = { ...Object.fromEntries(request.headers), ...more }
    const body = method === 'POST' ? await request.text() : null
    return firstFetch(url, { method, headers, body, redirect: 'manual' })
  }
}

function fillIn(page: string, url: string, { login, deny = false }: SignInAtOptions): Step {
  const forms = readForms(page)
  const typed = forms.find(({ fields }) => 'login' in fields)
  if (typed !== undefined) {
    const form = new URLSearchParams({ login, password: 'any password' })
    return { url: new URL(typed.action, url).href, form }
  }
  const last = forms.at(-1)
  if (last === undefined) {
    const text = page.replace(/<(style|script)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')
    throw new Error(`The provider shows a page without a form: ${text.replace(/\s+/g, ' ').trim()}`)
  }
  const form = new URLSearchParams(last.fields)
  if (page.includes('name="decision"')) form.set('decision', deny ? 'deny' : 'allow')
  return { url: new URL(last.action, url).href, form }
}

async function nextStep(response: Response, url: string, options: SignInAtOptions): Promise<Step> {
  const location = response.headers.get('location')
  if (location !== null) {
    await response.body?.cancel()
    return { url: new URL(location, url).href }
  }
  return fillIn(await response.text(), url, options)
}

/**
 * Signs in at the provider: follows an authorization request through the login and consent pages until it leaves the
 * provider.
 *
 * @param request - where the client sent the browser
 * @param who - who signs in. Default: Ada
 * @returns how the browser comes back to the client
 * @throws Error when the provider shows an error page
 *
 * @example
 * ```ts
 * import { signInAt } from '@latchstring/test-kit/sign-in-at'
 *
 * const { url } = await signInAt('http://127.0.0.1:4000/authorize?…', 'ada')
 * ```
 */
export async function signInAt(
  request: string | URL,
  who: string | SignInAtOptions = 'ada',
): Promise<Arrival> {
  const options = typeof who === 'string' ? { login: who } : who
  const { browser = createBrowser(overNetwork()) } = options
  const { origin, href } = new URL(request)
  let step: Step = { url: href }
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const { url, form } = step
    const response = await (form ? browser.submit(url, form) : browser.open(url))
    step = await nextStep(response, url, options)
    if (new URL(step.url).origin !== origin) return step
  }
  throw new Error(`The sign-in is still at the provider after ${MAX_STEPS} steps: ${step.url}`)
}
