import { createLab, type Emulator } from '@latchstring/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProviderCase } from './src/case.ts'
import { loadCases } from './src/cases.ts'
import { setStage, signInAs } from './src/sign-in.ts'

/** What the documentation of a service, or reports about it, say of its refresh tokens. */
interface Expected {
  /** Parameters of the authorization request without which there is none. */
  readonly params?: Readonly<Record<string, string>>
  /** The provider asks so without options. */
  readonly byDefault?: true
  /** The refresh token in the response to a refresh. */
  readonly next: 'absent' | 'same' | 'new'
  /** What becomes of the one that was used. */
  readonly used: 'stays' | 'ends' | 'ends all'
  /** For how long it is good without use. Absent: without end. */
  readonly days?: number
  /** For how long the used one is still taken. */
  readonly leeway?: number
}

const OFFLINE = { scope: 'openid profile email offline_access' }

const SERVICES: Readonly<Record<string, Expected>> = {
  // https://support.airtable.com: reuse ends the integration
  airtable: { next: 'new', used: 'ends all', days: 60 },
  // https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens
  apple: { next: 'absent', used: 'stays' },
  // https://developer.atlassian.com/cloud/oauth/getting-started/refresh-tokens
  atlassian: {
    params: { scope: 'read:me offline_access' },
    next: 'new',
    used: 'ends',
    days: 90,
    leeway: 600,
  },
  // https://auth0.com/docs/secure/tokens/refresh-tokens/refresh-token-rotation
  auth0: { params: OFFLINE, next: 'new', used: 'ends all' },
  // https://developer.box.com/guides/authentication/tokens/refresh
  box: { next: 'new', used: 'ends', days: 60 },
  // https://www.canva.dev/docs/apps/rest-apis/reference/authentication/generate-access-token/
  canva: { next: 'new', used: 'ends' },
  // discord/discord-api-docs#5942, member-gentei/member-gentei#18
  discord: { next: 'new', used: 'ends' },
  // https://developers.dropbox.com/oauth-guide
  dropbox: {
    params: { token_access_type: 'offline' },
    byDefault: true,
    next: 'absent',
    used: 'stays',
  },
  // https://www.freshbooks.com/api/authentication
  freshbooks: { next: 'new', used: 'ends' },
  // https://docs.esi.evetech.net/docs/sso/refreshing_access_tokens.html
  eveonline: { next: 'same', used: 'stays' },
  // https://docs.gitea.com/administration/config-cheat-sheet: INVALIDATE_REFRESH_TOKENS, REFRESH_TOKEN_EXPIRATION_TIME
  forgejo: { next: 'new', used: 'ends', days: 730 / 24 },
  // The same.
  gitea: { next: 'new', used: 'ends', days: 730 / 24 },
  // https://developers.google.com/identity/protocols/oauth2/web-server
  google: {
    params: { access_type: 'offline', prompt: 'consent' },
    next: 'absent',
    used: 'stays',
  },
  // antiwork/gumroad, config/initializers/doorkeeper.rb
  gumroad: { next: 'new', used: 'ends' },
  // https://developers.kakao.com/docs/latest/ko/kakaologin/rest-api: a new one in the last month of the one before
  kakao: { next: 'absent', used: 'stays', days: 60 },
  // https://www.keycloak.org/docs/latest/server_admin: Revoke Refresh Token, SSO Session Idle
  keycloak: { next: 'new', used: 'ends', days: 1 / 48 },
  // https://docs.kick.com/getting-started/generating-tokens-oauth2-flow
  kick: { next: 'new', used: 'ends' },
  // https://developers.line.biz/en/docs/line-login/managing-access-tokens/
  line: { next: 'same', used: 'stays', days: 90 },
  // pozitronik/CloudMailRu#27
  mailru: { next: 'absent', used: 'stays' },
  // https://learn.microsoft.com/en-us/entra/identity-platform/refresh-tokens
  'microsoft-entra-id': { params: OFFLINE, next: 'new', used: 'stays', days: 90 },
  // https://developers.naver.com/docs/login/api/
  naver: { next: 'absent', used: 'stays' },
  // https://developer.okta.com/docs/guides/refresh-tokens/main/
  okta: { params: OFFLINE, next: 'new', used: 'ends all', leeway: 30 },
  // https://developers.pipedrive.com/docs/api/v1/Oauth
  pipedrive: { next: 'same', used: 'stays', days: 60 },
  // polarsource/polar, server/polar/oauth2/grants/refresh_token.py
  polar: { next: 'new', used: 'ends' },
  // https://docs.railway.com/integrations/oauth/login-and-tokens
  railway: { params: { ...OFFLINE, prompt: 'consent' }, next: 'new', used: 'ends' },
  // https://github.com/reddit-archive/reddit/wiki/OAuth2, jcleblanc/reddit-php-sdk#62
  reddit: { params: { duration: 'permanent' }, next: 'absent', used: 'stays' },
  // https://help.salesforce.com: Refresh Token Rotation
  salesforce: {
    params: { scope: 'openid profile email refresh_token' },
    next: 'new',
    used: 'ends',
  },
  // https://docs.slack.dev/authentication/using-token-rotation
  slack: { next: 'new', used: 'ends' },
  // https://developer.spotify.com/blog/2026-06-18-refresh-token-expiration
  spotify: { next: 'absent', used: 'stays', days: 182.625 },
  // https://developers.strava.com/docs/authentication/
  strava: { next: 'new', used: 'ends' },
  // https://developers.tiktok.com/docs/en/oauth-refresh-a-user-access-token
  tiktok: { next: 'new', used: 'ends', days: 180 },
  // https://doist.github.io/todoist-sdk-typescript/api/functions/refreshAuthToken
  todoist: { next: 'new', used: 'ends' },
  // https://dev.twitch.tv/docs/authentication/refresh-tokens/
  twitch: { next: 'same', used: 'stays' },
  // https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code, r-lib/httr2#197
  twitter: {
    params: { scope: 'users.read tweet.read offline.access' },
    byDefault: true,
    next: 'new',
    used: 'ends',
  },
  // wikimedia/mediawiki-extensions-OAuth, src/AuthorizationProvider/Grant; OAuth2RefreshTokenTTL
  wikimedia: { next: 'new', used: 'ends', days: 365 },
  // https://help.zitadel.com/how-to-enable-and-receive-refresh-tokens
  zitadel: { params: OFFLINE, next: 'new', used: 'ends' },
  // https://developers.zoom.us/docs/integrations/oauth/
  zoom: { next: 'new', used: 'ends', days: 90 },
}

