import { AuthClientError } from './auth-client-error.ts'
import type { Connection } from './connection.ts'
import { resolveTarget } from './page.ts'
import { fetchCsrfToken } from './queries.ts'
import { jsonPost, text } from './transport.ts'
import type { Body, Reply } from './transport.ts'

/** What an action of a feature answers. */
export interface FeatureAnswer {
  /** Whether it did what it was asked for. */
  readonly ok: boolean
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Code of a refusal, such as `passwords/too-short`; absent after success. */
  readonly error: string | undefined
  /** The sentence of a refusal, in the language of the page. */
  readonly message: string | undefined
  /** Where to go now, as an absolute URL; `null` where the action leads nowhere. */
  readonly url: string | null
  /** The JSON: a page as data (`title`, `lead`, `blocks`), or what the action answers with. */
  readonly body: Body | null
}

/** Inputs of an action, by name. */
export type FeatureInputs = Readonly<Record<string, string | number | boolean | undefined>>

/** Calls actions of features by their path, such as `passwords/forgot`. Refusals do not throw: the answer has the code. */
export interface FeatureActions {
  /**
   * Reads a page as data (`GET`).
   *
   * @param path - name of the feature and word of the page
   * @param inputs - parameters of the page
   */
  readonly page: (path: string, inputs?: FeatureInputs) => Promise<FeatureAnswer>
  /**
   * Sends a change (`POST`). Afterwards the session may be another one: the other tabs are notified.
   *
   * @param path - name of the feature and word of the change
   * @param inputs - `callbackUrl` among them says where a sign-in leads. Default: the current page
   */
  readonly change: (path: string, inputs?: FeatureInputs) => Promise<FeatureAnswer>
}

function toAnswer({ response, body }: Reply): FeatureAnswer {
  const { ok, status } = response
  const url = resolveTarget(body)
  // Without a session, an action leads to the sign-in page with the reason.
  const error = url?.searchParams.get('error') ?? text(body, 'error')
  const fault = ok ? error : (error ?? 'UnexpectedAnswer')
  return {
    ok: fault === undefined,
    status,
    error: fault,
    message: fault === undefined ? undefined : text(body, 'message'),
    url: url?.href ?? null,
    body,
  }
}

async function send(work: () => Promise<Reply>): Promise<FeatureAnswer> {
  try {
    return toAnswer(await work())
  } catch (error) {
    if (!(error instanceof AuthClientError)) throw error
    const { code, status, message } = error
    return { ok: false, status, error: code, message, url: null, body: null }
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** A redirect is answered with its address. */
const HEADERS = { 'X-Auth-Return-Redirect': '1' }

function toQuery(inputs: FeatureInputs): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(inputs)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}

/** The actions of features at a server. */
export function featureActions(connection: Connection): FeatureActions {
  return Object.freeze<FeatureActions>({
    page: (path, inputs = {}) =>
      send(() => connection.send(`/${path}${toQuery(inputs)}`, { headers: HEADERS })),
    async change(path, inputs = {}) {
      const answer = await send(async () => {
        const csrfToken = await fetchCsrfToken(connection)
        const post = jsonPost({ callbackUrl: location.href, ...inputs, csrfToken })
        return connection.send(`/${path}`, { ...post, headers: { ...JSON_TYPE, ...HEADERS } })
      })
      if (answer.ok) connection.notify()
      return answer
    },
  })
}
