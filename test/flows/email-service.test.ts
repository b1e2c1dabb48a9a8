import { customFetch } from '@latchstring/core'
import type { EmailConfig, Fetch } from '@latchstring/core/providers'
import { expect, test, vi } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp } from '@latchstring/test-kit/app'
import { ADDRESS, askForMail } from '@latchstring/test-kit/mail-app'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import { expectRefused, readLocation } from '@latchstring/test-kit/story'

const SERVICE = 'https://mail.example/send'

const store = storeForEachTest()

/** A provider that sends mail with a service in place of a mail server. */
function service(answer: Fetch, url: string = SERVICE): EmailConfig {
  return {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    apiKey: 'key',
    [customFetch]: answer,
    async sendVerificationRequest({ identifier, provider, fetch }) {
      const headers = { authorization: `Bearer ${provider.apiKey}` }
      const body = JSON.stringify({ to: identifier })
      const response = await fetch(url, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
    },
  }
}

const open = (provider: EmailConfig): App =>
  createApp({ providers: [provider], adapter: store.adapter })

test('a mail service is requested through the `customFetch` of its provider', async () => {
  const answer = vi.fn<Fetch>(async () => new Response('{}'))
  const response = await askForMail(open(service(answer)).openBrowser())
  expect(readLocation(response).pathname).toBe('/auth/verify-request')
  expect(answer).toHaveBeenCalledTimes(1)
  const [url, init] = answer.mock.lastCall ?? []
  expect(url).toBe(SERVICE)
  expect(init).toMatchObject({ redirect: 'manual', body: JSON.stringify({ to: ADDRESS }) })
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer key')
})

test.each<[string, EmailConfig]>([
  [
    'OAU-15 answers with a redirect',
    service(async () => new Response(null, { status: 302, headers: { location: SERVICE } })),
  ],
  ['OAU-17 answers with more than 1 MB', service(async () => new Response('x'.repeat(1_048_577)))],
  ['OAU-16 is not https', service(async () => new Response('{}'), 'http://mail.example/send')],
  ['cannot be reached', service(() => Promise.reject(new TypeError('fetch failed')))],
])(
  'a mail service that %s fails the request, and no row of the mail is left (MAG-09)',
  async (_, provider) => {
    const app = open(provider)
    expectRefused(await askForMail(app.openBrowser()), app, 'EmailSignin')
    expect(await store.rows()).toEqual(EMPTY)
    expect(app.errors.at(-1)?.message).toContain('"mail"')
  },
)
