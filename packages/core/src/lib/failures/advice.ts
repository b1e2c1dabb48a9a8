import { providerVariable } from '../config/env.ts'
import type { OAuthProvider } from '../config/providers.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { actionUrl } from '../request/context.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { adviseOnStore, listCauses, says } from '../errors/store-failure.ts'
import { isLoopback, type Origin } from '../http/origin.ts'
import { redactText } from '../logger/redact.ts'
import { nearest } from '../kit/nearest.ts'
import type { HeaderReader } from '../types/request.ts'
import { readFacts } from './oauth-facts.ts'

/** The request of a failure. */
export interface Circumstances {
  readonly config?: ResolvedConfig | undefined
  readonly origin?: Origin | undefined
  readonly headers: HeaderReader
}

interface Case extends Circumstances {
  readonly error: AuthError
}

const CLOCKS = /: the clocks of this server and of the provider differ/

/** Codes for wrong client credentials (RFC 6749, section 5.2, and those of GitHub). */
const CLIENT =
  /^(?:invalid_client|unauthorized_client|incorrect_client_credentials|invalid_client_secret)$/

/** The OAuth provider that the message names. */
function findProvider({ error, config }: Case): OAuthProvider | undefined {
  const [, id = ''] = /"([\w.~-]{1,64})"/.exec(error.message) ?? []
  const provider = config?.providers.get(id)
  return provider?.kind === 'oauth' || provider?.kind === 'oidc' ? provider : undefined
}

/** The redirect URI that was sent to the service. */
function sentRedirectUri(
  { config, origin }: Case,
  { id, redirectProxyUrl }: OAuthProvider,
): string {
  if (redirectProxyUrl !== undefined) return `${redirectProxyUrl}/callback/${id}`
  return config && origin ? actionUrl({ config, origin }, `callback/${id}`) : `…/callback/${id}`
}

/** Advice on the error code of a service. */
function refused(given: Case): string | undefined {
  const provider = findProvider(given)
  const { error: code = '', status } = readFacts(given.error)
  if (!provider) return undefined
  if (CLIENT.test(code) || status === 401) {
    const names = (['clientId', 'clientSecret'] as const).map((name) =>
      providerVariable(provider.id, name),
    )
    return `Copy client id and client secret from the console of the service once more into ${names.join(' and ')}, without quotes or spaces, and restart.`
  }
  const uri = sentRedirectUri(given, provider)
  if (/redirect_uri/.test(code))
    return `Register this redirect URI at the provider, letter by letter: ${uri}`
  if (code === 'invalid_grant' || code === 'bad_verification_code') {
    return `Expected now and then: a code works once, for a minute. If it repeats, register this redirect URI at the provider: ${uri}`
  }
  if (code === 'invalid_scope') {
    return 'Remove the scope from `authorization.params.scope`, or enable it in the console of the service.'
  }
  return undefined
}

const CLOCK =
  'Set the clock of this server by a time service (timedatectl set-ntp true; in a container, that of the host). If the clock of the provider is wrong, set `clockTolerance`.'

const INTERNAL =
  'Give the address TLS. Or, if it is inside a network that you trust, name its origin in `internalOrigins` of the provider.'

const unreachable = (origin: string): string =>
  `Look whether this server reaches the issuer: curl -v ${origin}. A firewall may let nothing out; behind a proxy, start Node.js with NODE_USE_ENV_PROXY=1 and HTTPS_PROXY.`

