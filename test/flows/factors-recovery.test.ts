import { factors, recoveries, type RecoveryOptions } from '@latchstring/factors'
import { BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import { ADA, passwords, PEOPLE, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  readSession,
  sessionCookies,
} from '@latchstring/test-kit/story'
import type { AuthConfig } from '@latchstring/core'
import type { EmailConfig } from '@latchstring/core/providers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sourceOf } from './src/acting-world.ts'
import { enterByGuild, enterByLink } from './src/gate-world.ts'
import { passFeature } from './src/pass-feature.ts'
import {
  codeOf,
  codesIn,
  factsOf,
  type FactorsWorld,
  formOf,
  giveApp,
  keyIn,
  openFactorStore,
  openFactorsWorld,
  send,
  setUp,
  signInWithCode,
  type Started,
} from './src/factors-world.ts'

const idp = idpForEachTest()

const HOUR = 3600
const DELAY = 24
const WEEK = 7 * 24 * HOUR
const deriveBits = crypto.subtle.deriveBits.bind(crypto.subtle)

const OTHER_SECRET = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'
const BACKUP_CODE = 'aB3dE-fG7hJ'

/** What the pages and forms of a sign-in that waits are, of either step. */
const STEPS = {
  challenge: ['check', 'recover', 'lost-mail'],
  replace: ['replace-begin', 'replace-confirm', 'replace-found'],
} as const

describe.each(STRATEGIES)('Lost factors, with sessions by %s,', (strategy) => {
  let world: FactorsWorld
  let started: Started

  const start = (
    options: Partial<RecoveryOptions> = {},
    config: Partial<AuthConfig> = {},
  ): Started => world.start({ recovery: { delay: DELAY, notify: true, ...options } }, config)

  beforeEach(async () => {
    // What the rounds of hashes cost is of no interest here.
    vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((algorithm, key, length) =>
      deriveBits(
        typeof algorithm === 'object' && 'iterations' in algorithm
          ? { ...algorithm, iterations: 1 }
          : algorithm,
        key,
        length ?? null,
      ),
    )
    world = await openFactorsWorld(strategy, idp, openFactorStore)
    started = start()
    await giveApp(started, world.clock)
    await started.system().importCodes(ADA.id, [BACKUP_CODE])
    // One more, which is lost as well.
    await started.system().importTotp(ADA.id, { secret: { base32: OTHER_SECRET } })
    world.clock.advance(60)
  })

  const open = (): Browser => started.app.openBrowser()
  const paths = (): readonly string[] =>
    world.box.letters.map(({ url }) => new URL(url).pathname.replace('/auth/', ''))

  async function row() {
    const query = { field: 'userId', value: ADA.id, limit: 10 }
    const found = await world.store.adapter.records?.find(recoveries, query)
    return found?.rows[0]?.values ?? null
  }

  /** Shows the first factor. */
  async function waiting(step: keyof typeof STEPS, browser = open()): Promise<Browser> {
    const { headers } = await submitPassword(browser, 'ada')
    expect(headers.get('location')).toBe(`${BASE}/factors/${step}`)
    expect(sessionCookies(browser)).toEqual([])
    return browser
  }

  /** Asks by mail, and confirms it in another browser. */
  async function ask(browser?: Browser): Promise<Response> {
    const one = browser ?? (await waiting('challenge'))
    expect((await send(one, 'lost-mail')).status).toBe(200)
    const reader = open()
    const { fields } = await formOf(await reader.open(world.box.lastLink().url), 'recovery-begin')
    const begun = await send(reader, 'recovery-begin', fields)
    expect(begun.status).toBe(200)
    return begun
  }

  /** When a request of now is due, to the full minute. */
  function dueDate(): string {
    const due = Math.ceil(world.clock.now() / 60_000) * 60_000 + DELAY * HOUR * 1000
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(due)
    return `${day} at ${new Date(due).toISOString().slice(11, 16)} UTC`
  }

  const wait = (hours = DELAY): void => world.clock.advance(hours * HOUR)

  /** Sets up a new app in a sign-in that may. */
  async function replace(browser: Browser) {
    return setUp(browser, world.clock, { begin: 'replace-begin', confirm: 'replace-confirm' })
  }

  test('are replaced after the delay, and every session ends with them', async () => {
    const session = await signInWithCode(started.app, world.clock)
    const guest = open()
    expectSignedIn(await enterByGuild(guest, 'mona'))
    const browser = await waiting('challenge')
    expect(await (await browser.open(`${BASE}/factors/backup`)).text()).toContain(
      `${BASE}/factors/lost`,
    )
    const lost = await (await browser.open(`${BASE}/factors/lost`)).text()
    expect(lost).toContain('there’s a waiting time')
    const begun = await (await ask(browser)).text()
    expect(begun).toContain(`From ${dueDate()}, sign in`)
    // The sign-in that asked gets nothing by it, and the user is written to.
    expect(await readSession(browser)).toBeNull()
    expect(paths()).toEqual(['factors/recovery-confirm', 'factors/recovery'])
    expect(await (await session.open(`${BASE}/account`)).text()).toContain('Cancel the request')

    wait(DELAY - 1)
    await waiting('challenge')
    wait(1)
    const next = await waiting('replace')
    world.clock.advance(1)
    const { page, codes, secret } = await replace(next)
    expect([page.status, codes.length]).toEqual([200, 5])
    expect(paths().at(-1)).toBe('signin')
    expect(await row()).toBeNull()
    expect([await readSession(session), await readSession(next)]).toEqual([null, null])
    expect(await readSession(guest)).not.toBeNull()

    // What was there before is a factor no more; the new ones are.
    world.clock.advance(60)
    const again = await waiting('challenge')
    for (const [word, code] of [
      ['check', codeOf(world.clock)],
      ['check', codeOf(world.clock, { secret: OTHER_SECRET })],
      ['recover', BACKUP_CODE],
    ] as const) {
      expect([word, (await send(again, word, { code })).status]).toEqual([word, 400])
    }
    expectSignedIn(await send(again, 'check', { code: codeOf(world.clock, { secret }) }))
    expect(await factsOf(started.app, again)).toMatchObject({ aal: 2 })
    expectSignedIn(await send(await waiting('challenge'), 'recover', { code: codes[0] ?? '' }))
  })

  test('are asked for by the code of the mail as well, in the browser that asked', async () => {
    const browser = await waiting('challenge')
    const sent = await send(browser, 'lost-mail')
    await formOf(sent, 'recovery-begin')
    const { code } = world.box.last()
    expect((await send(browser, 'recovery-begin', { code })).status).toBe(200)
    expect(await row()).not.toBeNull()
  })

  test('are not replaced sooner by asking again, and from the start after it was cancelled', async () => {
    await ask()
    const first = await row()
    wait(10)
    await send(await waiting('challenge'), 'lost-mail')
    expect(paths()).toHaveLength(2)
    expect(
      await (await (await waiting('challenge')).open(`${BASE}/factors/lost`)).text(),
    ).toContain('A new authenticator app was requested')
    expect(await row()).toEqual(first)
    expectSignedIn(await send(await waiting('challenge'), 'check', { code: codeOf(world.clock) }))
    expect(await row()).toBeNull()
    await ask()
    wait(DELAY - 1)
    await waiting('challenge')
    wait(1)
    await waiting('replace')
  })

  test('stay as they are where a mail is used that was sent before a factor was shown', async () => {
    await send(await waiting('challenge'), 'lost-mail')
    const { url } = world.box.lastLink()
    await signInWithCode(started.app, world.clock)
    expect((await open().open(url)).status).not.toBe(200)
    expect(await row()).toBeNull()
  })

  describe('and a request that runs', () => {
    let session: Browser

    beforeEach(async () => {
      session = await signInWithCode(started.app, world.clock)
      world.clock.advance(60)
      await ask()
    })

    const own = () => started.app.auth.feature(started.feature, sourceOf(session))

    async function expectCancelled(): Promise<void> {
      expect(await row()).toBeNull()
      expect(paths().slice(2)).toEqual(['signin'])
      wait()
      await waiting('challenge')
    }

    test('is cancelled on the page that the mail leads to', async () => {
      const url = world.box.lastLink().url
      expect(readLocation(await open().open(url)).pathname).toBe('/auth/signin')
      const page = await session.open(url)
      await send(session, 'recovery-cancel', (await formOf(page, 'recovery-cancel')).fields)
      expect(await (await session.open(url)).text()).toContain('There’s no request for a new app.')
      await expectCancelled()
    })

    test('is listed and cancelled by operations', async () => {
      const { recovery } = await own().list()
      expect(Number(recovery?.dueAt) - Number(recovery?.askedAt)).toBe(DELAY * HOUR * 1000)
      expect([await own().cancelRecovery(), await own().cancelRecovery()]).toEqual([true, false])
      expect(await own().list()).not.toHaveProperty('recovery')
      await expectCancelled()
    })

    test.each([
      ['the code of the app', 'check', (): string => codeOf(world.clock)],
      ['a backup code', 'recover', (): string => BACKUP_CODE],
    ] as const)('is cancelled by a sign-in with %s', async (_, word, code) => {
      expectSignedIn(await send(await waiting('challenge'), word, { code: code() }))
      await expectCancelled()
    })

    test('is cancelled by a session that shows the code of the app', async () => {
      await send(session, 'confirm', { code: codeOf(world.clock) })
      await expectCancelled()
    })

    test('is void once there is an app that was set up since', async () => {
      await started.system().removeAll(ADA.id)
      world.clock.advance(1)
      await giveApp(started, world.clock)
      wait()
      await waiting('challenge')
      await ask()
      await waiting('challenge')
    })

    test('ends with its user, and a week after its time', async () => {
      wait(DELAY)
      world.clock.advance(WEEK - 1)
      await waiting('replace')
      world.clock.advance(1)
      await waiting('challenge')
      await ask()
      expect(await row()).not.toBeNull()
      await world.store.adapter.deleteUser?.(ADA.id)
      expect(await row()).toBeNull()
    })

    test('is cancelled where it is due, by a code of a person who did not ask', async () => {
      wait()
      const wrong = await waiting('replace')
      expect((await send(wrong, 'replace-found', { code: '1-22222-22222' })).status).toBe(400)
      expectSignedIn(await send(wrong, 'replace-found', { code: codeOf(world.clock) }))
      expect(await readSession(session)).not.toBeNull()
      expect(await row()).toBeNull()
      await ask()
      wait()
      world.clock.advance(1)
      expectSignedIn(await send(await waiting('replace'), 'replace-found', { code: BACKUP_CODE }))
      expect([await readSession(session), await row()]).toEqual([null, null])
    })

    test('lets one of several sign-ins replace, in whichever instance', async () => {
      started = start({}, { limits: false })
      const [here, there] = [started, start({}, { limits: false })]
      wait()
      const browsers = await Promise.all(
        [here, there, here, there].map(({ app }) => waiting('replace', app.openBrowser())),
      )
      const forms = await Promise.all(
        browsers.map(async (browser) => {
          const begun = await send(browser, 'replace-begin')
          const secret = keyIn(await begun.clone().text())
          const { fields } = await formOf(begun, 'replace-confirm')
          return { browser, fields: { ...fields, code: codeOf(world.clock, { secret }) } }
        }),
      )
      const answers = await Promise.all(
        forms.map(async ({ browser, fields }) => send(browser, 'replace-confirm', fields)),
      )
      const pages = await Promise.all(answers.map(async (answer) => codesIn(await answer.text())))
      expect(pages.filter((codes) => codes.length > 0)).toHaveLength(1)
      expect(await started.system().has(ADA.id)).toBe(true)
      expect(await row()).toBeNull()
    })

    test('is not used after it was cancelled, by a sign-in that waits to use it', async () => {
      wait()
      const browser = await waiting('replace')
      const begun = await send(browser, 'replace-begin')
      const secret = keyIn(await begun.clone().text())
      const { fields } = await formOf(begun, 'replace-confirm')
      expect(await own().cancelRecovery()).toBe(true)
      const code = codeOf(world.clock, { secret })
      expect((await send(browser, 'replace-confirm', { ...fields, code })).status).toBe(409)
      expect((await send(browser, 'replace-begin')).status).toBe(409)
      expect(await (await browser.open(`${BASE}/factors/replace`)).text()).toContain(
        'no request for a new app',
      )
      expect(await readSession(session)).not.toBeNull()
    })

    test('can be used again where the store has failed half-way', async () => {
      const { adapter } = world.store
      const { records } = adapter
      if (!records) throw new Error('The store has records.')
      const fail = vi.fn(() => Promise.reject(new Error('away')))
      const insert: typeof records.insert = async (...given) =>
        given[0].name === 'auth_factors_codes' ? fail() : records.insert(...given)
      started = start({}, { adapter: { ...adapter, records: { ...records, insert } } })
      wait()
      const browser = await waiting('replace')
      const begun = await send(browser, 'replace-begin')
      const secret = keyIn(await begun.clone().text())
      const { fields } = await formOf(begun, 'replace-confirm')
      const code = codeOf(world.clock, { secret })
      const failed = await send(browser, 'replace-confirm', { ...fields, code })
      expect([failed.status === 200, codesIn(await failed.text()), fail.mock.calls.length]).toEqual(
        [false, [], 1],
      )
      started = start()
      world.clock.advance(60)
      const { codes } = await replace(await waiting('replace'))
      expect(codes).toHaveLength(5)
    })
  })

  test('can be replaced by the step alone, and each step is of no use for the other', async () => {
    const [before, session] = [
      await waiting('challenge'),
      await signInWithCode(started.app, world.clock),
    ]
    await ask()
    const strangers = [before, session, open()]
    for (const browser of strangers) {
      for (const word of STEPS.replace) {
        const response = await send(browser, word, { code: BACKUP_CODE, enrolment: 'x'.repeat(43) })
        expect([word, readLocation(response).pathname]).toEqual([word, '/auth/signin'])
      }
    }
    wait()
    const due = await waiting('replace')
    for (const word of STEPS.challenge) {
      const response = await send(due, word, { code: BACKUP_CODE })
      expect([word, readLocation(response).pathname]).toEqual([word, '/auth/signin'])
    }
    for (const path of [
      'account',
      'devices',
      'factors/lost',
      'factors/raise',
      'factors/recovery',
    ]) {
      expect([path, (await due.open(`${BASE}/${path}`)).status]).not.toEqual([path, 200])
    }
    expect([sessionCookies(due), await readSession(due)]).toEqual([[], null])
  })

  describe('and a person who reads the mails of the user alone', () => {
    const WAYS: readonly (readonly [string, (browser: Browser) => Promise<Response>])[] = [
      ['a link', (browser) => enterByLink(world, browser)],
      [
        'a mail of a feature',
        async (browser) => {
          await browser.submit(`${BASE}/pass/ask`, {
            csrfToken: await browser.csrf(BASE),
            email: ADA.email,
          })
          const [form] = readForms(await (await browser.open(world.box.lastLink().url)).text())
          return browser.submit(form?.action ?? '', form?.fields ?? {}, { origin: 'null' })
        },
      ],
    ]

    const startBoth = (recovery: Partial<RecoveryOptions>): void => {
      const feature = factors({ recovery: { delay: DELAY, notify: true, ...recovery } })
      started = { ...started, feature, app: world.open([feature, passFeature()]) }
    }

    test.each(WAYS)('are neither asked for nor replaced, by %s', async (_, enter) => {
      startBoth({})
      await ask()
      wait()
      for (const step of ['lost', 'replace-begin']) {
        const browser = open()
        const { headers } = await enter(browser)
        expect(headers.get('location')).toBe(`${BASE}/factors/challenge`)
        await send(browser, step)
        expect(sessionCookies(browser)).toEqual([])
      }
      await waiting('replace')
      world.clock.advance(WEEK)
      const browser = open()
      await enter(browser)
      const count = paths().length
      expect(await (await browser.open(`${BASE}/factors/lost`)).text()).toContain(
        'You signed in by email',
      )
      expect((await send(browser, 'lost-mail')).status).toBe(403)
      expect(paths()).toHaveLength(count)
    })

    test.each(WAYS)('are replaced where the application says so, by %s', async (_, enter) => {
      startBoth({ byMailAlone: true })
      const browser = open()
      await enter(browser)
      await ask(browser)
      wait()
      const next = open()
      const { headers } = await enter(next)
      expect(headers.get('location')).toBe(`${BASE}/factors/replace`)
    })
  })

  test('are asked for three times a day, and not where the address is not proven', async () => {
    started = start({}, { limits: {} })
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await send(await waiting('challenge'), 'lost-mail')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    await world.store.adapter.updateUser?.({ id: ADA.id, emailVerified: null })
    wait()
    const browser = await waiting('challenge')
    expect((await send(browser, 'lost-mail')).status).toBe(409)
    expect(await (await browser.open(`${BASE}/factors/lost`)).text()).toContain(
      'Contact the site owner',
    )
  })

  test('are not asked for where the mail about it cannot be sent', async () => {
    await send(await waiting('challenge'), 'lost-mail')
    const sending = vi
      .spyOn(world.box.provider, 'sendVerificationRequest')
      .mockRejectedValue(new Error('away'))
    started = start()
    const reader = open()
    const { fields } = await formOf(await reader.open(world.box.lastLink().url), 'recovery-begin')
    const failed = await send(reader, 'recovery-begin', fields)
    expect([failed.status === 200, await row(), sending.mock.calls.length]).toEqual([
      false,
      null,
      1,
    ])
    sending.mockRestore()
  })

  test('are written about in the language of the request, with the time', async () => {
    const said: (string | undefined)[] = []
    const provider: EmailConfig = {
      ...world.box.provider,
      async sendVerificationRequest(params) {
        await world.box.provider.sendVerificationRequest(params)
        said.push(params.purpose, params.texts?.mail.subject, params.texts?.mail.lead)
      },
    }
    started = start({}, { providers: [passwords(), provider] })
    const browser = await waiting('challenge')
    await send(browser, 'lost-mail', {}, { 'accept-language': 'de' })
    await send(browser, 'recovery-begin', { code: world.box.last().code })
    expect(said).toEqual([
      'factors/recover',
      'Bestätigen Sie, dass Sie Ihre App verloren haben',
      expect.stringContaining('Waren Sie das nicht?'),
      'factors/recoveryAsked',
      'A new authenticator app was requested for your account',
      expect.stringContaining(`From ${dueDate()}, sign in`),
    ])
  })

  test('have no way back without the option', async () => {
    started = world.start()
    const browser = await waiting('challenge')
    for (const page of ['lost', 'replace', 'recovery']) {
      expect((await browser.open(`${BASE}/factors/${page}`)).status).not.toBe(200)
    }
    expect(await (await browser.open(`${BASE}/factors/backup`)).text()).toContain(
      'Contact the site owner',
    )
    const own = started.app.auth.feature(
      started.feature,
      sourceOf(await signInWithCode(started.app, world.clock)),
    )
    expect(await own.cancelRecovery()).toBe(false)
  })

  test('of another user are another matter', async () => {
    await giveApp(started, world.clock, PEOPLE.grace.id)
    await ask()
    wait()
    const grace = open()
    const { headers } = await submitPassword(grace, 'grace')
    expect(headers.get('location')).toBe(`${BASE}/factors/challenge`)
    expectSignedIn(await send(grace, 'check', { code: codeOf(world.clock) }))
    await send(grace, 'recovery-cancel')
    await waiting('replace')
  })
})

test.each([
  [{ delay: 23, notify: true }, 'from 24 to 720'],
  [{ delay: 721, notify: true }, 'from 24 to 720'],
  [{ delay: 24.5, notify: true }, 'from 24 to 720'],
  [{ delay: 24, notify: true, byMailAlone: 'yes' }, 'byMailAlone'],
  [{ delay: 24 }, 'notify'],
])('The option %j is refused', (recovery, message) => {
  // Without types.
  expect(() => factors({ recovery: recovery as RecoveryOptions })).toThrow(message)
})
