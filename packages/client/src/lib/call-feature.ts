import { AuthClientError } from './auth-client-error.ts'
import type { Connection } from './connection.ts'
import type { FeatureAnswer, FeatureInputs } from './feature.ts'
import { resolveTarget } from './page.ts'
import { fetchCsrfToken } from './queries.ts'
import { jsonPost, text } from './transport.ts'
import type { Reply } from './transport.ts'

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

/** Reads a page. */
export const readPage = (
  connection: Connection,
  path: string,
  inputs: FeatureInputs,
): Promise<FeatureAnswer> =>
  send(() => connection.send(`/${path}${toQuery(inputs)}`, { headers: HEADERS }))

/** Sends a change. */
export async function sendChange(
  connection: Connection,
  path: string,
  inputs: FeatureInputs,
): Promise<FeatureAnswer> {
  const answer = await send(async () => {
    const csrfToken = await fetchCsrfToken(connection)
    const post = jsonPost({ callbackUrl: location.href, ...inputs, csrfToken })
    return connection.send(`/${path}`, { ...post, headers: { ...JSON_TYPE, ...HEADERS } })
  })
  if (answer.ok) connection.notify()
  return answer
}
