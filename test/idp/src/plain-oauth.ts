import { createHash, randomBytes } from 'node:crypto'
import { isObject } from '@latchstring/test-kit/values'
import { type Exchange, readForm, sendPage, sendRedirect } from './exchange.ts'
import { personOf } from './interactions.ts'
import type { ClientRegistration } from './options.ts'
import { consentPage, loginPage, messagePage } from './pages/pages.ts'
import type { Person, PersonRegistry } from './persons.ts'
import {
  type AnswerTampering,
  type BackChannelEndpoint,
  sendAnswer,
  type Tampering,
} from './tampering.ts'

/** Where the service without OpenID has its endpoints, seen from the issuer. */
export const OAUTH_ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  profile: '/oauth/user',
  emails: '/oauth/user/emails',
} as const

/** What the service works with. */
export interface PlainOAuthContext {
  readonly clients: readonly ClientRegistration[]
  readonly people: PersonRegistry
  readonly closing: AbortSignal
  tampering(): Tampering
}

/** A service that speaks OAuth 2.0 (RFC 6749) without OpenID, in the manner of a code host. */
export interface PlainOAuth {
  /**
   * @param exchange - request and response
   * @param url - the URL of the request
   */
  handle(exchange: Exchange, url: URL): Promise<void>
}

const REFUSED = messagePage('This did not work', 'The request was refused.', {
  error: 'invalid_request',
  description: 'client_id or redirect_uri is unknown',
})

interface Authorization {
  readonly client: ClientRegistration
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly codeChallenge: string | null
}

interface Code {
  readonly sub: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: string
  readonly codeChallenge: string | null
}

interface Access {
  readonly sub: string
  readonly scope: string
}

interface Reply {
  readonly status: number
  readonly body: unknown
}

function refuse(error: string, description: string, status = 400): Reply {
  return { status, body: { error, error_description: description } }
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}

/** Reads an authorization request; nothing when it must not be answered by a redirect. */
function readAuthorization(
  query: URLSearchParams,
  clients: readonly ClientRegistration[],
): Authorization | undefined {
  const client = clients.find(({ client_id: id }) => id === query.get('client_id'))
  const redirectUri = query.get('redirect_uri') ?? client?.redirect_uris[0]
  if (client === undefined || redirectUri === undefined) return undefined
  if (!client.redirect_uris.includes(redirectUri)) return undefined
  const scopes = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean)
  return {
    client,
    redirectUri,
    scopes: scopes.length > 0 ? scopes : ['read:user'],
    state: query.get('state'),
    codeChallenge: query.get('code_challenge'),
  }
}

/** The client's credentials, from the header (RFC 6749, section 2.3.1) or from the body. */
function credentials(header: string | undefined, form: URLSearchParams): [string, string] {
  if (!header?.startsWith('Basic ')) {
    return [form.get('client_id') ?? '', form.get('client_secret') ?? '']
  }
  const decoded = Buffer.from(header.slice(6), 'base64').toString()
  const [id = '', password = ''] = decoded.split(':')
  return [decodeURIComponent(id), decodeURIComponent(password)]
}

function redirectWith(target: string, parameters: Record<string, string | null>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, value)
  }
  return url.href
}

function profileOf(person: Person, people: PersonRegistry): Record<string, unknown> {
  return {
    id: people.numberOf(person),
    login: person.login ?? person.sub,
    name: person.name,
    email: person.email,
    avatar_url: person.picture ?? null,
    type: 'User',
  }
}

/**
 * Starts the service.
 *
 * @param context - clients, accounts and tampering, shared with the OpenID provider
 * @returns the service
 */
