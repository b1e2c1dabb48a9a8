import type { ChangeAction, Feature, FeatureGate } from '@latchstring/core/features'
import { BASE } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { ADA, signInWithPassword } from '@latchstring/test-kit/people'
import { describe, expect, test } from 'vitest'
import { openProofWorld, post, PROOF_WORLDS, type ProofWorld, useLink } from './src/proof-world.ts'
import {
  welcomeFeature,
  type WelcomeOperations,
  type WelcomeSystem,
  words,
} from './src/welcome-feature.ts'

type Welcome = Feature<WelcomeOperations, WelcomeSystem>
type Run = Awaited<ReturnType<ChangeAction['load']>>['run']

/** What the forms of the feature send. */
const WORD = { word: { kind: 'text', max: 50, optional: true } } as const

const JSON_ONLY = { accept: 'application/json' }

/** A place where an action is held until something else has happened. */
function createHold() {
  let arrive = (): void => undefined
  let leave = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const left = new Promise<void>((resolve) => (leave = resolve))
  const hold = async (): Promise<void> => {
    arrive()
    await left
  }
  return { arrived, hold, release: () => leave() }
}

/** The feature with another action. */
function withAction(word: string, action: Omit<ChangeAction, 'kind' | 'load'>, run: Run): Welcome {
  const feature = welcomeFeature()
  const added: ChangeAction = { kind: 'change', ...action, load: async () => ({ run }) }
  return { ...feature, actions: { ...feature.actions, [word]: added } }
}

async function signInByMail(world: ProofWorld, email: string): Promise<Response> {
  const browser = world.openBrowser()
  const csrfToken = await browser.csrf(BASE)
  await browser.submit(`${BASE}/signin/mail`, { csrfToken, callbackUrl: '/inside', email })
  return browser.open(world.last().url)
}

async function reset(world: ProofWorld, word: string): Promise<Response> {
  const browser = world.openBrowser()
  await post(browser, 'forgot', { email: ADA.email }, JSON_ONLY)
  return useLink(browser, world.last().url, { word: 'reset', fields: { word } })
}

