import { testBox } from '../../../../test/sealed-box.ts'
import { describe, expect, it } from 'vitest'
import type { SessionContext } from '../../request/context.ts'
import { sha256 } from '../../crypto/hash.ts'
import { CookieJar } from '../../http/cookie-jar.ts'
import {
  type Challenge,
  type ChallengePurpose,
  consumeChallenge,
  findChallenge,
  issueChallenge,
} from './challenge.ts'
import { expireChallengeCookie } from '../transaction/cookies.ts'

const START = 1_800_000_000_000

interface Row {
  readonly identifier: string
  readonly token: string
  readonly expires: Date
}

interface Opened {
  readonly store: Parameters<typeof issueChallenge>[1]
  readonly created: Row[]
  readonly used: Omit<Row, 'expires'>[]
  readonly context: SessionContext
  advance(milliseconds: number): void
  /** The same with the cookies that were set. */
  after(jar: CookieJar): SessionContext
}

interface Store {
  /** The store refuses a second token of the same key. */
  readonly uniqueTokens?: boolean
  readonly create?: (row: Row) => void
  readonly use?: () => Row | null
  readonly cookies?: readonly string[]
  readonly maxAge?: number
}

function open({ uniqueTokens, create, use, cookies = [], maxAge }: Store = {}): Opened {
  let now = START
  const created: Row[] = []
  const used: Omit<Row, 'expires'>[] = []
  const adapter = {
    ...(uniqueTokens === undefined ? {} : { capabilities: { uniqueTokens } }),
    createVerificationToken: async (row: Row) => {
      create?.(row)
      created.push(row)
      return row
    },
    useVerificationToken: async (key: Omit<Row, 'expires'>) => {
      used.push(key)
      return use?.() ?? null
    },
  }
  const options = { path: '/', ...(maxAge === undefined ? {} : { maxAge }) }
  const box = testBox(() => now)
  const jar = new CookieJar(cookies.map((name) => `${name}=x`).join('; '))
  // What is used of it.
  const context = {
    config: { clock: () => now, audience: { of: () => 'app' } },
    origin: { href: 'https://app.example' },
    profile: {
      box,
      cookies: {
        webauthnChallenge: { name: 'challenge', options },
        sessionToken: { name: 'session' },
      },
    },
    jar,
  } as unknown as SessionContext
  return {
    created,
    used,
    store: adapter,
    context,
    advance: (milliseconds) => void (now += milliseconds),
    after: (changed) => ({
      ...context,
      jar: new CookieJar(
        changed
          .changes()
          .map(({ name, value }) => `${name}=${value}`)
          .join('; '),
      ),
    }),
  }
}

const PURPOSE: ChallengePurpose = {
  ceremony: 'authenticate',
  provider: 'passkey',
  rpId: 'app.example',
  origins: ['https://app.example'],
}

const idAt = (milliseconds: number): string =>
  `challenge.${milliseconds.toString(36).padStart(9, '0')}abcdefgh`

const refused = (message: string): object => ({ type: 'InvalidCheck', message })

const UNKNOWN = refused('The challenge was given to another browser, or has expired.')
const USED = {
  ...refused('The challenge has been used already, or has expired.'),
  // The cause that makes the event `replayDetected`.
  cause: { replayed: 'challenge' },
}

