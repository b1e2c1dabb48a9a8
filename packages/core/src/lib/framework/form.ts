import type { Core } from '../engine/auth.ts'
import type { ResolvedProvider } from '../config/providers.ts'
import {
  actionPath,
  createSessionContext,
  requireProvider,
  type SessionContext,
} from '../request/context.ts'
import { requireSameOrigin } from '../sessions/csrf/origin-check.ts'
import { csrfToken } from '../sessions/csrf/token.ts'
import { CrossOriginRequest, InvalidProvider } from '../errors/classes.ts'
import { kindRow } from '../actions/kinds.ts'
import { parseAddress } from '../http/incoming.ts'
import { firstOfEach, reporting, signIn, signOut } from '../engine/server-operations.ts'
import type { Cookie } from '../types/cookies.ts'
import type { Redirection, RequestSource } from '../types/operations.ts'
import type { FormFields, ParsedBody, ScopeSource } from '../types/scope.ts'

/** A form that was submitted to the application. */
export interface SubmittedForm {
  readonly action: 'signin' | 'signout'
  readonly body: ParsedBody
}

/** Checks `Referer` for browsers that send neither `Origin` nor `Sec-Fetch-Site`. */
function requireOwnPage({ origin }: SessionContext, headers: Headers): void {
  const referer = headers.get('referer')
  if (headers.has('origin') || headers.has('sec-fetch-site') || referer === null) return
  if (URL.canParse(referer) && new URL(referer).origin === origin.href) return
  throw new CrossOriginRequest(`The form was sent by a page of another origin than ${origin.href}.`)
}

/** Reads the first value of each field: parsers return a list for a repeated name. */
function readFields(body: ParsedBody): ReadonlyMap<string, unknown> {
  if (body instanceof FormData || body instanceof URLSearchParams) return firstOfEach(body)
  return new Map(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}

const PARAMETER = 'authorizationParams-'
/** Fields about the sign-in itself, which are not passed to the provider. */
const CONTROL: ReadonlySet<string> = new Set([
  'callbackUrl',
  'csrfToken',
  'provider',
  'providerId',
  'redirect',
  'redirectTo',
])

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

function parameters(fields: ReadonlyMap<string, unknown>): Record<string, string> {
  const named = [...fields].flatMap(([name, value]) =>
    name.startsWith(PARAMETER) && typeof value === 'string'
      ? [[name.slice(PARAMETER.length), value] as const]
      : [],
  )
  return Object.fromEntries(named)
}

function providerFields(fields: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const others = [...fields].filter(([name]) => !CONTROL.has(name) && !name.startsWith(PARAMETER))
  return Object.fromEntries(others)
}

/** Signs in or out by a form, which must come from a page of the same origin. */
export async function submitForm(
  core: Core,
  source: RequestSource,
  { action, body }: SubmittedForm,
): Promise<Redirection> {
  await reporting(core, source, async () => {
    const context = createSessionContext(await core.resolve(source), source)
    requireSameOrigin({ ...context, request: source })
    requireOwnPage(context, source.headers)
  })
  const fields = readFields(body)
  const redirectTo =
    nonEmptyText(fields.get('redirectTo')) ?? nonEmptyText(fields.get('callbackUrl'))
  const target = redirectTo === undefined ? {} : { redirectTo }
  if (action === 'signout') {
    const provider = nonEmptyText(fields.get('provider'))
    const everywhere = (nonEmptyText(fields.get('everywhere')) ?? 'false') !== 'false'
    return signOut(core, source, {
      ...target,
      ...(provider === undefined ? {} : { provider }),
      everywhere,
    })
  }
  return signIn(core, source, {
    provider: nonEmptyText(fields.get('provider')) ?? nonEmptyText(fields.get('providerId')),
    options: { ...providerFields(fields), ...target },
    parameters: parameters(fields),
  })
}

/** Parameters of {@link formFields}. Without a provider the form signs out. */
export interface WantedForm {
  readonly provider: string | undefined
  readonly redirectTo: string | undefined
}

/** Returns the action that receives the form of a provider. */
function signInAction(provider: ResolvedProvider): string {
  const { start, finish } = kindRow(provider)
  if (start) return 'signin'
  if (finish) return 'callback'
  throw new InvalidProvider(
    `The provider "${provider.id}" cannot be used by a form without a script. Link to the sign-in page instead.`,
  )
}

/** Returns the action and the hidden fields of a form that works without a script. */
export async function formFields(
  core: Core,
  source: ScopeSource & { readonly headers: Headers },
  { provider: id, redirectTo }: WantedForm,
): Promise<{ readonly form: FormFields; readonly cookies: readonly Cookie[] }> {
  return reporting(core, source, async () => {
    const context = createSessionContext(await core.resolve(source), source)
    const { config } = context
    const action =
      id === undefined ? 'signout' : `${signInAction(requireProvider(config, id))}/${id}`
    const { pathname, search } = parseAddress(source.url ?? source.request.url)
    const { token, jar } = await csrfToken(context)
    const fields = {
      ...(token === undefined ? {} : { csrfToken: token }),
      callbackUrl: redirectTo ?? pathname + search,
    }
    return { form: { action: actionPath(config, action), fields }, cookies: jar.changes() }
  })
}
