import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import { type App, BASE, createApp, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  createAuthenticator,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, passwords, signInWithPassword, storePeople } from '@latchstring/test-kit/people'
import { expectRefused, expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { addKey, creationOptions, useKey } from './src/passkeys.ts'

const PAGE = `${BASE}/account`
const JSON_ONLY = { accept: 'application/json' }

const store = storeForEachTest()
let adapter: Adapter
let keys: readonly [FakeAuthenticator, FakeAuthenticator]

const expectKeyRefused = (response: Response, app: App): void =>
  expectRefused(response, app, 'Signin')

/** What identifies a passkey in the store. */
const credentialOf = ({ ids: [id = ''] }: FakeAuthenticator): string =>
  Buffer.from(id, 'base64url').toString('base64')

const isLinked = async (key: FakeAuthenticator): Promise<boolean> =>
  (await store.adapter.getAccount(credentialOf(key), 'passkey')) !== null

const isStored = async (key: FakeAuthenticator): Promise<boolean> =>
  (await store.adapter.getAuthenticator(credentialOf(key))) !== null

/** Removes passkeys as another tab does that is about to end. */
async function unlink(...removed: readonly FakeAuthenticator[]): Promise<void> {
  for (const key of removed) {
    await store.adapter.unlinkAccount({
      provider: 'passkey',
      providerAccountId: credentialOf(key),
    })
  }
}

/** The ids under which the page lists them, in the order in which they were added. */
async function listIds(browser: Browser): Promise<readonly string[]> {
  const { ways } = await readJson(await browser.open(PAGE, JSON_ONLY))
  // Another test reads every member of the answer.
  return (ways as readonly { readonly id: string }[]).map(({ id }) => id)
}

async function remove(browser: Browser, which = 0): Promise<Response> {
  const ids = await listIds(browser)
  const accounts = await store.adapter.listAccountsByUserId(ADA.id)
  const wanted = keys[which]
  const at = accounts.findIndex((one) => wanted && one.providerAccountId === credentialOf(wanted))
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(PAGE, { csrfToken, remove: ids[at] ?? '' }, JSON_ONLY)
}

describe.each(STRATEGIES.flatMap((one) => [[one, 'once'] as const, [one, 'each time'] as const]))(
  'A passkey that its user removes, with the strategy %s and a configuration that is made %s,',
  (strategy, made) => {
    const start = (
      config: Partial<AuthConfig> = {},
      runtime: Parameters<typeof createApp>[1] = {},
    ): App =>
      createApp(
        {
          providers: [passwords(), Passkey()],
          adapter,
          session: { strategy, absoluteMaxAge: 3600 },
          account: { page: true },
          experimental: { enableWebAuthn: true },
          ...config,
        },
        runtime,
        made,
      )

    /** A browser in which Ada is signed in and has added both passkeys. */
    async function withKeys(app: App): Promise<Browser> {
      const browser = await signInWithPassword(app.openBrowser(), 'ada')
      for (const key of keys) expectSignedIn(await addKey(browser, key))
      return browser
    }

    beforeEach(async () => {
      await storePeople(store.adapter, new Date(0))
      ;({ adapter } = store)
      const make = (): FakeAuthenticator => createAuthenticator({ origin: ORIGIN })
      keys = [make(), make()]
    })

    test('LNK-06 is none that its user depends on before it has signed in once', async () => {
      const app = start({ providers: [Passkey(), passwords()], account: { page: true } })
      const browser = await withKeys(app)
      const [used, unused] = keys
      expectSignedIn(await useKey(app.openBrowser(), used))
      // The only one that has signed in stays, while the other one can go.
      expect((await remove(browser, 0)).status).toBe(400)
      expect([await isLinked(used), await isStored(used)]).toEqual([true, true])
      expectSignedIn(await useKey(app.openBrowser(), unused))
      expect((await remove(browser, 0)).status).toBe(303)
      expectKeyRefused(await useKey(app.openBrowser(), used), app)
      expectSignedIn(await useKey(app.openBrowser(), unused))
    })

    test('ALT-05 is deleted with its account, signs in no longer, and leaves the others', async () => {
      const emitted: unknown[] = []
      const app = start({ events: { unlinkAccount: (message) => void emitted.push(message) } })
      const browser = await withKeys(app)
      const [gone, kept] = keys
      expect((await remove(browser)).status).toBe(303)
      expect([await isLinked(gone), await isStored(gone)]).toEqual([false, false])
      expect([await isLinked(kept), await isStored(kept)]).toEqual([true, true])
      expectKeyRefused(await useKey(app.openBrowser(), gone), app)
      expectSignedIn(await useKey(app.openBrowser(), kept))
      const credentialID = credentialOf(gone)
      expect(emitted).toMatchObject([
        { account: { provider: 'passkey' }, authenticator: { credentialID } },
      ])
    })

    test('ALT-05 signs in no longer and is not offered where the adapter cannot delete it, and an undeclared method is not called', async () => {
      const { authenticatorDeletion: _, ...capabilities } = store.adapter.capabilities
      const calls: unknown[] = []
      const deleteAuthenticator = (one: unknown): void => void calls.push(one)
      adapter = { ...store.adapter, capabilities, deleteAuthenticator }
      const app = start()
      const browser = await withKeys(app)
      const [gone, kept] = keys
      expect((await remove(browser)).status).toBe(303)
      expect([await isLinked(gone), await isStored(gone)]).toEqual([false, true])
      expectKeyRefused(await useKey(app.openBrowser(), gone), app)
      const { excludeCredentials = [] } = await creationOptions(browser)
      expect(excludeCredentials.map(({ id }) => id)).toEqual(kept.ids)
      expect(calls).toEqual([])
    })

    test('ALT-05 keeps account and row where its account cannot be unlinked', async () => {
      adapter = {
        ...store.adapter,
        unlinkAccount: () => {
          throw new Error('connect ECONNREFUSED')
        },
      }
      const app = start()
      expect((await remove(await withKeys(app))).status).toBe(503)
      expectSignedIn(await useKey(app.openBrowser(), keys[0]))
    })

    test('ALT-05 stays removed when its row cannot be deleted, with a log entry', async () => {
      adapter = {
        ...store.adapter,
        deleteAuthenticator: async (one) => {
          expect(await isLinked(keys[0])).toBe(false)
          throw new Error(`connect ECONNREFUSED for ${one.credentialID}`)
        },
      }
      const emitted: unknown[] = []
      const app = start({ events: { unlinkAccount: (message) => void emitted.push(message) } })
      const browser = await withKeys(app)
      expect((await remove(browser)).status).toBe(303)
      expect(await listIds(browser)).toHaveLength(1)
      expectKeyRefused(await useKey(app.openBrowser(), keys[0]), app)
      expect(emitted).toHaveLength(1)
      expect(app.errors.map(({ message }) => message)).toContain(
        'The adapter failed in deleteAuthenticator().',
      )
      expect(app.errors.map(({ message }) => message).join(' ')).not.toContain('for ')
    })

    test('ALT-05 LNK-06 stays with its row when another request has removed the others in the meantime', async () => {
      const deleted: string[] = []
      adapter = {
        ...store.adapter,
        unlinkAccount: () => unlink(...keys),
        deleteAuthenticator: ({ credentialID }) => void deleted.push(credentialID),
      }
      const app = start()
      expect((await remove(await withKeys(app))).status).toBe(400)
      expect([await isLinked(keys[0]), await isLinked(keys[1])]).toEqual([true, false])
      expect(deleted).toEqual([])
      expectSignedIn(await useKey(app.openBrowser(), keys[0]))
    })

    test('ALT-05 is restored with its row when another request has deleted the row and the others', async () => {
      adapter = {
        ...store.adapter,
        unlinkAccount: async () => {
          await unlink(...keys)
          await store.adapter.deleteAuthenticator({
            credentialID: credentialOf(keys[0]),
            userId: ADA.id,
          })
        },
      }
      const app = start()
      expect((await remove(await withKeys(app))).status).toBe(400)
      expectSignedIn(await useKey(app.openBrowser(), keys[0]))
    })

    test('ALT-05 has its row again when another request restores its account during the deletion', async () => {
      adapter = {
        ...store.adapter,
        deleteAuthenticator: async (one) => {
          const { credentialID: providerAccountId, userId } = one
          const key = { provider: 'passkey', providerAccountId, userId }
          await store.adapter.linkAccount({ ...key, type: 'webauthn' })
          await store.adapter.deleteAuthenticator(one)
        },
      }
      const app = start()
      expect((await remove(await withKeys(app))).status).toBe(303)
      expectSignedIn(await useKey(app.openBrowser(), keys[0]))
    })

    test('keeps its row as long as the account of another provider needs it', async () => {
      const app = start({
        providers: [passwords(), Passkey(), Passkey({ id: 'second', enableConditionalUI: false })],
      })
      const browser = await withKeys(app)
      const providerAccountId = credentialOf(keys[0])
      const other = { provider: 'second', providerAccountId, userId: ADA.id }
      await store.adapter.linkAccount({ ...other, type: 'webauthn' })
      expect((await remove(browser)).status).toBe(303)
      expect([await isLinked(keys[0]), await isStored(keys[0])]).toEqual([false, true])
      expectSignedIn(await useKey(app.openBrowser(), keys[0], {}, 'second'))
    })

    test.each([undefined, 7])(
      'WAN-04 opens no session when it is removed during the signIn callback (counter %j)',
      async (counter) => {
        const counting = counter === undefined ? {} : { counter }
        keys = [createAuthenticator({ origin: ORIGIN, ...counting }), keys[1]]
        let isRemoved = false
        const emitted: unknown[] = []
        const app = start({
          events: { signIn: (message) => void (isRemoved && emitted.push(message)) },
          callbacks: {
            signIn: async ({ account }) => {
              if (isRemoved && account?.provider === 'passkey') await unlink(keys[0])
              return true
            },
          },
        })
        await withKeys(app)
        isRemoved = true
        const before = await store.rows()
        const browser = app.openBrowser()
        expectKeyRefused(await useKey(browser, keys[0]), app)
        expect(await readSession(browser)).toBeNull()
        expect((await store.rows()).sessions).toBe(before.sessions)
        expect(emitted).toEqual([])
        expect(app.errors.at(-1)?.message).toContain('was removed during the sign-in')
      },
    )

    test('WAN-04 opens no session when it is removed while the session is created', async () => {
      let isRemoved = false
      const app = start({
        events: { signIn: async () => (isRemoved ? unlink(keys[0]) : undefined) },
      })
      await withKeys(app)
      isRemoved = true
      const browser = app.openBrowser()
      expectKeyRefused(await useKey(browser, keys[0]), app)
      expect(await readSession(browser)).toBeNull()
      expect(app.errors.at(-1)?.message).toContain('was removed during the sign-in')
    })

    test('WAN-12 stays when the sign-in of its owner is too old, until a new one', async () => {
      let now = Date.now()
      const app = start({ account: { page: { requireFresh: 60 } } }, { clock: () => now })
      const browser = await withKeys(app)
      now += 61_000
      expect((await remove(browser)).status).toBe(403)
      expect([await isLinked(keys[0]), await isStored(keys[0])]).toEqual([true, true])
      await signInWithPassword(browser, 'ada')
      expect((await remove(browser)).status).toBe(303)
      expect([await isLinked(keys[0]), await isStored(keys[0])]).toEqual([false, false])
    })

    test('SES-13 WAN-12 stays when another user asks for its removal', async () => {
      const app = start()
      const ada = await withKeys(app)
      const grace = await signInWithPassword(app.openBrowser(), 'grace')
      const [id = ''] = await listIds(ada)
      const csrfToken = await grace.csrf(BASE)
      expect((await grace.submit(PAGE, { csrfToken, remove: id }, JSON_ONLY)).status).toBe(400)
      expectSignedIn(await useKey(app.openBrowser(), keys[0]))
    })
  },
)
