import { createAuth } from '@latchstring/core'
import Bluesky from '@latchstring/core/providers/bluesky'
import Steam from '@latchstring/core/providers/steam'
import { describe, expect, test } from 'vitest'
import { oauthService } from '../../test/own-service.ts'
import { createLab, createVisitor, type Service, type Emulator, type Visitor } from '../index.ts'

const DOOR = 'https://harbour.example/door'

type Endpoint = NonNullable<Service['endpoints']>[string]

const emulatorWith = (endpoint: Endpoint): Promise<Emulator> =>
  createLab().service(oauthService({ endpoints: { [DOOR]: endpoint } }))

const messages = ({ refusals }: Emulator): readonly string[] =>
  refusals.map(({ message }) => message)

describe('`refusals` of an emulator', () => {
  test('contains a refused request with its reason', async () => {
    const emulator = await emulatorWith((_, { refuse }) =>
      refuse('needs a key.', Response.json({ error: 'locked' }, { status: 401 })),
    )
    const response = await emulator.fetch(DOOR)
    expect([response.status, await response.json()]).toEqual([401, { error: 'locked' }])
    expect(emulator.refusals).toMatchObject([
      { rule: 'endpoint', service: 'harbour', message: 'Harbour needs a key.' },
    ])
  })

  test('contains a refused request whose status is 200', async () => {
    const emulator = await emulatorWith((_, { refuse }) =>
      refuse('says no.', Response.json({ ok: false })),
    )
    await emulator.fetch(DOOR)
    expect(messages(emulator)).toEqual(['Harbour says no.'])
  })

  test('contains the response where it gives no reason', async () => {
    const emulator = await emulatorWith(() => new Response('locked', { status: 403 }))
    const response = await emulator.fetch(DOOR, { method: 'POST' })
    expect(await response.text()).toBe('locked')
    expect(messages(emulator)).toEqual([`Harbour refuses POST ${DOOR}: HTTP 403 locked`])
  })

  test('contains no other request', async () => {
    const emulator = await emulatorWith(() => Response.json({ ok: true }))
    await emulator.fetch(DOOR)
    expect(emulator.refusals).toEqual([])
    const nonce = { status: 400, headers: { 'dpop-nonce': 'x' } }
    const asking = await emulatorWith(() => Response.json({ error: 'use_dpop_nonce' }, nonce))
    await asking.fetch(DOOR)
    expect(asking.refusals).toEqual([])
  })

  test('does not contain errors that the browser shows', async () => {
    const emulator = await emulatorWith((_, { refuse }) =>
      refuse('needs a key.', new Response(null, { status: 401 })),
    )
    await expect(emulator.authorize(DOOR)).rejects.toThrow('Harbour needs a key.')
    const error = `${DOOR}?error=locked`
    const sending = await emulatorWith((_, { refuse }) =>
      refuse('sent on.', Response.redirect(error)),
    )
    expect(await sending.authorize(DOOR)).toEqual({ url: error, method: 'GET' })
    expect(messages(sending)).toEqual(['Harbour sent on.'])
  })
})

test('An endpoint of a custom service gets the time of the lab', async () => {
  const lab = createLab({ now: () => 5000 })
  const endpoints: Service['endpoints'] = { [DOOR]: (_, { now }) => Response.json(now()) }
  const emulator = await lab.service(oauthService({ endpoints }))
  expect(await (await emulator.fetch(DOOR)).json()).toBe(5000)
})

interface Meeting {
  readonly emulator: Emulator
  readonly visitor: Visitor
}

async function meet(
  id: 'bluesky' | 'steam',
  {
    origin = 'https://app.example',
    clock = Date.now,
  }: { origin?: string; clock?: () => number } = {},
): Promise<Meeting> {
  const emulator = await createLab({ now: clock }).provider(id)
  const provider = id === 'steam' ? Steam(emulator.options) : Bluesky(emulator.options)
  const AUTH_SECRET = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'
  const env = { NODE_ENV: 'test', AUTH_URL: origin, AUTH_SECRET }
  const logger = { error: () => undefined, warn: () => undefined }
  const auth = createAuth({ providers: [provider], logger }, { env, clock })
  return { emulator, visitor: createVisitor(auth.handle, `${origin}/auth`) }
}

