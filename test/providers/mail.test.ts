import { customFetch } from '@latchstring/core'
import type { EmailConfig, Provider } from '@latchstring/core/providers'
import {
  createMailEmulator,
  type MailFailure,
  type MailServiceId,
  mailServices,
  type MailEmulator,
} from '@latchstring/testing'
import { describe, expect, test, vi } from 'vitest'
import { inboxAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { releaseCanaries } from '@latchstring/test-kit/canaries'
import {
  checkCookies,
  expectSignedIn,
  readLocation,
  readSession,
} from '@latchstring/test-kit/story'
import { openTransport, SERVICES, TRANSPORTS } from './src/mail-transports.ts'
import { collectResults } from './src/results.ts'
import { ADDRESS, bodyOf, inShort, WIRE } from './src/mail-wire.ts'

const { inbox, store } = inboxAndStoreForEachTest()

function open(provider: Provider, env: Readonly<Record<string, string>> = {}): App {
  return createApp({ providers: [provider], adapter: store.adapter }, { env: { ...ENV, ...env } })
}

async function askForMail(browser: Browser, id: string): Promise<URL> {
  const fields = { csrfToken: await browser.csrf(BASE), callbackUrl: '/inside', email: ADDRESS }
  return readLocation(await browser.submit(`${BASE}/signin/${id}`, fields))
}

/** Back on the sign-in page, under the reference of the log line; there is no session, and no mail is announced. */
async function expectNoMail(location: URL, app: App, browser: Browser): Promise<void> {
  expect(location.origin + location.pathname).toBe(`${BASE}/signin`)
  expect(location.searchParams.get('error')).toBe('EmailSignin')
  expect(location.searchParams.get('ref')).toBe(app.errors.at(-1)?.ref)
  expect(await store.rows()).toMatchObject({ users: 0, accounts: 0, sessions: 0 })
  expect(checkCookies(browser)).toEqual([])
  expect(await readSession(browser)).toBeNull()
}

/** The link says at once that it does not work, and opens no session. */
async function expectUseless(link: string, browser: Browser): Promise<void> {
  const location = readLocation(await browser.open(link))
  expect(location.searchParams.get('error')).toBe('Verification')
  expect((await store.rows()).sessions).toBe(0)
}

/** The link in what was sent to a service, whether it is a variable, text or HTML. */
function linkIn(sent: string): string {
  const [link = ''] = /https:\/\/app\.example\/auth\/callback\/[^\s"\\<]+/.exec(sent) ?? []
  return link.replaceAll('&amp;', '&')
}

collectResults(
  'mail',
  new Map(
    TRANSPORTS.flatMap((file) => {
      const facts = { file, kind: 'email', checks: [] }
      return [file, ...(file in SERVICES ? [`the API of ${file}`] : [])].map((name) => [
        name,
        facts,
      ])
    }),
  ),
)

describe.each(TRANSPORTS)('%s', (id) => {
  test('carries a link that signs the person in, once', async () => {
    const { provider, receive } = openTransport(id, inbox)
    const app = open(provider)
    const browser = app.openBrowser()
    expect((await askForMail(browser, id)).pathname).toBe('/auth/verify-request')
    const { link, to } = await receive()
    expect(to).toBe(ADDRESS)
    expect(link).toMatch(new RegExp(`^${BASE}/callback/${id}\\?`))
    expectSignedIn(await browser.open(link))
    expect((await readSession(browser))?.user?.email).toBe(ADDRESS)
    expect((await store.rows()).sessions).toBe(1)
    expect(app.errors).toEqual([])
    const again = app.openBrowser()
    const location = await again.open(link)
    expect(location.headers.get('location') ?? '').not.toContain('/inside')
    expect(await readSession(again)).toBeNull()
  })

  test('carries a code that can be typed', async () => {
    const { provider, receive } = openTransport(id, inbox)
    const browser = open(provider).openBrowser()
    await askForMail(browser, id)
    const { code = '' } = await receive()
    const csrfToken = await browser.csrf(BASE)
    expectSignedIn(await browser.submit(`${BASE}/callback/${id}`, { csrfToken, code }))
  })

  test('that refuses the mail causes an error, and no sign-in is left in progress', async () => {
    const { provider, refuse } = openTransport(id, inbox)
    refuse()
    const app = open(provider)
    const browser = app.openBrowser()
    await expectNoMail(await askForMail(browser, id), app, browser)
  })

  test('logs no address, link, code or key, on success and failure', async () => {
    const canaries = releaseCanaries()
    const { provider, receive, refuse, secrets } = openTransport(id, inbox)
    for (const secret of secrets) canaries.watch('key', secret)
    canaries.watch('address', 'ada@example')
    const { record } = canaries
    const logger = { error: record, warn: record, debug: record }
    const config = { providers: [provider], adapter: store.adapter, debug: true, logger }
    const browser = createApp(config).openBrowser()
    await askForMail(browser, id)
    const { link, code } = await receive()
    canaries.watch('token', new URL(link).searchParams.get('token'))
    canaries.watch('code', code)
    await browser.open(link)
    refuse()
    await askForMail(browser, id)
    expect(canaries.count()).toBeGreaterThan(0)
    expect(canaries.escaped()).toEqual([])
  })
})

const ids = Object.keys(mailServices).filter((id): id is MailServiceId => id in mailServices)

function openWith(
  id: MailServiceId,
  options: object = {},
): { readonly app: App; readonly browser: Browser; readonly emulator: MailEmulator } {
  const emulator = createMailEmulator(mailServices[id])
  const app = open(SERVICES[id]({ ...emulator.options, ...options }))
  return { app, browser: app.openBrowser(), emulator }
}

describe.each(ids)('the API of %s', (id) => {
  test('gets the documented request', async () => {
    const { browser, emulator } = openWith(id)
    await askForMail(browser, id)
    expect(emulator.refusals).toEqual([])
    const [request, ...more] = emulator.requests
    expect(more).toEqual([])
    if (!request) throw new Error('There was no request.')
    const { url, headers, body } = WIRE[id]
    expect([request.method, request.url]).toEqual(['POST', url])
    expect(Object.fromEntries(request.headers)).toMatchObject(headers)
    expect(inShort(await bodyOf(request))).toEqual(body)
  })

  test('gets a mail that links only to the application', async () => {
    const { browser, emulator } = openWith(id)
    await askForMail(browser, id)
    expect(emulator.mails).toHaveLength(1)
    expect(emulator.mails[0]?.tracked).toBe(false)
  })

  test('takes its API key from the environment variable AUTH_<ID>_KEY', async () => {
    const emulator = createMailEmulator(mailServices[id])
    const { apiKey, ...options } = emulator.options
    const env = { [`AUTH_${id.toUpperCase()}_KEY`]: apiKey }
    const app = open(SERVICES[id]({ ...options, [customFetch]: emulator.fetch }), env)
    expect((await askForMail(app.openBrowser(), id)).pathname).toBe('/auth/verify-request')
    expect(emulator.mails).toHaveLength(1)
  })

  test.each<[string, object, MailFailure | undefined]>([
    ['a key it does not know', { apiKey: 'another-key' }, undefined],
    ['a server that fails', {}, 500],
    ['a limit that is reached', {}, 429],
    ['no network', {}, 'network'],
  ])('with %s causes an error and leaves no valid link', async (_, options, failure) => {
    const { app, browser, emulator } = openWith(id, options)
    emulator.fail(failure)
    await expectNoMail(await askForMail(browser, id), app, browser)
    expect(emulator.mails).toEqual([])
    const [request] = emulator.requests
    const link = linkIn(request ? JSON.stringify(await bodyOf(request)) : '')
    expect(link).toContain('&token=')
    await expectUseless(link, browser)
    const { cause } = app.errors[0]?.cause?.err ?? {}
    const logged = [app.errors[0]?.cause?.err?.message, String(cause)].join('\n')
    expect(logged).not.toMatch(/lab-key|another-key/)
    expect(logged).not.toContain(ADDRESS)
  })

  test('is named with the HTTP status in the error when it refuses a mail', async () => {
    const { app, browser } = openWith(id, { apiKey: 'another-key' })
    await askForMail(browser, id)
    const { name, unauthorized } = mailServices[id]
    const message = app.errors[0]?.cause?.err?.message ?? ''
    expect(message).toContain(`${name} answered HTTP ${unauthorized.status}`)
    expect(message).toContain('`apiKey`')
  })

  test.each(['apiKey', id === 'loops' ? 'transactionalId' : 'from'])(
    'gets no request without `%s`, which the error names',
    async (option) => {
      const { app, browser, emulator } = openWith(id, { [option]: undefined })
      await askForMail(browser, id)
      expect(app.errors[0]?.message).toContain(`"${id}" has no \`${option}\``)
      expect(emulator.requests).toEqual([])
    },
  )

  test('is not needed when the application sends its mails itself', async () => {
    const sendVerificationRequest = vi.fn<EmailConfig['sendVerificationRequest']>()
    const app = open(SERVICES[id]({ sendVerificationRequest }))
    expect((await askForMail(app.openBrowser(), id)).pathname).toBe('/auth/verify-request')
    expect(sendVerificationRequest).toHaveBeenCalledOnce()
  })
})

describe('the URL of the API', () => {
  test.each<[MailServiceId, object, string]>([
    ['mailgun', { region: 'US' }, 'https://api.mailgun.net/v3/app.example/messages'],
    ['mailgun', { region: 'EU' }, 'https://api.eu.mailgun.net/v3/app.example/messages'],
    ['mailgun', { domain: 'mg.app.example' }, 'https://api.mailgun.net/v3/mg.app.example/messages'],
    ['mailgun', { from: 'no-reply@b.example' }, 'https://api.mailgun.net/v3/b.example/messages'],
    ['sendgrid', { region: 'EU' }, 'https://api.eu.sendgrid.com/v3/mail/send'],
  ])('of %s with %j is %s', async (id, options, url) => {
    const { browser, emulator } = openWith(id, options)
    await askForMail(browser, id)
    expect(emulator.requests.map((request) => request.url)).toEqual([url])
    expect(emulator.mails).toHaveLength(1)
  })
})

test('Loops gets only the variables that the mail has', async () => {
  const { browser, emulator } = openWith('loops', { dataVariables: ['url', 'host', 'minutes'] })
  await askForMail(browser, 'loops')
  expect(emulator.mails[0]?.variables).toMatchObject({ host: 'app.example', minutes: '10' })
  expect(emulator.mails[0]?.variables).not.toHaveProperty('code')
})

test('SendGrid gets an address without a name unchanged', async () => {
  const { browser, emulator } = openWith('sendgrid', { from: 'no-reply@app.example' })
  await askForMail(browser, 'sendgrid')
  expect(emulator.mails[0]?.from).toBe('no-reply@app.example')
})