describe.each(PROOF_WORLDS)(
  'A first proof with sessions by $strategy, $store, $config',
  (options) => {
    const wordOf = (world: ProofWorld, feature: Welcome, id: string): Promise<string | null> =>
      world.auth.system(feature).wordOf(id)

    /** An application in which Ada's address is not proven. */
    async function open(feature: Welcome): Promise<ProofWorld> {
      const world = await openProofWorld(options, [feature])
      await world.store.updateUser?.({ id: ADA.id, emailVerified: null })
      return world
    }

    /** Lets the owner of an address prove it while the action of another person is held. */
    async function meet(
      world: ProofWorld,
      { arrived, release }: ReturnType<typeof createHold>,
      request: Promise<Response>,
      proof: () => Promise<Response>,
    ): Promise<Response> {
      await arrived
      world.clock.advance(1)
      await proof()
      world.clock.advance(1)
      release()
      return request
    }

    test('in a change is refused where a gate lets the user in no more, and removes nothing', async () => {
      const gate: FeatureGate = {
        phase: 'may',
        load: async () => ({
          async ask({ records, signIn: { user } }) {
            const row = user && (await records.get(words, { userId: user.id }))
            return row?.word === 'banned' ? { refused: 'taken' } : 'pass'
          },
        }),
      }
      const feature: Welcome = { ...welcomeFeature(), gate }
      const world = await open(feature)
      await world.auth.system(feature).set(ADA.id, 'banned')
      world.clock.advance(3)
      expect((await reset(world, 'owner-word')).status).not.toBe(200)
      expect(await wordOf(world, feature, ADA.id)).toBe('banned')
    })

    test('by a proof that a gate has refused is one with the same link once the gate lets the user in', async () => {
      let isOpen = false
      const gate: FeatureGate = {
        phase: 'may',
        load: async () => ({ ask: () => (isOpen ? 'pass' : { refused: 'taken' }) }),
      }
      const proves: Run = async ({ users, records }) => {
        const user = await users.proveEmail()
        if (user) await records.insert(words, { userId: user.id, word: 'owner-word' })
        return { json: { id: user?.id ?? null } }
      }
      const proof = { session: 'proof', proof: 'reset', inputs: WORD } as const
      const feature: Welcome = { ...withAction('reset', proof, proves), gate }
      const world = await open(feature)
      const browser = world.openBrowser()
      await post(browser, 'forgot', { email: ADA.email }, JSON_ONLY)
      const { url } = world.last()
      const to = { word: 'reset', fields: { word: '' } }
      for (const round of [1, 2]) {
        const refused = await useLink(world.openBrowser(), url, to)
        expect([round, refused.headers.get('location')]).toEqual([
          round,
          expect.stringContaining('AccessDenied'),
        ])
      }
      expect(await wordOf(world, feature, ADA.id)).toBeNull()
      isOpen = true
      expect(await (await useLink(browser, url, to)).json()).toEqual({ id: ADA.id })
      expect(await wordOf(world, feature, ADA.id)).toBe('owner-word')
      expect((await useLink(browser, url, to)).status).toBe(302)
    })

    test('is not undone by a change of a session from before it that is under way', async () => {
      const held = createHold()
      const feature = withAction('set', {}, async ({ user, records }) => {
        await held.hold()
        const row = user && (await records.get(words, { userId: user.id }))
        if (row) await records.change(words, row, { word: 'stranger' })
        return { json: {} }
      })
      const world = await open(feature)
      const stranger = await signInWithPassword(world.openBrowser())
      const answer = await meet(world, held, post(stranger, 'set', {}, JSON_ONLY), () =>
        reset(world, 'owner-word'),
      )
      expect(answer.status).toBe(401)
      expect(await wordOf(world, feature, ADA.id)).toBe('owner-word')
    })

    test.each([
      ['a visitor', (browser: Browser) => Promise.resolve(browser)],
      ['another user', (browser: Browser) => signInWithPassword(browser, 'grace')],
    ])('ends what %s stores for a user who was registered before it', async (_, enter) => {
      const held = createHold()
      const email = 'owner@example.org'
      const feature = withAction('sign-up', { session: 'none' }, async ({ users, records }) => {
        const user = await users.register({ email })
        if (user === 'taken') return { refused: 'taken' }
        await held.hold()
        await records.insert(words, { userId: user.id, word: 'stranger' })
        return { json: {} }
      })
      const world = await open(feature)
      const stranger = await enter(world.openBrowser())
      const answer = await meet(world, held, post(stranger, 'sign-up', {}, JSON_ONLY), () =>
        signInByMail(world, email),
      )
      expect(answer.status).not.toBe(200)
      const owner = await world.store.getUserByEmail?.(email)
      expect(await wordOf(world, feature, owner?.id ?? '')).toBeNull()
    })

    test('ends a proof of another address that the session from before it is using', async () => {
      const held = createHold()
      const feature = withAction(
        'keep',
        { session: 'proof', proof: 'move', inputs: WORD },
        async ({ proof, records }) => {
          await held.hold()
          await records.insert(words, { userId: proof?.userId ?? '', word: 'stranger' })
          return { json: {} }
        },
      )
      const world = await open(feature)
      const stranger = await signInWithPassword(world.openBrowser())
      await post(stranger, 'move', { email: 'stranger@example.org' }, JSON_ONLY)
      const { url } = world.last()
      const used = useLink(world.openBrowser(), url, { word: 'keep', fields: {} })
      const answer = await meet(world, held, used, () => signInByMail(world, ADA.email))
      expect(answer.status).not.toBe(200)
      expect(await wordOf(world, feature, ADA.id)).toBeNull()
    })

    test('ends what was asked for before it about its address alone', async () => {
      const world = await openProofWorld(options, [welcomeFeature()])
      const stranger = world.openBrowser()
      await post(stranger, 'ask', { email: 'owner@example.org' }, JSON_ONLY)
      const { url } = world.last()
      await signInByMail(world, 'owner@example.org')
      world.clock.advance(120)
      expect((await stranger.open(url)).status).not.toBe(200)
    })

    test('has to come before what an action stores for its user', async () => {
      const feature = withAction(
        'reset',
        { session: 'proof', proof: 'reset', inputs: WORD },
        async ({ proof, records }) => {
          await records.insert(words, { userId: proof?.userId ?? '', word: 'owner-word' })
          return { json: {} }
        },
      )
      const world = await open(feature)
      expect((await reset(world, 'owner-word')).status).not.toBe(200)
      expect(await wordOf(world, feature, ADA.id)).toBeNull()
      expect(world.errors.map(({ message }) => message).join(' ')).toContain('proveEmail')
    })
  },
)
