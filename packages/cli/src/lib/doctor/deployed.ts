import { describeError } from '../describe-error.ts'
import {
  type Reply,
  checkCache,
  checkCallbacks,
  checkClock,
  checkCookies,
  checkForged,
  checkPost,
  checkScheme,
  checkSession,
  checkStatus,
} from './deployed-checks.ts'
import { type Finding, broken, note } from './finding.ts'
import { isObject } from '../values.ts'

/** Makes requests, such as `fetch`. */
export type Ask = (url: string, init?: RequestInit) => Promise<Response>

/** Milliseconds to wait for a response. */
const RESPONSE_TIMEOUT_MS = 15_000
/** Requests that are sent at once, to meet several instances. */
const PARALLEL_REQUESTS = 6

function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}

/** Characters of a body: more than any action responds with. */
const MAX_BODY_CHARACTERS = 1 << 20

/** A body, or the beginning of one that does not end. */
async function readBody({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader !== undefined && text.length < MAX_BODY_CHARACTERS) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel().catch(() => undefined)
  return text
}

async function ask(fetch: Ask, url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    ...init,
    headers: { accept: 'application/json', ...Object.fromEntries(new Headers(init.headers)) },
  })
  const received = Date.now()
  const text = await readBody(response)
  const { status, headers } = response
  return { status, headers, text, received, json: parseJson(text) }
}

/** The protected header of a sealed cookie, which names the key that made it. */
const keyIn = ({ headers }: Reply): string | undefined =>
  /=(eyJ[\w-]+)\.\./.exec(headers.getSetCookie().join('; '))?.[1]

/** All instances open the cookies of each other: they may still make them with different secrets. */
async function checkPromotion(fetch: Ask, url: string, first: Reply): Promise<readonly Finding[]> {
  const others = await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, () => ask(fetch, url)))
  const keys = new Set([first, ...others].map(keyIn).filter((key) => key !== undefined))
  return keys.size < 2
    ? []
    : [
        note({
          id: 'deployed-secret-promoted',
          what: 'Instances encrypt with different secrets, and each opens the cookies of the others.',
          why: 'A new secret is being promoted, and no session ends. It is over once every instance is restarted.',
          fix: 'Nothing, if that is so. Otherwise give all instances the same secrets.',
          docs: 'docs/sessions.md#change-the-secret',
        }),
      ]
}

/** The token that a browser gets stays the same while its cookie can be opened. */
async function checkInstances(fetch: Ask, url: string, first: Reply): Promise<readonly Finding[]> {
  const cookie = first.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  if (cookie === '') return []
  const replies = await Promise.all(
    Array.from({ length: PARALLEL_REQUESTS }, () => ask(fetch, url, { headers: { cookie } })),
  )
  const refused = replies.filter(({ headers }) => headers.getSetCookie().length > 0).length
  return refused === 0
    ? checkPromotion(fetch, url, first)
    : [
        broken({
          id: 'deployed-secrets-differ',
          what: `${refused} of ${PARALLEL_REQUESTS} requests could not open a cookie that the deployment had just set.`,
          why: 'Several instances serve it with different secrets, or one is still the deployment before: people are signed out at random (InvalidCheck).',
          fix: 'Give all instances the same AUTH_SECRET, and restart those that are older. Change it in two steps: latchstring secret --stage, then --promote.',
          docs: 'docs/deployment.md#several-instances',
        }),
      ]
}

function unreachable(base: URL, error: unknown): Finding {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return broken({
    id: 'deployed-unreachable',
    what: `${base.href} cannot be reached: ${describeError(cause)}`,
    why: 'Nothing can be checked.',
    fix: 'Correct the address. A certificate that is not known here is trusted with NODE_EXTRA_CA_CERTS=/path/to/ca.pem.',
    docs: 'docs/deployment.md',
  })
}

const FORGED = 'forged.invalid'

/** The paths that actions usually have, the path of the guide first. */
const USUAL_BASE_PATHS = ['/api/auth', '/auth']

/**
 * The address of the actions, where only that of the application is given.
 *
 * @param fetch - makes the requests
 */
export async function findBase(url: URL, fetch: Ask): Promise<URL> {
  const path = url.pathname.replace(/\/+$/, '')
  if (path !== '') return new URL(`${url.origin}${path}`)
  for (const usual of USUAL_BASE_PATHS) {
    const base = new URL(usual, url)
    const reply = await ask(fetch, `${base.href}/providers`).catch(() => undefined)
    if (reply !== undefined && isObject(reply.json)) return base
  }
  return new URL(USUAL_BASE_PATHS[0] ?? '/', url)
}

/**
 * Checks a deployment from outside, through the proxies in front of it. Nothing is changed there.
 *
 * @param base - address of the actions, without a slash at its end
 */
export async function checkDeployed(base: URL, fetch: Ask): Promise<readonly Finding[]> {
  const at = (action: string): string => `${base.href.replace(/\/$/, '')}/${action}`
  try {
    const providers = await ask(fetch, at('providers'))
    const failed = checkStatus(at('providers'), providers)
    if (failed.length > 0) return failed
    const [csrf, again] = [await ask(fetch, at('csrf')), await ask(fetch, at('csrf'))]
    const session = await ask(fetch, at('session'))
    const posted = await ask(fetch, at('providers'), {
      method: 'POST',
      body: new URLSearchParams(),
    })
    const headers = { 'x-forwarded-host': FORGED, 'x-forwarded-proto': base.protocol.slice(0, -1) }
    const forged = await ask(fetch, at('providers'), { headers })
    return [
      ...checkCallbacks(base, providers),
      ...checkSession(session),
      ...checkCache(csrf, again),
      ...checkCookies(base, csrf),
      ...checkClock(providers),
      ...checkPost(posted),
      ...checkForged(base, forged, FORGED),
      ...(await checkInstances(fetch, at('csrf'), csrf)),
      ...checkScheme(base),
    ]
  } catch (error) {
    return [unreachable(base, error)]
  }
}