let now = Date.now()

/** One for all, so that its keys are made once. */
const lab = createLab({ now: () => now })

beforeEach(() => {
  now = Date.now()
})

const cases = new Map((await loadCases()).map(({ id, subject }) => [id, subject]))

function caseOf(id: string): ProviderCase {
  const subject = cases.get(id)
  if (!subject) throw new Error(`There is no case for "${id}".`)
  return subject
}

/** Signs in; gives what an application finds in its store. */
async function storedToken(
  id: string,
  params: Expected['params'],
): Promise<{ readonly emulator: Emulator; readonly token: string | undefined }> {
  const options = params && { authorization: { params } }
  const stage = await setStage(lab, caseOf(id), options ? { options } : {})
  await signInAs(stage, 'documented')
  const [account] = [...stage.store.accounts.values()]
  return { emulator: stage.emulator, token: account?.refresh_token ?? undefined }
}

/** A refresh, as an application makes it (RFC 6749, section 6). */
async function refresh(
  id: string,
  { service, options: client, fetch }: Emulator,
  token: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { names = {}, url } = service.token
  const { clientId, clientSecret = '' } = client
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token })
  const headers = new Headers({
    'user-agent': 'an application (https://app.example)',
    accept: 'application/json',
  })
  if (caseOf(id).authentication === 'client_secret_basic') {
    headers.set('authorization', `Basic ${btoa(`${clientId}:${clientSecret}`)}`)
  } else {
    body.set(names['client_id'] ?? 'client_id', clientId)
    body.set(names['client_secret'] ?? 'client_secret', clientSecret)
  }
  const response = await fetch(url, { method: 'POST', body, headers })
  // The test asserts the members.
  return (await response.json()) as Readonly<Record<string, unknown>>
}

describe.each(Object.entries(SERVICES))('A refresh token of %s', (id, expected) => {
  const { params, byDefault, days, leeway = 0, next, used } = expected

  if (params) {
    test('is stored only where the sign-in asks for it as the service wants it', async () => {
      const { token } = await storedToken(id, undefined)
      expect(typeof token).toBe(byDefault ? 'string' : 'undefined')
    })
  }

  test('renews the access token, and is followed by what the service gives', async () => {
    const { emulator, token = '' } = await storedToken(id, params)
    const first = await refresh(id, emulator, token)
    expect(first['access_token']).toEqual(expect.any(String))
    const given = first['refresh_token']
    const found = given === undefined ? 'absent' : given === token ? 'same' : 'new'
    expect(found).toBe(next)
    now += leeway * 1000
    const again = await refresh(id, emulator, token)
    expect(again['access_token'] !== undefined).toBe(used === 'stays')
    if (typeof given !== 'string') return
    const second = await refresh(id, emulator, given)
    expect(second['access_token'] !== undefined).toBe(used !== 'ends all')
  })

  test('is good for as long as the service says', async () => {
    const inTime = await storedToken(id, params)
    const late = await storedToken(id, params)
    now += days === undefined ? 3650 * 86_400_000 : days * 86_400_000 - 60_000
    expect(await refresh(id, inTime.emulator, inTime.token ?? '')).toHaveProperty('access_token')
    now += 60_000
    const tooLate = await refresh(id, late.emulator, late.token ?? '')
    expect(tooLate['access_token'] === undefined).toBe(days !== undefined)
  })
})

test.each(['github', 'linkedin', 'notion'])('%s gives no refresh token', async (id) => {
  expect((await storedToken(id, undefined)).token).toBeUndefined()
})
