import type { AuthConfig } from '@latchstring/core'
import type { AnyFeature, ChangeAnswer } from '@latchstring/core/features'
import { BASE, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, PEOPLE, signInWithPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation, readSession } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { createDoor, WORD } from './src/door-feature.ts'
import { passFeature, type PassOptions } from './src/pass-feature.ts'
import { openProofWorld, PROOF_WORLDS, type ProofWorld } from './src/proof-world.ts'

type Fields = Readonly<Record<string, string>>

const BY_SCRIPT = { 'x-auth-return-redirect': '1' }

async function ask(world: ProofWorld, email: string = ADA.email): Promise<string> {
  const browser = world.openBrowser()
  const csrfToken = await browser.csrf(BASE)
  await browser.submit(`${BASE}/pass/ask`, { csrfToken, callbackUrl: '/inside', email })
  return world.last().url
}

/** Opens the link of a mail and sends the form behind it. */
async function useLink(browser: Browser, url: string, headers: Fields = {}): Promise<Response> {
  const [form] = readForms(await (await browser.open(url)).text())
  if (!form) throw new Error('The page has no form.')
  return browser.submit(form.action, form.fields, { origin: 'null', ...headers })
}

const userIn = async (browser: Browser): Promise<string | undefined> =>
  (await readSession(browser))?.user?.email ?? undefined

/** The response leads to the page that says that the application is configured wrongly. */
const expectConfiguration = (response: Response): void =>
  expect(readLocation(response).searchParams.get('error')).toBe('Configuration')

