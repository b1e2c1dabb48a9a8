import { type AuthConfig, refusalOf } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { AdapterError } from '@latchstring/core/errors'
import type { AnyFeature } from '@latchstring/core/features'
import type { CredentialPrincipal, SessionPrincipal } from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'
import { type App, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { forEachTest } from '@latchstring/test-kit/for-all-tests'
import { readJson } from '@latchstring/test-kit/json'
import { containing } from '@latchstring/test-kit/matchers'
import { ADA, passwords, PEOPLE, signInWithPassword } from '@latchstring/test-kit/people'
import { startClock } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'
import {
  type KeyData,
  keys as keysTable,
  keysFeature,
  type KeysFeature,
  PREFIX,
} from './src/keys-feature.ts'
import { untyped } from './src/untyped.ts'

const clock = forEachTest(() => startClock())
let store: GateStore

beforeEach(async () => {
  store = await openGateStore()
})

/** How features are configured. */
const FORMS = ['object', 'function'] as const

/** The two functions that find a principal. */
const DOORS = ['auth', 'scope'] as const

type Door = (typeof DOORS)[number]

/** Another feature with credentials, which knows every one of them. */
const tokensFeature = (prefix: string, asked: string[] = []): AnyFeature => ({
  name: 'tokens',
  principal: {
    prefix,
    load: async () => ({
      read(_, credential) {
        asked.push(credential)
        return { userId: PEOPLE.grace.id, kind: 'bearer', data: {}, actor: { sub: ADA.id } }
      },
    }),
  },
})

const cookieOf = ({ cookies }: Browser): string =>
  [...cookies].map((pair) => pair.join('=')).join('; ')

function sourceOf(headers: Readonly<Record<string, string>>) {
  const request = new Request(`${ORIGIN}/api/notes`, { headers })
  return { headers: request.headers, url: request.url, request }
}

function ask<Accepted extends AnyFeature | 'session'>(
  { auth }: App,
  door: Door,
  headers: Readonly<Record<string, string>>,
  accepts: readonly Accepted[],
) {
  const source = sourceOf(headers)
  return door === 'auth'
    ? auth.principal(source, { accepts })
    : auth.scope(source).principal({ accepts })
}

const bearer = (credential: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${credential}`,
})

const MADE = STRATEGIES.flatMap((strategy) =>
  FORMS.flatMap((made) => DOORS.map((door) => [strategy, made, door] as const)),
)

describe.each(MADE)(
  'The principal of a request, with sessions by %s and a configuration that is an %s, by `%s`,',
  (strategy, made, door) => {
    function start(features: readonly AnyFeature[], config: Partial<AuthConfig> = {}): App {
      const whole: AuthConfig = {
        providers: [passwords()],
        adapter: store.adapter,
        session: { strategy, absoluteMaxAge: 360_000 },
        ...config,
      }
      const options = { env: ENV, clock: clock.now }
      return made === 'object'
        ? createApp({ ...whole, features }, options)
        : createApp(whole, { ...options, features }, 'each time')
    }

    async function openKeys(): Promise<{ app: App; keys: KeysFeature; key: string }> {
      const keys = keysFeature()
      const app = start([keys])
      return { app, keys, key: await app.auth.system(keys).create(ADA.id, 'read write') }
    }

    const signedIn = async (app: App): Promise<string> =>
      cookieOf(await signInWithPassword(app.openBrowser(), 'grace'))

    test('is the user of a key, with what the feature says of it', async () => {
      const { app, keys, key } = await openKeys()
      const { principal } = await ask(app, door, bearer(key), [keys])
      expect(principal).toEqual({
        kind: 'key',
        feature: 'keys',
        user: { id: ADA.id, name: ADA.name, email: ADA.email, emailVerified: true },
        data: { scopes: ['read', 'write'] },
      })
      expect(JSON.stringify(principal)).not.toContain(key)
    })

    test('is the user of a session, with the session and its facts', async () => {
      const { app, keys } = await openKeys()
      const cookie = await signedIn(app)
      for (const accepts of [['session'], ['session', keys]] as const) {
        const { principal } = await ask(app, door, { cookie }, accepts)
        expect(principal).toMatchObject({
          kind: 'session',
          user: { id: PEOPLE.grace.id },
          session: { user: { name: PEOPLE.grace.name } },
          facts: { amr: ['pwd'], aal: 1 },
        })
      }
    })

    test('has an actor where the credential says so, who is a user as well', async () => {
      const tokens = tokensFeature('acme_token_')
      const app = start([tokens])
      const found = await ask(app, door, bearer('acme_token_x'), [tokens])
      expect(found.principal).toMatchObject({ kind: 'bearer', actor: { sub: ADA.id } })
      await store.adapter.deleteUser?.(ADA.id)
      const gone = await ask(app, door, bearer('acme_token_x'), [tokens])
      expect([gone.principal, gone.refused?.reason]).toEqual([null, 'invalid'])
    })

    test.each([
      ['unknown', `${PREFIX}nothing`, 'invalid'],
      ['of no feature', 'ghp_something', 'not-accepted'],
      ['of another feature', 'acme_token_x', 'not-accepted'],
      ['a part of a prefix', PREFIX.slice(0, -1), 'not-accepted'],
      ['in capitals', `${PREFIX.toUpperCase()}x`, 'not-accepted'],
      ['empty', '', 'malformed'],
      ['too long', PREFIX + 'x'.repeat(512 - PREFIX.length + 1), 'malformed'],
      ['two texts', `${PREFIX}x y`, 'malformed'],
      ['a list', `${PREFIX}x, Bearer ${PREFIX}y`, 'malformed'],
      ['in quotation marks', `"${PREFIX}x"`, 'malformed'],
    ] as const)(
      'is none for a credential that is %s, and the session of a cookie beside it does not count',
      async (_, credential, reason) => {
        const [status, error] =
          reason === 'malformed' ? [400, 'invalid_request'] : [401, 'invalid_token']
        const asked: string[] = []
        const keys = keysFeature()
        const app = start([keys, tokensFeature('acme_token_', asked)])
        const cookie = await signedIn(app)
        const headers = { ...bearer(credential), cookie }
        const { principal, refused } = await ask(app, door, headers, ['session', keys])
        expect([principal, refused?.reason, refused?.status]).toEqual([null, reason, status])
        const response = refused?.toResponse() ?? Response.error()
        expect(response.headers.get('www-authenticate')).toMatch(
          new RegExp(`^Bearer error="${error}", error_description="[^"]+"$`),
        )
        expect([response.status, (await readJson(response))['error']]).toEqual([status, error])
        expect(asked).toEqual([])
      },
    )

    test('is none without a credential and a session, which has no error code', async () => {
      const { app, keys } = await openKeys()
      const rows = [
        [['session', keys], 'Bearer', 'SessionRequired'],
        [[keys], 'Bearer', 'CredentialRequired'],
        [['session'], null, 'SessionRequired'],
      ] as const
      for (const [accepts, challenge, code] of rows) {
        const { principal, refused } = await ask(app, door, {}, accepts)
        expect([principal, refused?.reason]).toEqual([null, 'missing'])
        const response = refused?.toResponse() ?? Response.error()
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([
          401,
          challenge,
        ])
        expect((await readJson(response))['error']).toBe(code)
        expect(response.headers.get('cache-control')).toContain('no-store')
      }
    })

    test('is that of the credential where a request has both, and the session is not read', async () => {
      const { app, keys, key } = await openKeys()
      const cookie = await signedIn(app)
      const { principal } = await ask(app, door, { ...bearer(key), cookie }, ['session', keys])
      expect(principal?.user.id).toBe(ADA.id)
      const only = await ask(app, door, { cookie }, [keys])
      expect([only.principal, only.refused?.reason]).toEqual([null, 'missing'])
    })

    test('is that of the session where no feature is accepted, or the header has another scheme', async () => {
      const { app, keys, key } = await openKeys()
      const cookie = await signedIn(app)
      const plain = await ask(app, door, { ...bearer(key), cookie }, ['session'])
      expect(plain.principal?.kind).toBe('session')
      const basic = { authorization: 'Basic YTpi', cookie }
      expect((await ask(app, door, basic, ['session', keys])).principal?.kind).toBe('session')
    })

    test('is found whatever the case of the scheme, and in no other place of a request', async () => {
      const { app, keys, key } = await openKeys()
      const found = await ask(app, door, { authorization: `bEARER  ${key}` }, [keys])
      expect(found.principal?.user.id).toBe(ADA.id)
      for (const headers of [{ 'x-api-key': key }, { cookie: `authorization=${key}` }]) {
        expect((await ask(app, door, headers, [keys])).refused?.reason).toBe('missing')
      }
    })

    test('is none once the key is revoked, or its user is deleted', async () => {
      const { app, keys, key } = await openKeys()
      const other = await app.auth.system(keys).create(ADA.id, 'read')
      expect(await app.auth.system(keys).revoke(other)).toBe(true)
      expect((await ask(app, door, bearer(other), [keys])).refused?.reason).toBe('invalid')
      const rows = new Map(store.records.get('auth_keys_keys'))
      await store.adapter.deleteUser?.(ADA.id)
      // A store that keeps the rows of a deleted user.
      store.records.set('auth_keys_keys', rows)
      expect((await ask(app, door, bearer(key), [keys])).refused?.reason).toBe('invalid')
    })

    test('is none for a session whose user is deleted', async () => {
      const { app, keys } = await openKeys()
      const cookie = await signedIn(app)
      await store.adapter.deleteUser?.(PEOPLE.grace.id)
      const { principal, refused } = await ask(app, door, { cookie }, ['session', keys])
      expect([principal, refused?.reason]).toEqual([null, 'missing'])
    })

    test('notes the use of a key once a minute, and is found where that fails', async () => {
      const { app, keys, key } = await openKeys()
      const usedAt = (): unknown =>
        [...(store.records.get('auth_keys_keys')?.values() ?? [])][0]?.values['usedAt']
      expect(usedAt()).toBeNull()
      await ask(app, door, bearer(key), [keys])
      const first = usedAt()
      expect(first).toBe(clock.now())
      clock.advance(59)
      await ask(app, door, bearer(key), [keys])
      expect(usedAt()).toBe(first)
      clock.advance(2)
      await ask(app, door, bearer(key), [keys])
      expect(usedAt()).toBe(clock.now())
      clock.advance(120)
      const { records } = store.adapter
      const away = { ...records, change: () => Promise.reject(new Error('away')) }
      const broken = start([keys], {
        adapter: { ...store.adapter, records: untyped<NonNullable<Adapter['records']>>(away) },
      })
      const { principal } = await ask(broken, door, bearer(key), [keys])
      expect(principal?.user.id).toBe(ADA.id)
      expect(broken.errors.map(({ type }) => type)).toEqual(['AdapterError'])
    })

    test('notes no use of a credential that is refused', async () => {
      const { app, keys, key } = await openKeys()
      await store.adapter.updateUser?.({ id: ADA.id, name: 'Ada' })
      const rows = new Map(store.records.get('auth_keys_keys'))
      await store.adapter.deleteUser?.(ADA.id)
      store.records.set('auth_keys_keys', rows)
      await ask(app, door, bearer(key), [keys])
      expect([...rows.values()][0]?.values['usedAt']).toBeNull()
    })

    test.each([
      ['the keys', { records: { get: () => Promise.reject(new Error('away')) } }],
      ['users', { getUser: () => Promise.reject(new Error('away')) }],
    ])('is an error with 503 where the store of %s is away', async (_, broken) => {
      const { keys, key } = await openKeys()
      const records = { ...store.adapter.records, ...('records' in broken && broken.records) }
      const adapter = untyped<Adapter>({ ...store.adapter, ...broken, records })
      const app = start([keys], { adapter })
      const failed: unknown = await ask(app, door, bearer(key), ['session', keys]).catch(
        (error: unknown) => error,
      )
      expect(failed).toBeInstanceOf(AdapterError)
      const response = refusalOf(failed) ?? Response.error()
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(app.errors.map(({ type }) => type)).toEqual(['AdapterError'])
    })

    test('is an error with 503 where the session cannot be read', async () => {
      const { app, keys } = await openKeys()
      const cookie = await signedIn(app)
      const away = (): Promise<never> => Promise.reject(new Error('away'))
      const broken = start([keys], {
        adapter: { ...store.adapter, getSessionAndUser: away, getUser: away },
      })
      const failed: unknown = await ask(broken, door, { cookie }, ['session', keys]).catch(
        (error: unknown) => error,
      )
      expect(failed).toBeInstanceOf(AdapterError)
      expect(refusalOf(failed)?.status).toBe(503)
    })

    test.each([
      ['throws', (key: string): never => expect.fail(`bad ${key}`)],
      [
        'throws with a cause',
        (key: string): never => {
          throw new Error('bad', { cause: new Error(key) })
        },
      ],
      [
        'throws with what comes after the prefix',
        (key: string): never => expect.fail(`bad ${key.slice(PREFIX.length)}`),
      ],
      [
        'throws with a member',
        (key: string): never => {
          throw Object.assign(new Error('bad'), { key })
        },
      ],
    ])(
      'is an error where the reader %s, and the log does not have the credential',
      async (_, read) => {
        const keys = keysFeature(({ log }, credential) => {
          log('warn', `asked about ${credential}`)
          return read(credential)
        })
        const lines: unknown[] = []
        const note = (...line: readonly unknown[]): void => void lines.push(...line)
        const app = start([keys], { logger: { error: note, warn: note, debug: note }, debug: true })
        const key = `${PREFIX}0123456789abcdef`
        const failed: unknown = await ask(app, door, bearer(key), ['session', keys]).catch(
          (error: unknown) => error,
        )
        expect(failed).toMatchObject({ type: 'CallbackRouteError' })
        const { inspect } = await import('node:util')
        expect(inspect(lines, { depth: 20, showHidden: true })).not.toContain('0123456789abcdef')
        expect(inspect(failed, { depth: 20, showHidden: true })).not.toContain('0123456789abcdef')
        expect(inspect(lines)).toContain('[credential]')
      },
    )

    test.each([
      ['no user', { kind: 'key', data: {} }],
      ['a session', { userId: 'x', kind: 'session', data: {} }],
      ['no data', { userId: 'x', kind: 'key' }],
      ['a list', { userId: 'x', kind: 'key', data: [] }],
      ['an actor without id', { userId: 'x', kind: 'key', data: {}, actor: {} }],
      ['nothing', undefined],
      ['true', true],
    ])('is an error where the reader answers with %s', async (_, answer) => {
      const keys = keysFeature(() => untyped(answer))
      const app = start([keys])
      await expect(ask(app, door, bearer(`${PREFIX}x`), [keys])).rejects.toMatchObject({
        type: 'InvalidConfiguration',
        message:
          'The reader of the feature "keys" has to answer with `userId`, with the `kind` key or bearer, and with an object `data`, or with null.',
      })
    })

    test('is asked for with what the configuration has', async () => {
      const { app, keys } = await openKeys()
      const rows = [
        [[], "`accepts` of `principal` has to be a list with 'session', or a feature"],
        [undefined, '`accepts` of `principal` has to be a list'],
        [['sessions'], '`accepts` of `principal` has a string in it'],
        [[keysFeature()], 'The configuration does not have this feature "keys"'],
      ] as const
      for (const [accepts, message] of rows) {
        await expect(
          ask(app, door, {}, untyped<readonly 'session'[]>(accepts)),
        ).rejects.toMatchObject({
          type: 'InvalidConfiguration',
          message: containing(message),
        })
      }
      const plain: AnyFeature = { name: 'plain' }
      await expect(ask(start([plain, keys]), door, {}, [plain])).rejects.toThrow(
        'The feature "plain" has no credentials',
      )
    })

    test('is read by a context that writes nothing', async () => {
      const seen = vi.fn<(names: readonly string[]) => void>()
      const keys = keysFeature(async ({ records, noteUse, ...rest }, credential) => {
        seen([...Object.keys(records), ...Object.keys(rest)].toSorted())
        const copy = { ...keysTable }
        expect(() => noteUse(copy, untyped({}), 'usedAt')).toThrow(TypeError)
        expect(() => noteUse(keysTable, untyped({}), untyped('scope'))).toThrow(TypeError)
        return credential === '' ? { userId: '', kind: 'key', data: { scopes: [] } } : null
      })
      await ask(start([keys]), door, bearer(`${PREFIX}x`), [keys])
      expect(seen).toHaveBeenCalledExactlyOnceWith(['find', 'get', 'log', 'now', 'random', 'users'])
    })
  },
)

