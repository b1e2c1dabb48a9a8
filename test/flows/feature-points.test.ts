import type { AuthConfig } from '@latchstring/core'
import type { Adapter, StoredRecord } from '@latchstring/core/adapters'
import type { Feature, FeaturePoints } from '@latchstring/core/features'
import { type App, BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { readJson } from '@latchstring/test-kit/json'
import { matching } from '@latchstring/test-kit/matchers'
import { ADA, signInWithPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession, signInWith } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { enterByGuild, enterByLink, type GateWorld, openGateWorld } from './src/gate-world.ts'
import { addKey } from './src/passkeys.ts'
import { untyped } from './src/untyped.ts'
import {
  type VaultOptions,
  type VaultSystem,
  vaultFeature,
  vaultTokens,
} from './src/vault-feature.ts'

const idp = idpForEachTest()

const PAGE = `${BASE}/account`

describe.each(STRATEGIES)('A point of a feature, with sessions by %s,', (strategy) => {
  let world: GateWorld

  const kept = (): readonly StoredRecord[] => [
    ...(world.store.records.get(vaultTokens.name)?.values() ?? []),
  ]

  function open(
    options: VaultOptions = {},
    config: Partial<AuthConfig> = {},
  ): App & { readonly vault: Feature<object, VaultSystem> } {
    const vault = vaultFeature(options)
    return { ...world.open([vault], { account: { page: true }, ...config }), vault }
  }

  const removeUser = async ({ auth, vault }: ReturnType<typeof open>, id: string = ADA.id) =>
    auth.system(vault).remove(id)

  /** Ada, who is signed in, and has linked an account. */
  async function linked(app: App): Promise<Browser> {
    const browser = await signInWithPassword(app.openBrowser())
    expectSignedIn(await signInWith(browser, 'harbour'))
    return browser
  }

  /** Removes the account that is linked. */
  async function unlink(browser: Browser): Promise<Response> {
    const { ways } = await readJson(await browser.open(PAGE, { accept: 'application/json' }))
    // One way has an account.
    const [way] = ways as readonly { readonly id: string; readonly removable: boolean }[]
    const remove = way?.id ?? ''
    const json = { accept: 'application/json' }
    return browser.submit(PAGE, { csrfToken: await browser.csrf(BASE), remove }, json)
  }

  /** Fails at one point, until it is mended. */
  function failing(point: keyof FeaturePoints): VaultOptions & { fails: boolean } {
    const options = {
      fails: true,
      before(at: keyof FeaturePoints): void {
        if (at === point && options.fails) throw new Error('the disk is full')
      },
    }
    return options
  }

  beforeEach(async () => {
    world = await openGateWorld(strategy, idp)
  })

  describe('gets the tokens', () => {
    test('of a new user, of one who comes back, and none of other ways in', async () => {
      world.store.rows.users.splice(0, 1)
      const app = open()
      for (const time of [1, 2]) {
        expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
        expect([time, kept().length]).toEqual([time, 1])
      }
      const [user] = world.store.rows.users.slice(-1)
      expect(kept()[0]?.values).toMatchObject({
        userId: user?.id,
        provider: 'harbour',
        token: matching(/.{8}/),
      })
      await signInWithPassword(app.openBrowser(), 'grace')
      expectSignedIn(await enterByLink(world, app.openBrowser(), 'grace@example.com'))
      expect(kept()).toHaveLength(1)
    })

    test('of an account that is linked, and none of a passkey that is added', async () => {
      const app = open()
      const browser = await linked(app)
      await addKey(browser, world.key)
      expect(world.store.rows.accounts).toHaveLength(2)
      expect(kept().map(({ values }) => values['userId'])).toEqual([ADA.id])
    })

    test('of no sign-in that is refused', async () => {
      const app = open({}, { callbacks: { signIn: () => false } })
      await signInWith(app.openBrowser(), 'harbour')
      expect([world.store.rows.accounts, kept()]).toEqual([[], []])
    })

    test('and stops no sign-in where it fails: the next one brings them', async () => {
      const options = failing('tokens')
      const app = open(options)
      const browser = await linked(app)
      expect(kept()).toEqual([])
      expect(app.errors.at(-1)).toMatchObject({ type: 'CallbackRouteError' })
      options.fails = false
      expectSignedIn(await signInWith(browser, 'harbour'))
      expect(kept()).toHaveLength(1)
    })

    test('and keeps none of an account that was removed meanwhile', async () => {
      const app = open()
      const browser = await linked(app)
      let removed = 0
      const slow = open({
        async before(point) {
          if (point !== 'tokens') return
          removed = (await unlink(browser)).status
        },
      })
      await signInWith(slow.openBrowser(), 'harbour')
      expect([removed, world.store.rows.accounts, kept()]).toEqual([303, [], []])
    })
  })

  describe('hears of the end of an account', () => {
    test('that its user removes', async () => {
      const browser = await linked(open())
      expect((await unlink(browser)).status).toBe(303)
      expect([world.store.rows.accounts, kept()]).toEqual([[], []])
    })

    test('which stays where the point fails, for another try', async () => {
      const options = failing('ending')
      const app = open(options)
      const browser = await linked(app)
      expect((await unlink(browser)).status).toBe(500)
      expect([world.store.rows.accounts.length, kept().length]).toEqual([1, 1])
      options.fails = false
      expect((await unlink(browser)).status).toBe(303)
      expect([world.store.rows.accounts, kept()]).toEqual([[], []])
    })

    test('that the first proof of the address takes away, also where it fails', async () => {
      const [ada] = world.store.rows.users
      if (ada) ada.emailVerified = null
      const points: (keyof FeaturePoints)[] = []
      const app = open({
        before(point) {
          points.push(point)
          if (point === 'ending') throw new Error('the disk is full')
        },
      })
      await linked(app)
      expectSignedIn(await enterByLink(world, app.openBrowser()))
      expect(points).toContain('ending')
      expect([world.store.rows.accounts, kept()]).toEqual([[], []])
    })
  })

  describe('is asked about the end of a user', () => {
    test('who goes with everything that is kept of them', async () => {
      const app = open()
      const browser = await linked(app)
      await signInWithPassword(app.openBrowser(), 'grace')
      expect(await removeUser(app)).toBe('deleted')
      expect(kept()).toEqual([])
      expect(world.store.rows).toMatchObject({ users: [{ name: 'Grace Hopper' }], accounts: [] })
      if (strategy === 'database') expect(await readSession(browser)).toBeNull()
      expect(await removeUser(app)).toBe('missing')
    })

    test('and refuses it before anything is removed', async () => {
      const app = open({ deleting: () => ({ refused: 'busy' }) })
      const browser = await linked(app)
      expect(await removeUser(app)).toEqual({ refused: 'vault/busy' })
      expect([world.store.rows.users.length, world.store.rows.accounts.length]).toEqual([2, 1])
      expect(kept()).toHaveLength(1)
      expect((await readSession(browser))?.user).toMatchObject({ email: ADA.email })
    })

    test.each([
      ['nothing', () => undefined],
      ['true', () => true],
      ['an error that it does not have', () => ({ refused: 'late' })],
    ])('and deletes no user where it answers %s', async (_, deleting) => {
      const app = open({ deleting: untyped(deleting) })
      await linked(app)
      await expect(removeUser(app)).rejects.toMatchObject({ type: 'InvalidConfiguration' })
      expect([world.store.rows.users.length, kept().length]).toEqual([2, 1])
    })

    test.each(['deleting', 'ending'] as const)(
      'whose deletion goes on where it stopped, after a failure at "%s"',
      async (point) => {
        const options = failing(point)
        const app = open(options)
        await linked(app)
        await expect(removeUser(app)).rejects.toMatchObject({ type: 'CallbackRouteError' })
        expect(world.store.rows.users).toHaveLength(2)
        options.fails = false
        expect(await removeUser(app)).toBe('deleted')
        expect([world.store.rows.users.length, kept()]).toEqual([1, []])
      },
    )

    test('whose rows go also where one is stored before the user is gone', async () => {
      const { adapter } = world.store
      const app = open(
        {},
        {
          adapter: {
            ...adapter,
            async deleteUser(id: string) {
              const values = { userId: id, account: 'late', provider: 'x', token: 'x' }
              await adapter.records?.insert(vaultTokens, { values, version: 1 }, 0)
              // This store keeps rows without their user.
              world.store.rows.users.splice(0, 1)
            },
          },
        },
      )
      expect(await removeUser(app)).toBe('deleted')
      expect(kept()).toEqual([])
    })

    test('where the store cannot delete one, which is said', async () => {
      // oxlint-disable-next-line typescript/unbound-method -- it is left out
      const { deleteUser: _, ...adapter }: Adapter = world.store.adapter
      const app = open({}, { adapter })
      await expect(removeUser(app)).rejects.toMatchObject({ type: 'MissingAdapterMethods' })
    })
  })

  test('does not hear of accounts that others have', async () => {
    const app = open()
    await linked(app)
    const grace = await signInWithPassword(app.openBrowser(), 'grace')
    expectSignedIn(await enterByGuild(grace, 'mona'))
    expect(kept()).toHaveLength(2)
    await removeUser(app)
    expect(kept().map(({ values }) => values['provider'])).toEqual(['guild'])
  })
})
