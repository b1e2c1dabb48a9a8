import type { SteamProfile } from '@latchstring/core/providers/steam'
import type { EndpointContext, Service } from '../service.ts'

/** Address of the OpenID provider. */
export const LOGIN = 'https://steamcommunity.com/openid/login'
const SUMMARIES = 'https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v2/'
/** A Web API key, which stands where other services have a client secret. */
const API_KEY = '0123456789ABCDEF0123456789ABCDEF'
const NS = 'http://specs.openid.net/auth/2.0'
const SELECT = `${NS}/identifier_select`

const gabe: SteamProfile = {
  steamid: '76561197960287930',
  communityvisibilitystate: 3,
  personaname: 'Rabscuttle',
  profileurl: 'https://steamcommunity.com/id/rabscuttle/',
  avatar: 'https://avatars.steamstatic.com/c5d5_small.jpg',
  avatarfull: 'https://avatars.steamstatic.com/c5d5_full.jpg',
}
const quiet: SteamProfile = { steamid: '76561197960265729' }

const SHAPE = `requires the data of a person as \`answers["${SUMMARIES}"]\` in the form \`{ response: { players: [{ steamid: '…' }] } }\`.`
const WANTED = 'fails, as the test wants it.'

function isPlayer(value: unknown): value is SteamProfile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'steamid' in value &&
    typeof value.steamid === 'string'
  )
}

function readMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map<string, unknown>(Object.entries(value)).get(name)
}

/** Finds the person in data that the test gives in the format of the service. */
function toPlayer({ person }: Pick<EndpointContext, 'person'>): SteamProfile | undefined {
  const players = readMember(readMember(person.answers?.[SUMMARIES], 'response'), 'players')
  return Array.isArray(players) ? players.find(isPlayer) : undefined
}

/** Signs the fields that `openid.signed` names (OpenID Authentication 2.0, section 6.1). */
async function signature(assertion: URLSearchParams): Promise<string> {
  const names = (assertion.get('openid.signed') ?? '').split(',')
  const text = names.map((name) => `${name}:${assertion.get(`openid.${name}`) ?? ''}\n`).join('')
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-1' }
  const usages: KeyUsage[] = ['sign']
  // Only this emulator signs and verifies with it.
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode('emulator'),
    algorithm,
    false,
    usages,
  )
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return btoa(String.fromCodePoint(...bytes))
}

function nonceAt(now: number): string {
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')
  return `${time}${crypto.randomUUID()}=`
}

/**
 * A positive assertion (OpenID Authentication 2.0, section 10.1), signed by Steam.
 *
 * @param returnTo - where it is for
 * @param fields - without the prefix `openid.`, changed before it is signed
 * @returns the address that the browser is sent to
 */
export async function positiveAssertion(
  returnTo: string,
  steamid: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<URL> {
  const claimedId = `https://steamcommunity.com/openid/id/${steamid}`
  const url = new URL(returnTo)
  const all = {
    ns: NS,
    mode: 'id_res',
    op_endpoint: LOGIN,
    claimed_id: claimedId,
    identity: claimedId,
    return_to: returnTo,
    response_nonce: nonceAt(Date.now()),
    assoc_handle: '1234567890',
    signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    ...fields,
  }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(`openid.${name}`, value)
  url.searchParams.set('openid.sig', await signature(url.searchParams))
  return url
}

/** Returns the reason to refuse an authentication request (section 9.1), if any. */
function fault(request: URLSearchParams): string | undefined {
  const expected = { ns: NS, mode: 'checkid_setup', claimed_id: SELECT, identity: SELECT }
  for (const [name, value] of Object.entries(expected)) {
    if (request.get(`openid.${name}`) !== value) return `openid.${name} has to be ${value}`
  }
  const returnTo = request.get('openid.return_to') ?? ''
  const realm = request.get('openid.realm') ?? ''
  if (!URL.canParse(returnTo) || !URL.canParse(realm)) return 'return_to and realm have to be URLs'
  return new URL(returnTo).origin === new URL(realm).origin
    ? undefined
    : `${returnTo} is outside of ${realm}`
}

async function authenticate(request: Request, context: EndpointContext): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const problem = fault(searchParams)
  if (problem !== undefined) {
    return context.refuse(
      `refuses the request: ${problem}.`,
      new Response(problem, { status: 400 }),
    )
  }
  const returnTo = searchParams.get('openid.return_to') ?? ''
  if (context.denied) {
    const cancelled = new URL(returnTo)
    cancelled.searchParams.set('openid.ns', NS)
    cancelled.searchParams.set('openid.mode', 'cancel')
    return Response.redirect(cancelled)
  }
  const player = toPlayer(context)
  if (!player) return context.refuse(SHAPE, new Response(null, { status: 500 }))
  const fields = { response_nonce: nonceAt(context.now()) }
  return Response.redirect(await positiveAssertion(returnTo, player.steamid, fields))
}