test('A response that depends on a principal is kept apart by caches', async () => {
  const keys = keysFeature()
  const { auth } = createApp({
    providers: [passwords()],
    adapter: store.adapter,
    features: [keys],
  })
  const key = await auth.system(keys).create(ADA.id, 'read')
  const scope = auth.scope(sourceOf(bearer(key)))
  await scope.principal({ accepts: [keys] })
  const shared = new Response('notes', { headers: { vary: 'Accept' } })
  expect(scope.apply(shared).headers.get('vary')).toBe('Accept, Cookie, Authorization')
})

test('The type of a principal follows from what is accepted', async () => {
  const keys = keysFeature()
  const { auth } = createApp({
    providers: [passwords()],
    adapter: store.adapter,
    features: [keys],
  })
  const key = await auth.system(keys).create(ADA.id, 'read')
  const source = sourceOf(bearer(key))
  const one = await auth.principal(source, { accepts: [keys] })
  expectTypeOf(one.principal).toEqualTypeOf<CredentialPrincipal<KeyData> | null>()
  const two = await auth.principal(source, { accepts: ['session'] })
  expectTypeOf(two.principal).toEqualTypeOf<SessionPrincipal<Session> | null>()
  const both = await auth.principal(source, { accepts: ['session', keys] })
  expectTypeOf(both.principal).toEqualTypeOf<
    SessionPrincipal<Session> | CredentialPrincipal<KeyData> | null
  >()
  if (both.refused) expectTypeOf(both.principal).toEqualTypeOf<null>()
  expect(both.principal?.kind === 'session' ? [] : both.principal?.data.scopes).toEqual(['read'])
})
