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

/** A browser too old to name the origin may still name the page. */
function requireOwnPage({ origin }: SessionContext, headers: Headers): void {
  const referer = headers.get('referer')
  if (headers.has('origin') || headers.has('sec-fetch-site') || referer === null) return
  if (URL.canParse(referer) && new URL(referer).origin === origin.href) return
  throw new CrossOriginRequest(`The form was sent by a page of another origin than ${origin.href}.`)
}

/** The fields of a form; parsers make a list of a name that is repeated. */
function readFields(body: ParsedBody): ReadonlyMap<string, unknown> {
  if (body instanceof FormData || body instanceof URLSearchParams) return firstOfEach(body)
  return new Map(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}

const PARAMETER = 'authorizationParams-'
/** What a form says beside what is asked for the provider. */
const CONTROL: ReadonlySet<string> = new Set([
  'callbackUrl',
  'csrfToken',
  'provider',
  'providerId',
  'redirect',
  'redirectTo',
])

const asText = (value: unknown): string | undefined =>
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

/** Signs in or out by a form of the application, which has to come from one of its own pages. */
export async function submitForm(
  core: Core,
  source: RequestSource,
  { action, body }: SubmittedForm,
): Promise<Redirection> {
  await reporting(core, source, async () => {
    const context = createSessionContext(await core.resolve(source), source)
    requireSameOrigin({ origin: context.origin, request: source })
    requireOwnPage(context, source.headers)
  })
  const fields = readFields(body)
  const redirectTo = asText(fields.get('redirectTo')) ?? asText(fields.get('callbackUrl'))
  const target = redirectTo === undefined ? {} : { redirectTo }
  if (action === 'signout') {
    const provider = asText(fields.get('provider'))
    const everywhere = (asText(fields.get('everywhere')) ?? 'false') !== 'false'
    return signOut(core, source, {
      ...target,
      ...(provider === undefined ? {} : { provider }),
      everywhere,
    })
  }
  return signIn(core, source, {
    provider: asText(fields.get('provider')) ?? asText(fields.get('providerId')),
    options: { ...providerFields(fields), ...target },
    parameters: parameters(fields),
  })
}

/** What a form is to be for. */
export interface WantedForm {
  readonly provider: string | undefined
  readonly redirectTo: string | undefined
}

/** Action that a sign-in with a provider is posted to. */
function signInAction(provider: ResolvedProvider): string {
  const { start, finish } = kindRow(provider)
  if (start) return 'signin'
  if (finish) return 'callback'
  throw new InvalidProvider(
    `The provider "${provider.id}" cannot be used by a form without a script. Link to the sign-in page instead.`,
  )
}

/** The action and the hidden fields of a form without a script. */
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