describe.each(PROOF_WORLDS)(
  'A change with a proof by mail that signs in, with sessions by $strategy, a store $store, and $config,',
  (options) => {
    const open = (
      pass: PassOptions = {},
      others: readonly AnyFeature[] = [],
      config: Partial<AuthConfig> = {},
    ): Promise<ProofWorld> => openProofWorld(options, [passFeature(pass), ...others], config)

    test('leads to where the mail was asked for, once, and ends the other sessions but its own', async () => {
      const seen: unknown[] = []
      const world = await open({}, [], {
        events: { signIn: ({ account }) => void seen.push(account?.provider, account?.type) },
      })
      const other = await signInWithPassword(world.openBrowser())
      const browser = world.openBrowser()
      const url = await ask(world)
      world.clock.advance(5)
      expectSignedIn(await useLink(browser, url))
      expect(seen.slice(-2)).toEqual(['pass', 'credentials'])
      world.clock.advance(60)
      expect([await userIn(browser), await userIn(other)]).toEqual([ADA.email, undefined])
      const again = await world.openBrowser().open(url)
      expect(readLocation(again).searchParams.get('error')).toBe('Verification')
    })

    test('replaces the session that the browser had', async () => {
      const world = await open()
      const browser = await signInWithPassword(world.openBrowser(), 'grace')
      expectSignedIn(await useLink(browser, await ask(world)))
      expect(await userIn(browser)).toBe(ADA.email)
    })

    test('answers a script with where it leads', async () => {
      const world = await open()
      const browser = world.openBrowser()
      const answer = await useLink(browser, await ask(world), BY_SCRIPT)
      expect(await readJson(answer)).toEqual({ url: `${ORIGIN}/inside` })
      expect(await userIn(browser)).toBe(ADA.email)
    })

    test.each([{}, BY_SCRIPT])(
      'waits for the step of a gate, which sees what was shown (%j)',
      async (headers) => {
        const door = createDoor()
        const world = await open({}, [door.feature])
        const browser = world.openBrowser()
        const answer = await useLink(browser, await ask(world), headers)
        const to =
          headers === BY_SCRIPT ? (await readJson(answer))['url'] : answer.headers.get('location')
        expect([to, await userIn(browser)]).toEqual([`${BASE}/door/knock`, undefined])
        const { provider, kind, amr, user } = door.asked.at(-1) ?? {}
        expect([provider, kind, amr, user?.id]).toEqual(['pass', 'credentials', ['otp'], ADA.id])
        const csrfToken = await browser.csrf(BASE)
        expectSignedIn(await browser.submit(`${BASE}/door/say`, { csrfToken, word: WORD }))
        expect(await userIn(browser)).toBe(ADA.email)
      },
    )

    test('is refused by a gate, and by the callback of the application, with the proof used up', async () => {
      const closed = createDoor({ phase: 'may', answer: () => ({ refused: 'closed' }) })
      const worlds = [
        await open({}, [closed.feature]),
        await open({}, [], { callbacks: { signIn: () => false } }),
      ]
      for (const world of worlds) {
        const browser = world.openBrowser()
        const url = await ask(world)
        expect(readLocation(await useLink(browser, url)).searchParams.get('error')).toBe(
          'AccessDenied',
        )
        expect(await userIn(browser)).toBeUndefined()
        expect(readLocation(await browser.open(url)).searchParams.get('error')).toBe('Verification')
      }
    })

    test('signs in no other user than that of the proof', async () => {
      const answers: (() => ChangeAnswer)[] = [
        () => ({ signIn: PEOPLE.grace.id }),
        () => ({ signIn: 'id-of-none' }),
        () => ({ signIn: '' }),
      ]
      for (const answer of answers) {
        const world = await open({ answer })
        const browser = world.openBrowser()
        const given = await useLink(browser, await ask(world))
        expectConfiguration(given)
        expect(await userIn(browser)).toBeUndefined()
        expect(world.errors.at(-1)?.type).toBe('InvalidConfiguration')
      }
    })

    test('signs in a user who is registered by it', async () => {
      const world = await open({
        async answer({ proof, users }) {
          const user = await users.register({ email: proof?.email ?? '' })
          return user === 'taken' ? { refused: 'weak' } : { signIn: user.id }
        },
      })
      const browser = world.openBrowser()
      expectSignedIn(await useLink(browser, await ask(world, 'eve@example.com')))
      world.clock.advance(60)
      expect(await userIn(browser)).toBe('eve@example.com')
    })

    test('signs in no user who was not handed over', async () => {
      const world = await open({ answer: ({ proof }) => ({ signIn: proof?.userId ?? '' }) })
      await world.store.updateUser?.({ id: ADA.id, emailVerified: null })
      const browser = world.openBrowser()
      const answer = await useLink(browser, await ask(world))
      expectConfiguration(answer)
      expect(await userIn(browser)).toBeUndefined()
    })

    test('signs in a user who is handed over by it', async () => {
      const world = await open()
      await world.store.updateUser?.({ id: ADA.id, emailVerified: null })
      const stranger = await signInWithPassword(world.openBrowser())
      const browser = world.openBrowser()
      const url = await ask(world)
      world.clock.advance(5)
      expectSignedIn(await useLink(browser, url))
      world.clock.advance(60)
      expect([await userIn(browser), await userIn(stranger)]).toEqual([ADA.email, undefined])
    })

    test.runIf(options.store === 'in SQL')(
      'gives no session where another request ends those of the user meanwhile, before or after its own ending',
      async () => {
        for (const when of ['before', 'after']) {
          const disable = () => world.auth.sessions().changed(ADA.id, 'user-disabled')
          const world: ProofWorld = await open({
            async answer({ endSessions }) {
              world.clock.advance(1)
              if (when === 'before') await disable()
              world.clock.advance(1)
              await endSessions(ADA.id, 'password-reset')
              world.clock.advance(1)
              if (when === 'after') await disable()
              return { signIn: ADA.id }
            },
          })
          const browser = world.openBrowser()
          const answer = await useLink(browser, await ask(world))
          expect(answer.status).toBe(400)
          expect(await userIn(browser)).toBeUndefined()
        }
      },
    )

    test('that is busy answers 503 and leaves the proof as it was', async () => {
      let isBusy = true
      const world = await open({
        answer: ({ proof }) => (isBusy ? { busy: 7 } : { signIn: proof?.userId ?? '' }),
      })
      const browser = world.openBrowser()
      const url = await ask(world)
      for (const headers of [{}, BY_SCRIPT, { accept: 'application/json' }]) {
        const answer = await useLink(browser, url, headers)
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
      }
      isBusy = false
      expectSignedIn(await useLink(browser, url))
    })

    test('and other actions that are busy answer 503, as page and JSON, also programs', async () => {
      const browser = (await open()).openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const page = await browser.submit(`${BASE}/pass/work`, { csrfToken })
      const json = await browser.submit(
        `${BASE}/pass/work`,
        { csrfToken },
        { accept: 'application/json' },
      )
      const hook = await browser.submitJson(`${BASE}/pass/hook`, {}, { accept: 'application/json' })
      for (const { status, headers } of [page, json, hook]) {
        expect([status, headers.get('retry-after')]).toEqual([503, '7'])
      }
      expect(await page.text()).toContain('Temporarily unavailable')
      expect(await readJson(json)).toMatchObject({ error: 'ServiceBusy' })
    })
  },
)
