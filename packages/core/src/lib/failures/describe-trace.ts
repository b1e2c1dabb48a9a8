import { METHODS } from '../config/adapter.ts'
import type { CookieSet, ResolvedConfig } from '../config/resolved-config.ts'
import { profileFor } from '../request/context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { describePolicy, type Origin } from '../http/origin.ts'
import type { IncomingRequest } from '../types/request.ts'
import type { Step, StepName, Trace } from '../types/trace.ts'

/** The facts about a request that failed. */
export interface TracedRequest {
  readonly original: Pick<IncomingRequest, 'method' | 'url' | 'headers'>
  readonly config: ResolvedConfig
  readonly origin: Origin
  readonly trace: Trace
}

const DURATION = String.raw`(?: failed)? \d{1,9} ms`

/** The permitted facts, by step: no other value gets into a log. */
const FACTS: Readonly<Record<StepName, RegExp>> = {
  callback: /^signIn (?:passed|redirects)$/,
  provider: new RegExp(`^(?:GET|POST)(?: [1-5]\\d\\d)?${DURATION}$`),
  session: /^(?:issued|none)$/,
  store: new RegExp(`^(?:${METHODS.join('|')})${DURATION}$`),
  transaction: /^(?:opened|absent)$/,
  user: /^(?:prepared|stored)$/,
}

const ACTION = /\/(signin|callback|signout)(?:[/?#]|$)/
const SITES: ReadonlySet<string> = new Set(['same-origin', 'same-site', 'cross-site', 'none'])
const POLICY = /^[\w. ]{1,40}$/

const presence = (is: boolean): string => (is ? 'present' : 'absent')

function describeCookies(jar: CookieJar, { cookies }: CookieSet): string {
  const { sessionToken, csrfToken, state } = cookies
  const has = (name: string): string => presence(jar.namesWith(name).length > 0)
  return `session ${has(sessionToken.name)}, csrf ${has(csrfToken.name)}, check ${has(`${state.name}.`)}`
}

/** The facts of the request itself, in the library's own words: nothing the browser sent is quoted. */
function describeRequest({ original, config, origin }: TracedRequest): readonly string[] {
  const { method, url, headers } = original
  const [, action = 'another action'] = ACTION.exec(url) ?? []
  const site = headers.get('sec-fetch-site') ?? 'not said'
  const decidedBy = describePolicy(config.origin)
  const jar = new CookieJar(headers.get('cookie') ?? '')
  return [
    `0 request ${method === 'POST' ? 'POST' : 'GET'} ${action}`,
    `0 origin ${POLICY.test(decidedBy) ? decidedBy : 'another source'}, ${origin.secure ? 'https' : 'http'}`,
    `0 site ${SITES.has(site) ? site : 'not said'}`,
    `0 cookies ${describeCookies(jar, profileFor(config, origin))}`,
  ]
}

function describeStep({ t, step, fact }: Step, from: number): string {
  const known = Object.hasOwn(FACTS, step) && FACTS[step].test(fact)
  return known ? `${Math.round(t - from)} ${step} ${fact}` : `${Math.round(t - from)} unknown step`
}

/**
 * The steps of a request that failed, in one line, with nothing but facts from lists.
 *
 * @param code - of the failure
 */
export function describeTrace(request: TracedRequest, code: string): string {
  const { trace, config } = request
  const end = Math.round(config.steady() - trace.from)
  return [
    ...describeRequest(request),
    ...trace.steps.map((step) => describeStep(step, trace.from)),
    `${end} failed ${/^\w{1,40}$/.test(code) ? code : 'AuthError'}`,
  ].join('; ')
}