/** Answers whether an assertion is valid (section 11.4.2), in Key-Value Form. */
async function checkAuthentication(
  request: Request,
  { failure, refuse }: EndpointContext,
): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const asked = form.get('openid.mode') === 'check_authentication'
  const own = form.get('openid.sig') === (await signature(form))
  const valid = asked && own && failure.token === undefined
  const reply = new Response(`ns:${NS}\nis_valid:${valid}\n`)
  if (valid) return reply
  return refuse(failure.token === undefined ? 'did not sign this assertion.' : WANTED, reply)
}

/** GetPlayerSummaries. */
function summaries(request: Request, context: EndpointContext): Response {
  const { refuse, failure } = context
  // Steam takes the key as a parameter, too; but addresses end up in logs.
  if (request.headers.get('x-webapi-key') !== API_KEY) {
    const reply = new Response('Access is denied.', { status: 403 })
    return refuse('wants its Web API key in the header `x-webapi-key`.', reply)
  }
  const { resource: status } = failure
  if (status !== undefined) return refuse(WANTED, new Response(null, { status }))
  const player = toPlayer(context)
  if (!player) return refuse(SHAPE, new Response(null, { status: 500 }))
  const asked = new URL(request.url).searchParams.get('steamids')
  return Response.json({ response: { players: asked === player.steamid ? [player] : [] } })
}

/**
 * OpenID Authentication 2.0, and so none of the rules for OAuth: the addresses below answer for themselves.
 *
 * @see https://partner.steamgames.com/doc/features/auth
 * @see https://openid.net/specs/openid-authentication-2_0.html
 */
export const service: Service = {
  id: 'steam',
  name: 'Steam',
  protocol: 'oauth',
  options: { clientSecret: API_KEY },
  authorization: { url: LOGIN, pkce: 'ignored' },
  token: { url: LOGIN, authentication: ['none'] },
  endpoints: {
    [LOGIN]: (request, context) =>
      request.method === 'GET'
        ? authenticate(request, context)
        : checkAuthentication(request, context),
    [SUMMARIES]: summaries,
  },
  persons: {
    documented: { answers: { [SUMMARIES]: { response: { players: [gabe] } } } },
    minimal: { answers: { [SUMMARIES]: { response: { players: [quiet] } } } },
  },
  registration: {
    console: 'https://steamcommunity.com/dev/apikey',
    steps: [
      'Nothing has to be registered: Steam speaks OpenID 2.0, which is not OAuth and knows no client id.',
      'For name and picture, enter the domain of your application, and copy the Web API key.',
      'Set the key as AUTH_STEAM_SECRET; without it, only the SteamID is known.',
    ],
    sources: [
      'https://partner.steamgames.com/doc/webapi_overview/auth',
      'https://partner.steamgames.com/doc/features/auth',
      'https://steamcommunity.com/dev',
      'https://openid.net/specs/openid-authentication-2_0.html',
    ],
  },
}
