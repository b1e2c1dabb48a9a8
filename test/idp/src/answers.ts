import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { readForms } from '@latchstring/test-kit/forms'
import { isObject } from '@latchstring/test-kit/values'
import { decodeIdToken, writeIdToken } from './id-token.ts'
import { setBody, setPage, takeResponse } from './koa-answer.ts'
import { formPostPage } from './pages/pages.ts'
import type { SigningKey } from './signing-keys.ts'
import { type Answer, type BackChannelEndpoint, sendAnswer, type Tampering } from './tampering.ts'

/** What the provider's answers are bent with. */
export interface AnswerContext {
  readonly signingKeys: readonly SigningKey[]
  readonly closing: AbortSignal
  /** Asked for every answer. */
  tampering(): Tampering
}

const ENDPOINTS: Readonly<Record<string, BackChannelEndpoint>> = {
  discovery: 'discovery',
  jwks: 'jwks',
  pushed_authorization_request: 'par',
  token: 'token',
  userinfo: 'userinfo',
  revocation: 'revocation',
  introspection: 'introspection',
}

function answerOf(ctx: KoaContextWithOIDC, body: unknown): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
  return {
    status: ctx.status,
    headers: { 'content-type': ctx.response.get('content-type') || 'application/json' },
    body: isObject(body) ? body : {},
    text,
  }
}

async function changeIdToken(
  ctx: KoaContextWithOIDC,
  body: Readonly<Record<string, unknown>>,
  context: AnswerContext,
): Promise<Readonly<Record<string, unknown>>> {
  const change = context.tampering().idToken
  const idToken = body['id_token']
  if (change === undefined || typeof idToken !== 'string') return body
  const token = decodeIdToken(idToken)
  const { client, params } = ctx.oidc
  const occasion = {
    clientId: client?.clientId ?? '',
    grantType: String(params?.['grant_type']),
  }
  const changed = await change(token.claims, token.header, occasion)
  const keys = { signingKeys: context.signingKeys, clientSecret: client?.clientSecret }
  return { ...body, id_token: await writeIdToken(token, changed, keys) }
}

async function tamperWith(
  ctx: KoaContextWithOIDC,
  endpoint: BackChannelEndpoint,
  context: AnswerContext,
): Promise<void> {
  const body: unknown = ctx.body
  const changed =
    endpoint === 'token' && isObject(body) ? await changeIdToken(ctx, body, context) : body
  const tampering = context.tampering()[endpoint]
  if (tampering === undefined) {
    if (changed !== body) setBody(ctx, changed)
    return
  }
  const answer = answerOf(ctx, changed)
  await sendAnswer(takeResponse(ctx), answer, tampering, context.closing)
}

/** Puts the provider's own page in the place of the bare form that carries a response. */
function dressFormPost(ctx: KoaContextWithOIDC): void {
  const body: unknown = ctx.body
  if (typeof body !== 'string' || !body.includes('Submitting Callback')) return
  const [form] = readForms(body)
  if (form === undefined) return
  setPage(ctx, formPostPage(form.action, new URLSearchParams(form.fields)))
}

function isOidcContext(ctx: object): ctx is KoaContextWithOIDC {
  return 'oidc' in ctx
}

/** Browsers take no cookie for other sites without TLS, which the provider has none of. */
function keepOnSite(ctx: Pick<KoaContextWithOIDC, 'response'>): void {
  const { headers } = ctx.response
  const cookies = headers['set-cookie']
  if (!Array.isArray(cookies)) return
  const kept = cookies.map((cookie) => cookie.replace(/; samesite=none/i, '; samesite=lax'))
  ctx.response.set('set-cookie', kept)
}

/**
 * Bends the answers of a provider on their way out.
 *
 * @param provider - the provider, before it has answered anything
 * @param context - what to bend them with
 */
export function bendAnswers(provider: Provider, context: AnswerContext): void {
  provider.use(async (ctx, next) => {
    await next()
    keepOnSite(ctx)
    if (!isOidcContext(ctx)) return
    const endpoint = ENDPOINTS[ctx.oidc.route]
    if (endpoint === undefined) dressFormPost(ctx)
    else await tamperWith(ctx, endpoint, context)
  })
}
