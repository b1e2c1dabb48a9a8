import { createAuth, type Auth, type AuthConfig } from '@latchstring/core'
import { encode, type JWT } from '@latchstring/core/jwt'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { PASSWORD, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const NAME = '__Host-latchstring.session-token'
const MINUTE = 60

/** What decides about a session and may change while the same process goes on. */
interface Deployment {
  readonly secret: readonly string[]
  readonly audience: readonly string[]
  readonly cookie?: string
  readonly absoluteMaxAge?: number
  readonly revokes?: boolean
}

const { older, newer } = SECRETS

const DEPLOYMENTS: readonly Deployment[] = [
  { secret: [older], audience: ['shop'] },
  { secret: [newer, older], audience: ['shop'] },
  { secret: [newer], audience: ['shop'] },
  { secret: [older], audience: ['blog'] },
  { secret: [older], audience: ['blog', 'shop'] },
  { secret: [older], audience: ['shop'], cookie: '__Host-other' },
  { secret: [older], audience: ['shop'], absoluteMaxAge: 10 * MINUTE },
  { secret: [older], audience: ['shop'], revokes: true },
]

/** A session as an observer knows it: where it was made, when, and for how long. */
interface Issued {
  readonly by: Deployment
  readonly value: string
  /** In seconds. */
  readonly at: number
  readonly expires: number
  readonly id: unknown
}

const cookieOf = ({ cookie = NAME }: Deployment): string => cookie

const seconds = (clock: TestClock): number => Math.floor(clock.now() / 1000)

/** What the application keeps of its sessions. */
interface Books {
  /** Ids of those that it has ended by itself. */
  readonly revoked: Set<unknown>
  /** Ids of those that were read, the last one last. */
  readonly read: unknown[]
}

function configure(
  { secret, audience, cookie, absoluteMaxAge, revokes = false }: Deployment,
  books: Books,
  maxAge: number,
): AuthConfig {
  return {
    providers: [passwords()],
    secret,
    audience: [...audience],
    session: {
      maxAge,
      updateAge: 1000 * DAY,
      ...(absoluteMaxAge !== undefined && { absoluteMaxAge }),
    },
    ...(cookie !== undefined && { cookies: { sessionToken: { name: cookie } } }),
    ...(revokes && {
      callbacks: { jwt: ({ token }) => (books.revoked.has(token.jti) ? null : token) },
    }),
    events: { session: ({ token }) => void books.read.push(token?.jti) },
  }
}

const env = { NODE_ENV: 'test', AUTH_URL: ORIGIN }

/** What a session shows, by rules that know nothing of how it is read. */
function isGood(issued: Issued, at: Deployment, now: number): boolean {
  const { by, expires } = issued
  const [sealedWith = ''] = by.secret
  const [sealedFor = ''] = by.audience
  const { absoluteMaxAge = 365 * DAY } = at
  return (
    cookieOf(by) === cookieOf(at) &&
    at.secret.includes(sealedWith) &&
    at.audience.includes(sealedFor) &&
    now < expires &&
    issued.at <= now + 60 &&
    now < issued.at + absoluteMaxAge
  )
}

async function signIn(auth: Auth): Promise<string> {
  const fields = { username: 'ada', password: PASSWORD, redirectTo: '/' }
  const { cookies } = await auth.signIn({ headers: new Headers() }, 'credentials', fields)
  const session = cookies.filter(({ name }) => !name.endsWith('latchstring.device'))
  return session.map(({ value }) => value).join('')
}

async function nameAt(auth: Auth, cookie: string): Promise<string | null | undefined> {
  const { session } = await auth.session({ headers: new Headers({ cookie }), readOnly: true })
  return session?.user?.name
}

interface Step {
  readonly session: number
  readonly deployment: number
  /** In seconds. */
  readonly pass: number
  readonly revoke: boolean
  readonly spread: boolean
}

/** In two cookies, or in one. */
const asHeader = (name: string, value: string, spread: boolean): string =>
  spread
    ? `${name}.1=${value.slice(99)}; ${name}.0=${value.slice(0, 99)}`
    : `a=b; ${name}=${value}; ${name}=later`

const step = fc.record<Step>({
  session: fc.nat(5),
  deployment: fc.nat(DEPLOYMENTS.length - 1),
  pass: fc.oneof(fc.constant(0), fc.integer({ min: -90, max: 200 })),
  revoke: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  spread: fc.boolean(),
})

interface World {
  readonly clock: TestClock
  readonly books: Books
  /** One for each deployment. */
  readonly auths: readonly Auth[]
  readonly issued: readonly Issued[]
}

/** Sessions sealed with either secret, for either audience, and under either name, and read until they are known. */
async function beginWorld(): Promise<World> {
  const clock = startClock()
  const books: Books = { revoked: new Set(), read: [] }
  const auths = DEPLOYMENTS.map((one) =>
    createAuth(configure(one, books, DAY), { env, clock: clock.now }),
  )
  const issued: Issued[] = []
  for (const [index, maxAge] of [5, 10, 20, 40, 15, 30].entries()) {
    // Sealed with either secret, for either audience, and under either name.
    const by = DEPLOYMENTS[[0, 0, 2, 3, 5, 7][index] ?? 0] ?? expect.fail('There is one.')
    const auth = createAuth(configure(by, books, maxAge * MINUTE), {
      env,
      clock: clock.now,
    })
    const at = seconds(clock)
    const value = await signIn(auth)
    // Until it is known.
    for (let time = 0; time < 3; time++) await nameAt(auth, `${cookieOf(by)}=${value}`)
    issued.push({ by, value, at, expires: at + maxAge * MINUTE, id: books.read.at(-1) })
  }
  return { clock, books, auths, issued }
}

/** Reads a session somewhere, and sees that it is what it should be. */
async function takeStep(
  { clock, books, auths, issued }: World,
  { session, deployment, pass, revoke, spread }: Step,
): Promise<string> {
  clock.advance(pass)
  const [one, at, auth] = [issued[session], DEPLOYMENTS[deployment], auths[deployment]]
  if (!one || !at || !auth) throw new Error('There is one of each.')
  if (revoke) books.revoked.add(one.id)
  const good = isGood(one, at, seconds(clock))
  const ended = at.revokes === true && books.revoked.has(one.id)
  const name = await nameAt(auth, asHeader(cookieOf(at), one.value, spread))
  expect(name).toBe(good && !ended ? PEOPLE.ada.name : undefined)
  return `${good} ${ended}`
}

describe('A session cookie that is read again', () => {
  test('is valid exactly if the current secrets, times and settings allow it (JWE-07, JWE-10, ALT-09, SES-04)', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const world = await beginWorld()
        for (const one of steps) {
          const what = await takeStep(world, one)
          seen.add(what)
        }
      }),
      { numRuns: 30 },
    )
    expect([...seen].toSorted()).toEqual(['false false', 'false true', 'true false', 'true true'])
  })

  test('ends at its expiry and at `absoluteMaxAge`, to the second (JWE-10, ALT-09)', async () => {
    for (const session of [{ maxAge: MINUTE }, { absoluteMaxAge: MINUTE }]) {
      const clock = startClock()
      const auth = createAuth(
        { providers: [passwords()], secret: older, session },
        { env, clock: clock.now },
      )
      const cookie = `${NAME}=${await signIn(auth)}`
      for (let second = 0; second < MINUTE; second++) {
        expect(await nameAt(auth, cookie)).toBe(PEOPLE.ada.name)
        clock.advance(1)
      }
      expect(await nameAt(auth, cookie)).toBeUndefined()
    }
  })

  test('is passed to callbacks as it was sealed, without their earlier changes (SES-17)', async () => {
    let taking = true
    const shown: unknown[] = []
    const auth = createAuth(
      {
        providers: [passwords()],
        secret: older,
        callbacks: {
          jwt({ token, user }) {
            if (user) return { ...token, roles: ['reader'], deep: { list: [1] } }
            shown.push(structuredClone(token))
            if (!taking) return token
            Object.assign(token, { name: 'Mallory', sub: 'mallory', exp: 9e9, auth_time: 9e9 })
            // As it was put there at the sign-in.
            const { roles, deep } = token as { roles: string[]; deep: { list: number[] } }
            roles.push('admin')
            deep.list.push(2)
            return token
          },
          session({ session, token }) {
            Object.assign(token, { name: 'Mallory too' })
            return session
          },
        },
      },
      { env },
    )
    const headers = new Headers({ cookie: `${NAME}=${await signIn(auth)}` })
    for (let time = 0; time < 6; time++) await auth.session({ headers, readOnly: true })
    taking = false
    const { session } = await auth.session({ headers, readOnly: true })
    expect(session?.user?.name).toBe(PEOPLE.ada.name)
    expect(new Set(shown.map((token) => JSON.stringify(token))).size).toBe(1)
    expect(shown[0]).toMatchObject({
      name: PEOPLE.ada.name,
      roles: ['reader'],
      deep: { list: [1] },
    })
  })

  test.each<[string, Record<string, unknown>]>([
    ['claims that are texts', { more: 'kept' }],
    ['claims inside of claims', { more: { list: [1] } }],
    ['a list among its claims', { more: [1] }],
  ])(
    'is not affected by changes that the `session` callback makes to its token: %s (SES-17)',
    async (_what, claims) => {
      const auth = createAuth(
        {
          providers: [passwords()],
          secret: older,
          callbacks: {
            session({ session, token }) {
              const { name, more } = structuredClone(token)
              const changed: unknown = token['more']
              if (Array.isArray(changed)) changed.push(2)
              else if (changed instanceof Object) Object.assign(changed, { list: [] })
              Object.assign(token, { name: 'Mallory', more: 'Mallory', exp: 9e9 })
              return { ...session, name, more }
            },
          },
        },
        { env },
      )
      const token = { sub: '7', name: 'Ada', ...claims }
      const cookie = `${NAME}=${await encode({ token, secret: older, salt: NAME })}`
      for (let time = 0; time < 6; time++) {
        const headers = new Headers({ cookie })
        const { session } = await auth.session({ headers, readOnly: true })
        expect(session).toMatchObject({ name: 'Ada', ...claims, user: { name: 'Ada' } })
      }
    },
  )

  test('is decoded each time by a custom decoder', async () => {
    let standing = true
    let decoded = 0
    const auth = createAuth(
      {
        providers: [passwords()],
        secret: older,
        jwt: {
          encode: ({ token }) => Buffer.from(JSON.stringify(token)).toString('base64url'),
          decode({ token = '' }) {
            decoded += 1
            // `encode` made it.
            return standing ? (JSON.parse(Buffer.from(token, 'base64url').toString()) as JWT) : null
          },
        },
      },
      { env },
    )
    const cookie = `${NAME}=${await signIn(auth)}`
    decoded = 0
    for (let time = 1; time <= 5; time++) {
      expect([await nameAt(auth, cookie), decoded]).toEqual([PEOPLE.ada.name, time])
    }
    standing = false
    expect(await nameAt(auth, cookie)).toBeUndefined()
  })
})