function ofProvider(given: Case): string | undefined {
  const { error } = given
  if (CLOCKS.test(error.message) || says(error, CLOCKS)) return CLOCK
  if (says(error, /^`customFetch` returned /)) return 'Correct what `customFetch` returns.'
  if (error.message.endsWith(': `protocol.verify` threw.')) {
    return 'Nothing, if the response was forged. Otherwise correct `protocol.verify`; what it threw is below.'
  }
  if (error.message.includes('`internalOrigins: ') || says(error, /`internalOrigins: /))
    return INTERNAL
  const { status = 0, silent, discovery } = readFacts(error)
  if (silent !== undefined) return unreachable(silent)
  if (status >= 500) return 'Wait, or look at the status page of the service: it failed by itself.'
  if (status === 404 && discovery) {
    return 'Correct `issuer`: with /.well-known/openid-configuration behind it, it is a URL that a browser can open.'
  }
  return refused(given)
}

/** Advice on a request from another origin: to a browser, each name of a machine is another site. */
function ofOrigin({ origin, headers }: Case): string | undefined {
  const from = headers.get('origin') ?? ''
  if (!origin || !URL.canParse(from) || from === origin.href) return undefined
  const { host, origin: opened } = new URL(from)
  const here = new URL(origin.href)
  if (isLoopback(host) && isLoopback(here.host)) {
    return `Open ${origin.href} and not ${opened}: to a browser these are two sites. Or set AUTH_URL=${opened}`
  }
  return host === here.host
    ? `Set AUTH_URL to ${opened}: the page was sent from there, and the application takes itself for ${origin.href}.`
    : undefined
}

function ofUnknownProvider({ error, config }: Case): string | undefined {
  const [, id] = /^The provider "([\w.~-]{1,64})" is not configured\./.exec(error.message) ?? []
  if (id === undefined || !config) return undefined
  const meant = nearest(id, [...config.providers.keys()])
  return meant === undefined
    ? undefined
    : `Did you mean "${meant}"? Correct the link, or signIn(…).`
}

/** Whether the application sends the mail itself: built-in providers have a server or a key. */
function isOwnMailer({ error, config }: Case): boolean {
  const [, id = ''] = /^The mail of "([\w.~-]{1,64})" could not be sent:/.exec(error.message) ?? []
  const provider = config?.providers.get(id)
  if (provider?.kind !== 'email') return false
  const { server, apiKey } = provider.config
  return server === undefined && apiKey === undefined
}

function adviceOnMail(given: Case): string | undefined {
  const { error } = given
  if (error.cause === undefined) return 'Nothing: the person mistyped the address.'
  const [code] = [...listCauses(error)]
    .map((cause): unknown => Reflect.get(cause, 'code'))
    .filter((one) => one !== undefined)
  if (code === 'EAUTH')
    return 'Correct user and password in `server` of the provider: the mail server refuses them.'
  return isOwnMailer(given)
    ? 'Correct the `sendVerificationRequest` function of the provider; what it threw is below.'
    : undefined
}

/** The beginning of messages about functions of the application. */
const FUNCTION =
  /^The (configuration function|`[\w.]+` (?:function|callback)(?: of (?:"[\w.~-]{1,64}"|`\w+`))?) (threw\.$|returned )/

/** Advice on a function of the application that threw or returned something wrong. */
function ofFunction({ error }: Case): string | undefined {
  const [, subject, what] = FUNCTION.exec(error.message) ?? []
  if (subject === undefined) return undefined
  // Without a colon: the redaction masks values behind a name and a colon.
  return what === 'returned '
    ? `Correct what the ${subject} returns.`
    : `Correct the ${subject}; what it threw is below.`
}

/** What adapters and mailers throw without a package that the application installs itself. */
const MISSING =
  /^The package "?[@\w/.-]+"? (?:is not installed|could not be loaded)\. (?:Run|Install it): (npm install [@\w/.-]+)$/

/** The command that installs a package which is missing. */
function ofMissingPackage({ error }: Case): string | undefined {
  for (const cause of listCauses(error)) {
    const [, command] = (cause instanceof Error && MISSING.exec(cause.message)) || []
    if (command !== undefined) return `Install what is missing: ${command}`
  }
  return undefined
}

const ADVICE: Readonly<Record<string, (given: Case) => string | undefined>> = {
  AdapterError: adviseOnStore,
  CrossOriginRequest: ofOrigin,
  EmailCreateAccountError: adviseOnStore,
  EmailSignInError: adviceOnMail,
  InvalidProvider: ofUnknownProvider,
  OAuthCallbackError: ofProvider,
  OAuthCreateAccountError: adviseOnStore,
  OAuthSignInError: ofProvider,
  SignOutError: adviseOnStore,
}

/**
 * A fix for a failure, where its cause allows one that is more specific than that of its code.
 *
 * @returns a sentence for the log, without secrets
 */
export function adviseOn(error: AuthError, circumstances: Circumstances): string | undefined {
  const find = Object.hasOwn(ADVICE, error.type) ? ADVICE[error.type] : undefined
  const given = { error, ...circumstances }
  const advice = ofMissingPackage(given) ?? find?.(given) ?? ofFunction(given)
  return advice === undefined ? undefined : redactText(advice)
}
