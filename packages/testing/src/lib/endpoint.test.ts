import { createAuth } from '@latchstring/core'
import Bluesky from '@latchstring/core/providers/bluesky'
import Steam from '@latchstring/core/providers/steam'
import { describe, expect, test } from 'vitest'
import { harbour } from '../../test/harbour.ts'
import { createLab, createVisitor, type Service, type Twin, type Visitor } from '../index.ts'

const DOOR = 'https://harbour.example/door'

type Endpoint = NonNullable<Service['endpoints']>[string]

const twinWith = (endpoint: Endpoint): Promise<Twin> =>
  createLab().service(harbour({ endpoints: { [DOOR]: endpoint } }))

const messages = ({ refusals }: Twin): readonly string[] => refusals.map(({ message }) => message)

describe('What an endpoint refuses is in `refusals`,', () => {
  test('with its reason', async () => {
    const twin = await twinWith((_, { refuse }) =>
      refuse('needs a key.', Response.json({ error: 'locked' }, { status: 401 })),
    )
    const response = await twin.fetch(DOOR)
    expect([response.status, await response.json()]).toEqual([401, { error: 'locked' }])
    expect(twin.refusals).toMatchObject([
      { rule: 'endpoint', service: 'harbour', message: 'Harbour needs a key.' },
    ])
  })

  test('also where the status does not tell', async () => {
    const twin = await twinWith((_, { refuse }) => refuse('says no.', Response.json({ ok: false })))
    await twin.fetch(DOOR)
    expect(messages(twin)).toEqual(['Harbour says no.'])
  })

  test('with the answer, where it gives no reason', async () => {
    const twin = await twinWith(() => new Response('locked', { status: 403 }))
    const response = await twin.fetch(DOOR, { method: 'POST' })
    expect(await response.text()).toBe('locked')
    expect(messages(twin)).toEqual([`Harbour refuses POST ${DOOR}: HTTP 403 locked`])
  })

  test('and nothing else is', async () => {
    const twin = await twinWith(() => Response.json({ ok: true }))
    await twin.fetch(DOOR)
    expect(twin.refusals).toEqual([])
    const nonce = { status: 400, headers: { 'dpop-nonce': 'x' } }
    const asking = await twinWith(() => Response.json({ error: 'use_dpop_nonce' }, nonce))
    await asking.fetch(DOOR)
    expect(asking.refusals).toEqual([])
  })

  test('unless the browser is told', async () => {
    const twin = await twinWith((_, { refuse }) =>
      refuse('needs a key.', new Response(null, { status: 401 })),
    )
    await expect(twin.authorize(DOOR)).rejects.toThrow('Harbour needs a key.')
    const error = `${DOOR}?error=locked`
    const sending = await twinWith((_, { refuse }) => refuse('sent on.', Response.redirect(error)))
    expect(await sending.authorize(DOOR)).toEqual({ url: error, method: 'GET' })
    expect(messages(sending)).toEqual(['Harbour sent on.'])
  })
})

test('An endpoint knows the present of the lab', async () => {
  const lab = createLab({ now: () => 5000 })
  const endpoints: Service['endpoints'] = { [DOOR]: (_, { now }) => Response.json(now()) }
  const twin = await lab.service(harbour({ endpoints }))
  expect(await (await twin.fetch(DOOR)).json()).toBe(5000)
})

interface Meeting {
  readonly twin: Twin
  readonly visitor: Visitor
}

async function meet(
  id: 'bluesky' | 'steam',
  {
    origin = 'https://app.example',
    clock = Date.now,
  }: { origin?: string; clock?: () => number } = {},
): Promise<Meeting> {
  const twin = await createLab({ now: clock }).provider(id)
  const provider = id === 'steam' ? Steam(twin.options) : Bluesky(twin.options)
  const AUTH_SECRET = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'
  const env = { NODE_ENV: 'test', AUTH_URL: origin, AUTH_SECRET }
  const logger = { error: () => undefined, warn: () => undefined }
  const auth = createAuth({ providers: [provider], logger }, { env, clock })
  return { twin, visitor: createVisitor(auth.handle, `${origin}/auth`) }
}

describe('Bluesky', () => {
  test('says that it does not run on localhost, and where it does', async () => {
    const { twin, visitor } = await meet('bluesky', { origin: 'http://localhost:3000' })
    await expect(visitor.signIn(twin)).rejects.toThrow(/The sign-in leads to/)
    expect(messages(twin)).toEqual([
      expect.stringMatching(
        /`redirect_uri` is at http:\/\/localhost:3000.* Run the application at http:\/\/127\.0\.0\.1:3000/,
      ),
    ])
  })

  test('runs on 127.0.0.1', async () => {
    const { twin, visitor } = await meet('bluesky', { origin: 'http://127.0.0.1:3000' })
    await visitor.signIn(twin)
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(twin.refusals).toEqual([])
  })

  test('says that it fails because the test wants it', async () => {
    const { twin, visitor } = await meet('bluesky')
    twin.fail({ token: 'invalid_grant' })
    await visitor.signIn(twin)
    expect(messages(twin)).toEqual(['Bluesky fails, as the test wants it.'])
  })

  test('refuses an address for people without a pushed request', async () => {
    const { twin } = await meet('bluesky')
    const url = 'https://bsky.social/oauth/authorize?client_id=lab-client-of-bluesky'
    await expect(twin.authorize(url)).rejects.toThrow('Bluesky takes pushed requests only')
  })

  test('refuses a code that is too old', async () => {
    let now = Date.now()
    const { twin, visitor } = await meet('bluesky', { clock: () => now })
    const late: Twin = {
      ...twin,
      async authorize(...request) {
        const arrival = await twin.authorize(...request)
        now += 300_000
        return arrival
      },
    }
    await visitor.signIn(late)
    expect(messages(twin)).toEqual([expect.stringContaining('the code is older than 299 seconds')])
  })
})

describe('Steam', () => {
  const summaries = 'https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v2/'

  test.each([
    [{}],
    [{ answers: { [summaries]: null } }],
    [{ answers: { [summaries]: { players: [] } } }],
    [{ answers: { [summaries]: { response: { players: {} } } } }],
    [{ answers: { [summaries]: { response: { players: [{ steamid: 7 }] } } } }],
  ])('says in which form it has to know of somebody, and not %j', async (person) => {
    const { twin, visitor } = await meet('steam')
    await expect(visitor.signIn(twin, { person })).rejects.toThrow(
      /Steam has to know of somebody as `answers\["https:.*players: \[\{ steamid/,
    )
  })

  test('says why it refuses a request', async () => {
    const { twin } = await meet('steam')
    const url = 'https://steamcommunity.com/openid/login?openid.ns=x'
    await expect(twin.authorize(url)).rejects.toThrow('Steam refuses the request: openid.ns has to')
  })

  test('says which of its answers fail because the test wants it', async () => {
    const { twin, visitor } = await meet('steam')
    twin.fail({ token: 'no' })
    await visitor.signIn(twin)
    twin.fail({ resource: 503 })
    await visitor.signIn(twin)
    expect(messages(twin)).toEqual(Array(2).fill('Steam fails, as the test wants it.'))
    expect(await visitor.session()).toBeNull()
  })

  test('lives in the present of the lab', async () => {
    const now = Date.parse('2031-01-01T00:00:00Z')
    const { twin, visitor } = await meet('steam', { clock: () => now })
    await visitor.signIn(twin)
    expect(twin.refusals).toEqual([])
    expect(await visitor.session()).toMatchObject({ user: { name: 'Rabscuttle' } })
  })
})