describe('The emulator of Bluesky', () => {
  test('refuses localhost and names the accepted host', async () => {
    const { emulator, visitor } = await meet('bluesky', { origin: 'http://localhost:3000' })
    await expect(visitor.signIn(emulator)).rejects.toThrow(/The sign-in leads to/)
    expect(messages(emulator)).toEqual([
      expect.stringMatching(
        /`redirect_uri` is at http:\/\/localhost:3000.* Run the application at http:\/\/127\.0\.0\.1:3000/,
      ),
    ])
  })

  test('accepts redirect URIs on 127.0.0.1', async () => {
    const { emulator, visitor } = await meet('bluesky', { origin: 'http://127.0.0.1:3000' })
    await visitor.signIn(emulator)
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(emulator.refusals).toEqual([])
  })

  test('names fail() as the reason of a failure that it caused', async () => {
    const { emulator, visitor } = await meet('bluesky')
    emulator.fail({ token: 'invalid_grant' })
    await visitor.signIn(emulator)
    expect(messages(emulator)).toEqual(['Bluesky fails, as the test wants it.'])
  })

  test('refuses an authorization request that was not pushed', async () => {
    const { emulator } = await meet('bluesky')
    const url = 'https://bsky.social/oauth/authorize?client_id=lab-client-of-bluesky'
    await expect(emulator.authorize(url)).rejects.toThrow('Bluesky takes pushed requests only')
  })

  test('refuses a code that is too old', async () => {
    let now = Date.now()
    const { emulator, visitor } = await meet('bluesky', { clock: () => now })
    const late: Emulator = {
      ...emulator,
      async authorize(...request) {
        const arrival = await emulator.authorize(...request)
        now += 300_000
        return arrival
      },
    }
    await visitor.signIn(late)
    expect(messages(emulator)).toEqual([
      expect.stringContaining('the code is older than 299 seconds'),
    ])
  })
})

describe('The emulator of Steam', () => {
  const summaries = 'https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v2/'

  test.each([
    [{}],
    [{ answers: { [summaries]: null } }],
    [{ answers: { [summaries]: { players: [] } } }],
    [{ answers: { [summaries]: { response: { players: {} } } } }],
    [{ answers: { [summaries]: { response: { players: [{ steamid: 7 }] } } } }],
  ])('names the form of person it needs, and refuses %j', async (person) => {
    const { emulator, visitor } = await meet('steam')
    await expect(visitor.signIn(emulator, { person })).rejects.toThrow(
      /Steam requires the data of a person as `answers\["https:.*players: \[\{ steamid/,
    )
  })

  test('gives the reason for a refused request', async () => {
    const { emulator } = await meet('steam')
    const url = 'https://steamcommunity.com/openid/login?openid.ns=x'
    await expect(emulator.authorize(url)).rejects.toThrow(
      'Steam refuses the request: openid.ns has to',
    )
  })

  test('names fail() as the reason of each response that it caused', async () => {
    const { emulator, visitor } = await meet('steam')
    emulator.fail({ token: 'no' })
    await visitor.signIn(emulator)
    emulator.fail({ resource: 503 })
    await visitor.signIn(emulator)
    expect(messages(emulator)).toEqual(Array(2).fill('Steam fails, as the test wants it.'))
    expect(await visitor.session()).toBeNull()
  })

  test('uses the time of the lab', async () => {
    const now = Date.parse('2031-01-01T00:00:00Z')
    const { emulator, visitor } = await meet('steam', { clock: () => now })
    await visitor.signIn(emulator)
    expect(emulator.refusals).toEqual([])
    expect(await visitor.session()).toMatchObject({ user: { name: 'Rabscuttle' } })
  })
})
