import { mark } from '../lib/provider-kit/marks/steam.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import { isObject } from '../lib/kit/values.ts'
import type {
  Fetch,
  OAuth2Config,
  OAuthUserConfig,
  RedirectProtocol,
} from '../lib/types/provider.ts'

/** The SteamID of the user, and, with a Web API key, their data from `GetPlayerSummaries`. */
export interface SteamProfile {
  /** The SteamID of the account, 64 bits in decimal. */
  readonly steamid: string
  /** Display name; it can change. */
  readonly personaname?: string
  /** Page of the account. */
  readonly profileurl?: string
  /** Address of the avatar, 32 pixels wide. */
  readonly avatar?: string
  /** Address of the avatar, 184 pixels wide. */
  readonly avatarfull?: string
  /** 3 when the profile is public. */
  readonly communityvisibilitystate?: number
  readonly [member: string]: unknown
}

const ENDPOINT = 'https://steamcommunity.com/openid/login'
const SUMMARIES = 'https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v2/'
const NS = 'http://specs.openid.net/auth/2.0'
const CLAIMED_ID = /^https?:\/\/steamcommunity\.com\/openid\/id\/(7656119\d{10})$/
const NONCE = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)[!-~]{0,235}$/
/** How far the clocks may be apart, with the time a browser needs, in milliseconds. */
const NONCE_AGE = 300_000
/** The fields that have to be signed (OpenID Authentication 2.0, section 10.1). */
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce']

/** An authentication request (section 9.1). Steam finds out who the person is. */
function authenticationRequest(endpoint: string, returnUri: string): string {
  const url = new URL(endpoint)
  const parameters = {
    ns: NS,
    mode: 'checkid_setup',
    claimed_id: `${NS}/identifier_select`,
    identity: `${NS}/identifier_select`,
    return_to: returnUri,
    realm: new URL(returnUri).origin,
  }
  for (const [name, value] of Object.entries(parameters))
    url.searchParams.set(`openid.${name}`, value)
  return url.href
}

function isFresh(nonce: string, now: number): boolean {
  const [, time = ''] = NONCE.exec(nonce) ?? []
  return Math.abs(now - Date.parse(time)) <= NONCE_AGE
}

/**
 * The checks that need no request to Steam (section 11, without discovery: the provider is a fixed one).
 *
 * @returns the SteamID that the answer claims
 */
function claimedBy(answer: URLSearchParams, returnUri: string, now: number): string {
  const read = (name: string): string => answer.get(`openid.${name}`) ?? ''
  if (read('mode') === 'cancel') throw new Error('The person cancelled the sign-in at Steam.')
  const signed = new Set(read('signed').split(','))
  const [, steamid] = CLAIMED_ID.exec(read('claimed_id')) ?? []
  const holds =
    read('ns') === NS &&
    read('mode') === 'id_res' &&
    read('op_endpoint') === ENDPOINT &&
    read('return_to') === returnUri &&
    read('identity') === read('claimed_id') &&
    SIGNED.every((name) => signed.has(name)) &&
    isFresh(read('response_nonce'), now)
  if (holds && steamid !== undefined) return steamid
  throw new Error('The answer is not one of Steam to this sign-in.')
}

/** Asks Steam whether it signed the answer (section 11.4.2). Steam says so once for each. */
async function checkAuthentication(answer: URLSearchParams, fetch: Fetch): Promise<void> {
  const body = new URLSearchParams([...answer].filter(([name]) => name.startsWith('openid.')))
  body.set('openid.mode', 'check_authentication')
  const response = await fetch(ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(body),
  })
  // Key-Value Form (section 4.1.1).
  const lines = (await response.text()).split('\n')
  if (response.status === 200 && lines.includes(`ns:${NS}`) && lines.includes('is_valid:true'))
    return
  throw new Error('Steam says that the answer is not its own, or has been used before.')
}

async function playerSummary(steamid: string, key: string, fetch: Fetch): Promise<SteamProfile> {
  const url = new URL(SUMMARIES)
  url.searchParams.set('steamids', steamid)
  // In a header, because addresses end up in logs.
  const reply = await fetch(url.href, { headers: { 'x-webapi-key': key } })
  const { response } = await readJsonObject('Steam', reply)
  const players =
    isObject(response) && Array.isArray(response['players']) ? response['players'] : []
  const player: unknown = players.find((one) => isObject(one) && one['steamid'] === steamid)
  return { ...(isObject(player) && player), steamid }
}

/** @param endpoint - where browsers are sent; the answers are checked with Steam itself in any case */
const protocolAt = (endpoint: string): RedirectProtocol<SteamProfile> => ({
  request: ({ returnUri }) => authenticationRequest(endpoint, returnUri),
  async verify({ parameters, returnUri, clientSecret, fetch, now }) {
    const steamid = claimedBy(parameters, returnUri, now)
    await checkAuthentication(parameters, fetch)
    return clientSecret ? playerSummary(steamid, clientSecret, fetch) : { steamid }
  },
})

/**
 * Sign-in with Steam.
 *
 * This is not OAuth: Steam speaks OpenID Authentication 2.0, which has neither a client id nor tokens. Every answer is
 * checked with Steam itself, at a fixed address. `clientSecret` is a Steam Web API key; without it, there are no name and
 * no picture, and `id` is all there is. Steam hands out no email address.
 *
 * Environment: `AUTH_STEAM_SECRET`, the Web API key.
 *
 * @param options - overrides of any member
 * @see https://partner.steamgames.com/doc/features/auth
 *
 * @example
 * ```ts
 * import Steam from '@latchstring/core/providers/steam'
 *
 * export const providers = [Steam]
 * ```
 */
export default function Steam(
  options: OAuthUserConfig<SteamProfile> = {},
): OAuth2Config<SteamProfile> {
  const { authorization } = options
  const endpoint = typeof authorization === 'string' ? authorization : authorization?.url
  return {
    id: 'steam',
    name: 'Steam',
    type: 'oauth',
    protocol: protocolAt(endpoint ?? ENDPOINT),
    profile: (profile) => ({
      ...(typeof profile.steamid === 'string' && { id: profile.steamid }),
      name: text(profile.personaname),
      email: null,
      image: text(profile.avatarfull),
      emailVerified: false,
    }),
    style: { bg: '#171a21', text: '#fff', mark },
    options,
  }
}