export function createPlainOAuth(context: PlainOAuthContext): PlainOAuth {
  const codes = new Map<string, Code>()
  const accesses = new Map<string, Access>()

  function issueCode(authorization: Authorization, person: Person): string {
    const code = secret()
    codes.set(code, {
      sub: person.sub,
      clientId: authorization.client.client_id,
      redirectUri: authorization.redirectUri,
      scope: authorization.scopes.join(','),
      codeChallenge: authorization.codeChallenge,
    })
    return code
  }

  async function authorize({ request, response }: Exchange, url: URL): Promise<void> {
    const authorization = readAuthorization(url.searchParams, context.clients)
    if (authorization === undefined) return sendPage(response, REFUSED, 400)
    const { client, redirectUri, scopes, state } = authorization
    const respond = (parameters: Record<string, string>): void =>
      sendRedirect(response, redirectWith(redirectUri, { ...parameters, state }))
    if (url.searchParams.get('response_type') !== 'code') {
      return respond({ error: 'unsupported_response_type' })
    }
    const form = request.method === 'POST' ? await readForm(request) : new URLSearchParams()
    const decision = form.get('decision')
    if (decision === 'deny') return respond({ error: 'access_denied' })
    const view = { action: '', clientName: client.client_name ?? client.client_id }
    const person = decision === 'switch' ? undefined : personOf(form, context.people)
    if (person === undefined) {
      return sendPage(response, loginPage({ ...view, people: context.people.offered }))
    }
    if (decision === 'allow') return respond({ code: issueCode(authorization, person) })
    sendPage(response, consentPage({ ...view, person, scopes, carryAccount: true }))
  }

  function redeem(header: string | undefined, form: URLSearchParams): Reply {
    const [clientId, clientSecret] = credentials(header, form)
    const client = context.clients.find(({ client_id }) => client_id === clientId)
    if (client === undefined || (client.client_secret ?? '') !== clientSecret) {
      return refuse('invalid_client', 'The client is unknown or its secret is wrong.', 401)
    }
    if (form.get('grant_type') !== 'authorization_code') {
      return refuse('unsupported_grant_type', 'Only authorization_code is supported.')
    }
    const given = form.get('code') ?? ''
    const code = codes.get(given)
    codes.delete(given)
    if (code?.clientId !== clientId || code.redirectUri !== form.get('redirect_uri')) {
      return refuse('invalid_grant', 'The code is wrong, used, or for another redirect_uri.')
    }
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (code.codeChallenge !== null && code.codeChallenge !== challenge) {
      return refuse('invalid_grant', 'The code_verifier does not match.')
    }
    const accessToken = secret()
    accesses.set(accessToken, code)
    const body = { access_token: accessToken, token_type: 'bearer', scope: code.scope }
    return { status: 200, body }
  }

  function read(header: string | undefined, kind: 'profile' | 'emails'): Reply {
    const token = /^(?:Bearer|token) (.+)$/i.exec(header ?? '')?.[1] ?? ''
    const person = context.people.find(accesses.get(token)?.sub ?? '')
    if (person === undefined) return { status: 401, body: { message: 'Bad credentials' } }
    if (kind === 'profile') return { status: 200, body: profileOf(person, context.people) }
    const { email, email_verified: verified } = person
    return { status: 200, body: [{ email, verified, primary: true, visibility: 'private' }] }
  }

  async function answer(
    exchange: Exchange,
    endpoint: BackChannelEndpoint,
    reply: Reply,
  ): Promise<void> {
    const tampering: AnswerTampering | undefined = context.tampering()[endpoint]
    const { status, body } = reply
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    }
    const whole = {
      status,
      headers,
      body: isObject(body) ? { ...body } : {},
      text: JSON.stringify(body),
    }
    await sendAnswer(exchange.response, whole, tampering, context.closing)
  }

  return {
    async handle(exchange, url) {
      const { authorization: header } = exchange.request.headers
      const at = `${exchange.request.method} ${url.pathname}`
      if (url.pathname === OAUTH_ROUTES.authorization) return authorize(exchange, url)
      if (at === `POST ${OAUTH_ROUTES.token}`) {
        return answer(exchange, 'oauthToken', redeem(header, await readForm(exchange.request)))
      }
      if (at === `GET ${OAUTH_ROUTES.profile}`) {
        return answer(exchange, 'oauthProfile', read(header, 'profile'))
      }
      if (at === `GET ${OAUTH_ROUTES.emails}`) {
        return answer(exchange, 'oauthEmails', read(header, 'emails'))
      }
      sendPage(exchange.response, messagePage('Not found', 'There is nothing here.'), 404)
    },
  }
}
