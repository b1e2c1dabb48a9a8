import { BASE } from '@latchstring/test-kit/app'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, copyCookies, signInWithPassword } from '@latchstring/test-kit/people'
import { readLocation } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { wrongCode } from './src/letters.ts'
import {
  formTo,
  openProofWorld,
  post,
  PROOF_WORLDS,
  type ProofWorld,
  useLink,
} from './src/proof-world.ts'
import { welcomeFeature } from './src/welcome-feature.ts'

const EVE = 'eve@example.com'
const TO_ERROR = `${BASE}/error?error=Verification`

const codeOf = (world: ProofWorld): string => world.last().code ?? ''

/** The response leads to the page that says that a link is no good. */
function expectDead(response: Response): void {
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    expect.stringContaining(TO_ERROR),
  ])
}

describe.each(PROOF_WORLDS)(
  'A proof by mail with sessions by $strategy, a store $store, and $config,',
  (options) => {
    const feature = welcomeFeature()
    let world: ProofWorld

    beforeEach(async () => {
      world = await openProofWorld(options, [feature])
    })

    const wordOf = (userId: string) => world.auth.system(feature).wordOf(userId)
    const enter = { word: 'enter', fields: { word: 'sesame' } }
    const reset = { word: 'reset', fields: { word: 'sesame' } }

    async function ask(browser = world.openBrowser(), email = EVE) {
      const asked = await post(browser, 'ask', { email })
      expect(readLocation(asked).pathname).toBe('/auth/welcome/join')
      return browser
    }

    async function forget(browser = world.openBrowser(), email: string = ADA.email) {
      await post(browser, 'forgot', { email })
      return browser
    }

    test('is used with the link, in another browser, once', async () => {
      await ask()
      const { url, identifier, purpose, expires } = world.last()
      expect([identifier, purpose, expires.getTime()]).toEqual([
        EVE,
        'welcome/register',
        world.clock.now() + 20 * 60_000,
      ])
      const browser = world.openBrowser()
      const page = await browser.open(url)
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      const html = await page.text()
      expect(html).toContain(`${EVE} {&quot;from&quot;:&quot;ask&quot;}`)
      expect(html).not.toContain('name="code"')

      const answer = await readJson(await useLink(browser, url, enter))
      expect(answer).toMatchObject({ verified: true })
      expect(await wordOf(String(answer['id']))).toBe('sesame')
      expectDead(await useLink(browser, url, enter))
    })

    test('is used with the code, in the browser that asked, once', async () => {
      const browser = await ask()
      const html = await (await browser.open(`${BASE}/welcome/join`)).text()
      const form = formTo(html, 'enter')
      expect(Object.keys(form.fields)).toContain('code')
      const typed = { ...form.fields, word: 'sesame', code: ` ${codeOf(world).toLowerCase()} ` }
      const answer = await browser.submit(form.action, typed, { origin: 'null' })
      expect(await readJson(answer)).toMatchObject({ verified: true })
      expectDead(await browser.submit(form.action, typed, { origin: 'null' }))
      expectDead(await world.openBrowser().open(world.last().url))
    })

    test('has a code that is of no use in another browser', async () => {
      await ask()
      expectDead(await post(world.openBrowser(), 'enter', { word: 'sesame', code: codeOf(world) }))
    })

    test('is dead for codes after five wrong ones, and alive for its link', async () => {
      const browser = await ask()
      const code = codeOf(world)
      for (const status of [403, 403, 403, 403, 302]) {
        const answer = await post(browser, 'enter', { word: 'sesame', code: wrongCode(code) })
        expect(answer.status).toBe(status)
        if (status === 403) expect(await answer.text()).toContain('That code is incorrect')
      }
      expectDead(await post(browser, 'enter', { word: 'sesame', code }))
      expect((await useLink(browser, world.last().url, enter)).status).toBe(200)
    })

    test('counts no more than five of many codes at the same time', async () => {
      const browser = await ask()
      const csrfToken = await browser.csrf(BASE)
      const wrong = { csrfToken, word: 'sesame', code: wrongCode(codeOf(world)) }
      const tries = Array.from({ length: 12 }, () =>
        browser.submit(`${BASE}/welcome/enter`, wrong, { accept: 'application/json' }),
      )
      for (const { status } of await Promise.all(tries)) expect(status).toBe(403)
      expectDead(await post(browser, 'enter', { word: 'sesame', code: codeOf(world) }))
    })

    test('gets one of many simultaneous requests through, by link and by code', async () => {
      const asking = await ask()
      const { url } = world.last()
      const token = new URL(url).searchParams.get('proof') ?? ''
      const csrfToken = await asking.csrf(BASE)
      const send = (fields: Record<string, string>) =>
        asking.submit(
          `${BASE}/welcome/enter`,
          { csrfToken, word: 'sesame', ...fields },
          { accept: 'application/json' },
        )
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          send(index % 2 === 0 ? { proof: token } : { code: codeOf(world) }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(7)
    })

    test('is not used up by a scanner that opens the link, with GET and HEAD', async () => {
      await ask()
      const { url } = world.last()
      for (const method of ['GET', 'HEAD', 'GET']) {
        const answer = await world.auth.handle(
          new Request(url, { method, headers: { accept: 'text/html' } }),
        )
        expect(answer.status).toBe(200)
      }
      expect((await useLink(world.openBrowser(), url, enter)).status).toBe(200)
    })

    test('is of no use for another purpose, nor to sign in, and a sign-in is no proof', async () => {
      const browser = await ask()
      const { url, code = '', token } = world.last()
      expectDead(await browser.open(`${BASE}/welcome/again?proof=${token}`))
      expectDead(await post(browser, 'reset', { word: 'sesame', proof: token }))
      expectDead(await post(browser, 'reset', { word: 'sesame', code }))
      expectDead(await browser.open(`${BASE}/callback/mail?token=${token}&email=${EVE}`))
      const csrfToken = await browser.csrf(BASE)
      expectDead(await browser.submit(`${BASE}/callback/mail`, { csrfToken, code }))

      const other = world.openBrowser()
      await other.submit(`${BASE}/signin/mail`, { csrfToken: await other.csrf(BASE), email: EVE })
      const signIn = world.last()
      expect(signIn.purpose).toBeUndefined()
      expectDead(await other.open(`${BASE}/welcome/join?proof=${signIn.token}`))
      expectDead(await post(other, 'enter', { word: 'sesame', code: signIn.code ?? '' }))
      expect((await useLink(browser, url, enter)).status).toBe(200)
    })

    test('is dead from the moment on that it expires', async () => {
      const browser = await ask()
      const { url } = world.last()
      world.clock.advance(20 * 60 - 1)
      expect((await browser.open(url)).status).toBe(200)
      world.clock.advance(1)
      expectDead(await browser.open(url))
      expectDead(await post(browser, 'enter', { word: 'sesame', code: codeOf(world) }))
    })

    test('stays usable when the action refuses, by link and by code', async () => {
      const browser = await ask()
      const { url } = world.last()
      const weak = { word: 'enter', fields: { word: 'no' } }
      for (let times = 0; times < 7; times += 1) {
        const refused = await useLink(browser, url, weak)
        expect(refused.status).toBe(422)
        const html = await refused.text()
        expect(html).toContain('The word is too short.')
        expect(formTo(html, 'enter').fields['proof']).toBe(new URL(url).searchParams.get('proof'))
        const typed = await post(browser, 'enter', { word: 'no', code: codeOf(world) })
        expect(typed.status).toBe(422)
        expect(Object.keys(formTo(await typed.text(), 'enter').fields)).toContain('code')
      }
      const code = codeOf(world)
      expect((await post(browser, 'enter', { word: 'sesame', code })).status).toBe(200)
    })

    test('is useless after an action that broke off', async () => {
      await forget()
      const { url } = world.last()
      const crash = { word: 'reset', fields: { word: 'crash' } }
      const broken = await useLink(world.openBrowser(), url, crash)
      expect(broken.status).toBeGreaterThanOrEqual(300)
      expect(world.errors.at(-1)?.type).toBe('CallbackRouteError')
      expectDead(await useLink(world.openBrowser(), url, reset))
      expect(await wordOf(ADA.id)).toBeNull()
    })

    test('does the work of its action, and ends sessions and other proofs of the user', async () => {
      const signedIn = await signInWithPassword(world.openBrowser())
      world.clock.advance(1)
      await forget()
      const first = world.last().url
      await forget()
      world.clock.advance(1)
      const answer = await useLink(world.openBrowser(), world.last().url, reset)
      expect(await readJson(answer)).toEqual({ id: ADA.id, verified: true })
      expect(await wordOf(ADA.id)).toBe('sesame')
      expectDead(await useLink(world.openBrowser(), first, reset))
      expect(await (await signedIn.open(`${BASE}/session`)).json()).toBeNull()
    })

    test.each(['password-changed', 'email-changed', 'user-disabled'] as const)(
      'ends with the change %s of its user',
      async (change) => {
        await forget()
        const { url } = world.last()
        await forget(undefined, 'grace@example.com')
        await world.auth.sessions().changed(ADA.id, change)
        expectDead(await world.openBrowser().open(url))
        expect((await world.openBrowser().open(world.last().url)).status).toBe(200)
      },
    )

    test('ends when the user has another address, and with the user', async () => {
      await forget()
      const { url } = world.last()
      await world.watched.adapter.updateUser?.({ id: ADA.id, email: 'ada@elsewhere.example' })
      expectDead(await world.openBrowser().open(url))
      await world.watched.adapter.updateUser?.({ id: ADA.id, email: ADA.email })
      expect((await world.openBrowser().open(url)).status).toBe(200)
      await world.watched.adapter.deleteUser?.(ADA.id)
      expectDead(await world.openBrowser().open(url))
    })

    test('of another address ends when the owner of the first one proves it', async () => {
      const adapter = world.watched.adapter
      await adapter.updateUser?.({ id: ADA.id, emailVerified: null })
      const stranger = await signInWithPassword(world.openBrowser())
      await post(stranger, 'move', { email: 'stranger@example.com' })
      const { url, identifier } = world.last()
      expect(identifier).toBe('stranger@example.com')
      await forget()
      const owner = await useLink(world.openBrowser(), world.last().url, reset)
      expect(await readJson(owner)).toEqual({ id: ADA.id, verified: true })
      expectDead(await world.openBrowser().open(url))
      expect(await (await stranger.open(`${BASE}/session`)).json()).toBeNull()
    })

    test('is withdrawn where the session that asks for it ends at the same time', async () => {
      const browser = await signInWithPassword(world.openBrowser())
      world.clock.advance(1)
      let isEnded = false
      world.watched.intercept('getUser', async (id) => {
        const user = await world.store.getUser?.(String(id))
        if (!isEnded) {
          isEnded = true
          await world.auth.sessions().end({ user: ADA.id })
        }
        return user
      })
      const asked = await post(browser, 'move', { email: EVE }, { accept: 'application/json' })
      expect([asked.status, isEnded]).toEqual([401, true])
      expect(world.mails).toEqual([])
      expect(world.watched.calls).toContain('records.drop')
    })

    test('proves nothing about a user with another address', async () => {
      const browser = await signInWithPassword(world.openBrowser())
      await post(browser, 'move', { email: EVE })
      const { url, code = '' } = world.last()
      const form = { word: 'keep', fields: {} }
      const used = await useLink(world.openBrowser(), url, form)
      expect(await readJson(used)).toEqual({
        email: EVE,
        userId: ADA.id,
        data: null,
        proven: null,
      })
      expectDead(await post(browser, 'keep', { code }))
    })

    test('has the same answer and the same calls of the store for known and unknown addresses', async () => {
      const seen = []
      for (const email of [ADA.email, 'no-user@example.com', ADA.email, 'none@example.com']) {
        for (const word of ['ask', 'forgot']) {
          const browser = world.openBrowser()
          await browser.csrf(BASE)
          world.watched.calls.splice(0)
          const answer = await post(browser, word, { email })
          const cookies = answer.headers
            .getSetCookie()
            .map((cookie) => cookie.replace(/\.[\w-]+=[^;]+/, '').length)
          const page = await browser.open(answer.headers.get('location') ?? '')
          const body = (await page.text()).replaceAll(/value="[^"]+"/g, '')
          const typed = await post(browser, word === 'ask' ? 'enter' : 'reset', {
            word: 'sesame',
            code: 'AAAA-AAAA',
          })
          seen.push({
            word,
            status: answer.status,
            to: answer.headers.get('location'),
            cookies,
            body,
            typed: typed.status,
            // Expired rows are deleted now and then, for each address.
            calls: world.watched.calls
              .filter((call) => call !== 'records.deleteExpired')
              .map((call) => (/getUser(ByEmail)?$/.test(call) ? 'getUser' : call)),
          })
        }
      }
      for (const one of seen) {
        expect(one).toEqual(seen.find(({ word }) => word === one.word))
      }
      expect(world.mails).toHaveLength(8)
      expect(world.mails.map(({ purpose }) => purpose).slice(0, 4)).toEqual([
        'welcome/known',
        'welcome/reset',
        'welcome/register',
        'welcome/known',
      ])
    })

    test('has a notice in its place that proves nothing', async () => {
      const browser = world.openBrowser()
      await post(browser, 'ask', { email: ADA.email })
      const { url, code, token, purpose } = world.last()
      expect([url, code, token, purpose]).toEqual([
        `${BASE}/signin`,
        undefined,
        '',
        'welcome/known',
      ])
    })

    test('is withdrawn where the mail server fails, with an answer that says so', async () => {
      world.fail(new Error('connect ECONNREFUSED'))
      const browser = world.openBrowser()
      for (const email of [EVE, ADA.email]) {
        const answer = await post(browser, 'ask', { email }, { accept: 'application/json' })
        expect(answer.status).toBe(503)
        expect(await readJson(answer)).toMatchObject({ error: 'EmailSignInError' })
      }
      expect(world.watched.calls.filter((call) => call === 'records.drop')).toHaveLength(2)
      world.fail(null)
      await ask(browser)
      expect((await useLink(browser, world.last().url, enter)).status).toBe(200)
    })

    test('stays usable where the store fails before its action', async () => {
      for (const verb of ['records.change', 'records.get'] as const) {
        await ask()
        const browser = world.openBrowser()
        const { url } = world.last()
        const form = formTo(await (await browser.open(url)).text(), 'enter')
        world.watched.breakDown(verb)
        const failed = await browser.submit(
          form.action,
          { ...form.fields, word: 'sesame' },
          { origin: 'null', accept: 'application/json' },
        )
        expect(failed.status).toBe(503)
        world.watched.repair()
        expect((await browser.open(url)).status).toBe(200)
      }
    })

    test('works although its row stays where the store fails at the end', async () => {
      await ask()
      const { url } = world.last()
      world.watched.breakDown('records.drop')
      expect((await useLink(world.openBrowser(), url, enter)).status).toBe(200)
      world.watched.repair()
      expectDead(await world.openBrowser().open(url))
      expect(world.errors[0]?.type).toBe('AdapterError')
    })

    test('is sent no more where the budget of the address is used up, with the same answer', async () => {
      for (let times = 0; times < 7; times += 1) await ask()
      expect(world.mails).toHaveLength(5)
    })

    test('is asked for by operations, with a link alone', async () => {
      const browser = await signInWithPassword(world.openBrowser())
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
      const request = new Request(`${BASE}/x`, { headers: { cookie, host: 'app.example' } })
      expect(await world.auth.feature(feature, request).invite(EVE)).toBe(true)
      const { url, code, texts } = world.last()
      expect(code).toBeUndefined()
      expect(texts?.mail.subject).toBe('Ada Lovelace invites you to {host}')
      const form = { word: 'accept', fields: {} }
      const used = await useLink(world.openBrowser(), url, form)
      expect(await readJson(used)).toEqual({ email: EVE, userId: null, data: ADA.id })
      expect(await world.auth.system(feature).invite('no address')).toBe(false)
      expect(await world.auth.system(feature).invite(EVE)).toBe(true)
      expect(world.last().url).toContain(`${BASE}/welcome/invited?proof=`)
    })

    test('is refused without CSRF token, from another origin, and with neither link nor code', async () => {
      const browser = await ask()
      const { token } = world.last()
      const fields = { word: 'sesame', proof: token }
      const url = `${BASE}/welcome/enter`
      const bare = await browser.submit(url, fields, { accept: 'application/json' })
      expect(bare.status).toBe(403)
      const foreign = await post(browser, 'enter', fields, { origin: 'https://evil.example' })
      expect(foreign.status).toBe(403)
      expectDead(await post(browser, 'enter', { word: 'sesame' }))
      expectDead(await post(browser, 'enter', { word: 'sesame', proof: `${token}x` }))
      expect((await post(browser, 'enter', fields)).status).toBe(200)
    })

    test('is good in a thief of cookies only as far as the code is known', async () => {
      const browser = await ask()
      const thief = copyCookies(browser, world.openBrowser())
      const answer = await post(thief, 'enter', { word: 'sesame', code: 'AAAA-AAAA' })
      expect(answer.status).toBe(403)
    })
  },
)
