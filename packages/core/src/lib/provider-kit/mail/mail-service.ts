import type {
  DescriptiveMember,
  EmailConfig,
  SendVerificationRequestParams,
} from '../../types/provider.ts'
import { composeSignInMail, DEFAULT_MAX_AGE } from './compose.ts'

/** Options of a provider that sends mail through a service. */
export type EmailUserConfig = Partial<Omit<EmailConfig, DescriptiveMember>>

/**
 * Options of which some are required, unless the application sends its mails itself. They may be variables of the environment, whose
 * type has `undefined`: one that is not set is reported when the configuration is resolved.
 */
export type ToSend<Options, Needed extends keyof Options> = Options &
  (
    | Readonly<Record<Needed, unknown>>
    | { readonly sendVerificationRequest: EmailConfig['sendVerificationRequest'] }
  )

/** A mail with a link and a code, and the key of the service that sends it. */
export interface KeyedMail {
  readonly apiKey: string
  readonly from: string
  readonly to: string
  readonly content: ReturnType<typeof composeSignInMail>
}

/** A request to the API of a mail service. */
export interface MailRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body: FormData | Readonly<Record<string, unknown>>
}

/** The required options of a provider, unless the application sends its mails itself. */
export function requiredToSend(
  { sendVerificationRequest }: EmailUserConfig,
  names: readonly string[],
): readonly string[] {
  return sendVerificationRequest === undefined ? names : []
}

/**
 * A required option of the provider.
 *
 * @throws Error when it is missing
 */
export function requireOption(
  { provider }: SendVerificationRequestParams,
  name: 'apiKey' | 'from',
): string {
  const value = provider[name]
  if (!value) throw new Error(`The provider "${provider.id}" has no \`${name}\`. Set it.`)
  return value
}

/**
 * The key of the mail service.
 *
 * @throws Error when it is missing or cannot be part of a header
 */
export function requireApiKey(params: SendVerificationRequestParams): string {
  const key = requireOption(params, 'apiKey')
  // Checked here, because the error of `fetch` contains the key.
  if (/^[\u0021-\u007e]+$/.test(key)) return key
  throw new Error(
    `The \`apiKey\` of the provider "${params.provider.id}" has a space, a line break or another character that keys never have. Copy it again.`,
  )
}

/** Credentials of HTTP Basic (RFC 7617). */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`
}

function fixFor(status: number): string {
  if (status === 401 || status === 403) return 'Check `apiKey`, and that it may send as `from`.'
  if (status === 429) return 'Too many mails were sent; the account of the service has a limit.'
  if (status >= 500) return 'The service failed; try again later.'
  return 'Check `from`, whose domain has to be set up at the service, and the other options.'
}

/** A documented name or number of an error, and never a sentence. */
async function errorCode(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return ''
  const code: unknown = Reflect.get(body, 'ErrorCode') ?? Reflect.get(body, 'name')
  if (typeof code === 'number') return ` (${code})`
  return typeof code === 'string' && /^[a-z]+(?:_[a-z]+){0,5}$/.test(code) ? ` (${code})` : ''
}

/**
 * Sends a mail to a service.
 *
 * @param service - the name for errors
 * @throws Error with the status when the service refuses the mail, without its response, which may contain key or address
 */
export async function handOver(
  service: string,
  { fetch }: SendVerificationRequestParams,
  { url, headers, body }: MailRequest,
): Promise<void> {
  const json = !(body instanceof FormData)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json ? JSON.stringify(body) : body,
  })
  if (response.ok) return
  const { status } = response
  throw new Error(
    `${service} answered HTTP ${status}${await errorCode(response)}. ${fixFor(status)}`,
  )
}

/**
 * Sends the mail of a sign-in through a service.
 *
 * @param service - the name for errors
 * @param toRequest - makes the request of the service
 * @throws Error when `from` or `apiKey` is missing, or the service refuses the mail
 */
export async function sendSignInMail(
  service: string,
  params: SendVerificationRequestParams,
  toRequest: (mail: KeyedMail) => MailRequest,
): Promise<void> {
  const request = toRequest({
    apiKey: requireApiKey(params),
    from: requireOption(params, 'from'),
    to: params.identifier,
    content: composeSignInMail(params),
  })
  await handOver(service, params, request)
}

/** The provider of a service that needs a key and a sender. */
export const mailServiceProvider = (
  members: Pick<EmailConfig, 'id' | 'name' | 'ownOptions'>,
  options: EmailUserConfig,
  send: EmailConfig['sendVerificationRequest'],
): EmailConfig => ({
  ...members,
  type: 'email',
  maxAge: DEFAULT_MAX_AGE,
  requires: requiredToSend(options, ['apiKey', 'from']),
  sendVerificationRequest: send,
  options,
})