describe('A WebAuthn challenge', () => {
  it('is valid for one browser and five minutes, with a row where it is single-use (WAN-07)', async () => {
    for (const uniqueTokens of [false, undefined]) {
      const { context, created, store } = open(uniqueTokens === undefined ? {} : { uniqueTokens })
      const { challenge, jar } = await issueChallenge(context, store, PURPOSE)
      expect(challenge).toMatch(/^[\w-]{43}$/)
      const [cookie, ...others] = jar.changes()
      expect(others).toEqual([])
      expect(cookie?.name).toMatch(/^challenge\.[0-9a-z]{9}[\w-]{8}$/)
      expect(cookie?.options).toEqual({ path: '/', maxAge: 300 })
      const token = await sha256(challenge)
      const expires = new Date(START + 300_000)
      expect(created).toEqual([{ identifier: 'webauthn:passkey', token, expires }])
    }
  })

  it('leaves no row in a store with unique tokens (WAN-07)', async () => {
    const setup = open({ uniqueTokens: true })
    const { challenge, jar } = await issueChallenge(setup.context, setup.store, PURPOSE)
    expect(setup.created).toEqual([])
    expect(await findChallenge(setup.after(jar), challenge)).not.toHaveProperty('stored')
  })

  it('has a cookie with the configured lifetime', async () => {
    const { context, store } = open({ maxAge: 0 })
    const { jar } = await issueChallenge(context, store, PURPOSE)
    expect(jar.changes()[0]?.options.maxAge).toBe(0)
  })

  it('is one of at most five in a browser; the oldest are removed (FLW-04, WAN-07)', async () => {
    const names = [1, 2, 3, 4, 5, 6].map((count) => idAt(START + count))
    for (const count of [0, 1, 2, 3, 4, 5, 6]) {
      // In another order than the one in which they were made, beside others of the name.
      const cookies = [
        ...names.slice(0, count).toReversed(),
        'challenge.x',
        'challenge',
        'challenges',
      ]
      const { context, store } = open({ cookies })
      const { jar } = await issueChallenge(context, store, PURPOSE)
      const deleted = jar.changes().filter(({ options }) => options.maxAge === 0)
      expect(deleted.map(({ name }) => name)).toEqual(names.slice(0, Math.max(0, count - 4)))
      expect(jar.changes()).toHaveLength(deleted.length + 1)
    }
  })

  it('is read unchanged by its browser (WAN-07)', async () => {
    const setup = open()
    const purpose = { ...PURPOSE, userId: 'ada', userHandle: 'h', startedBy: 's' }
    const { challenge, jar } = await issueChallenge(setup.context, setup.store, purpose)
    const found = await findChallenge(setup.after(jar), challenge)
    expect(found).toMatchObject({ ...purpose, challenge, stored: true })
    await expect(findChallenge(setup.context, challenge)).rejects.toMatchObject(UNKNOWN)
    for (const named of ['', `${challenge.slice(0, -1)}~`, `${challenge}a`]) {
      await expect(findChallenge(setup.after(jar), named)).rejects.toMatchObject(UNKNOWN)
    }
    expect(expireChallengeCookie(setup.after(jar), found.id).changes()).toMatchObject([
      { name: `challenge.${found.id}`, value: '', options: { maxAge: 0 } },
    ])
    setup.advance(300_000)
    await expect(findChallenge(setup.after(jar), challenge)).rejects.toMatchObject(UNKNOWN)
  })

  it('is not read under the cookie name of another one (WAN-07)', async () => {
    const setup = open()
    const { challenge, jar } = await issueChallenge(setup.context, setup.store, PURPOSE)
    const [cookie] = jar.changes()
    const header = `${idAt(START)}=${cookie?.value}`
    const context = { ...setup.context, jar: new CookieJar(header) }
    await expect(findChallenge(context, challenge)).rejects.toMatchObject(UNKNOWN)
  })

  it('is read among five, and not beyond (WAN-07)', async () => {
    const setup = open()
    const cookies: string[] = []
    const challenges: string[] = []
    for (let count = 0; count < 6; count += 1) {
      const { challenge, jar } = await issueChallenge(setup.context, setup.store, PURPOSE)
      cookies.push(...jar.changes().map(({ name, value }) => `${name}=${value}`))
      challenges.push(challenge)
      setup.advance(1)
    }
    const context = { ...setup.context, jar: new CookieJar(cookies.join('; ')) }
    const [oldest = '', ...live] = challenges
    for (const one of live) expect((await findChallenge(context, one)).challenge).toBe(one)
    await expect(findChallenge(context, oldest)).rejects.toMatchObject(UNKNOWN)
  })
})

describe('The response to a WebAuthn challenge', () => {
  const challenge: Challenge = { ...PURPOSE, id: 'x', challenge: 'c' }
  const stored: Challenge = { ...challenge, stored: true }
  const row = (expires: number): Row => ({ identifier: '', token: '', expires: new Date(expires) })
  const key = async (): Promise<Omit<Row, 'expires'>> => ({
    identifier: 'webauthn:passkey',
    token: await sha256('c'),
  })

  it('deletes the row of the options (WAN-07)', async () => {
    for (const uniqueTokens of [true, false]) {
      const { context, store, used, created } = open({ uniqueTokens, use: () => row(START + 1) })
      await consumeChallenge(context, store, stored, PURPOSE)
      expect(used).toEqual([await key()])
      expect(created).toEqual([])
    }
  })

  it.each([
    ['was deleted', () => null],
    ['has expired', () => row(START)],
  ])('is refused where the row of the options %s (WAN-07)', async (_, use) => {
    const { context, store } = open({ use })
    await expect(consumeChallenge(context, store, stored, PURPOSE)).rejects.toMatchObject(USED)
  })

  it('is recorded for longer than it could be repeated (WAN-07)', async () => {
    const { context, store, used, created } = open({ uniqueTokens: true })
    await consumeChallenge(context, store, challenge, PURPOSE)
    expect(used).toEqual([])
    expect(created).toEqual([{ ...(await key()), expires: new Date(START + 360_000) }])
  })

  it('is refused where the store has a record of it (WAN-07)', async () => {
    const create = (): never => {
      throw new Error('There is one.')
    }
    const setup = open({ uniqueTokens: true, create })
    await expect(
      consumeChallenge(setup.context, setup.store, challenge, PURPOSE),
    ).rejects.toMatchObject(USED)
    // A look-up of a random row shows that the store answers.
    expect(setup.used).toHaveLength(1)
    expect(setup.used[0]?.identifier).toBe('webauthn:passkey')
    expect(setup.used[0]?.token).not.toBe((await key()).token)
  })

  it('fails with the error of the store where that is down (REL-02, WAN-07)', async () => {
    const down = (): never => {
      throw new Error('The store is down.')
    }
    const { context, store } = open({ uniqueTokens: true, create: down, use: down })
    await expect(consumeChallenge(context, store, challenge, PURPOSE)).rejects.toThrow('is down')
  })

  it('is refused without a look-up over a store without unique tokens (WAN-07)', async () => {
    for (const uniqueTokens of [false, undefined]) {
      const setup = open(uniqueTokens === undefined ? {} : { uniqueTokens })
      await expect(
        consumeChallenge(setup.context, setup.store, challenge, PURPOSE),
      ).rejects.toMatchObject(USED)
      expect([...setup.created, ...setup.used]).toEqual([])
    }
  })

  it('is accepted only for its ceremony and provider (WAN-07)', async () => {
    const { context, store } = open({ uniqueTokens: true })
    for (const other of [{ ceremony: 'register' as const }, { provider: 'keys' }]) {
      await expect(
        consumeChallenge(context, store, challenge, { ...PURPOSE, ...other }),
      ).rejects.toMatchObject(refused('The challenge was made for another ceremony or provider.'))
    }
  })
})
