import { createAuth, skipCSRFCheck, type AuthConfig } from '@latchstring/core'
import type { EmailConfig } from '@latchstring/core/providers'
import Email from '@latchstring/core/providers/email'
import ForwardEmail from '@latchstring/core/providers/forwardemail'
import Loops from '@latchstring/core/providers/loops'
import MailGun from '@latchstring/core/providers/mailgun'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Postmark from '@latchstring/core/providers/postmark'
import Resend from '@latchstring/core/providers/resend'
import SendGrid from '@latchstring/core/providers/sendgrid'
import { describe, expect, test, vi } from 'vitest'
import { createApp, ENV } from '@latchstring/test-kit/app'
import { createBrowser } from '@latchstring/test-kit/browser'
import { ADDRESS, askForMail } from '@latchstring/test-kit/mail-app'
import { createMemoryStore } from './src/memory-store.ts'
import { expectSignedIn, readLocation } from '@latchstring/test-kit/story'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'

type Send = EmailConfig['sendVerificationRequest']
type Generate = () => unknown

interface Kind {
  readonly name: string
  readonly make: (options: object) => EmailConfig
}

/** Tests pass what the compiler would refuse. */
const untyped = <O>(factory: (options: O) => EmailConfig): Kind['make'] =>
  // The point of these tests.
  factory as unknown as Kind['make']

const KINDS: readonly Kind[] = [
  { name: 'Nodemailer', make: untyped(Nodemailer) },
  { name: 'Email', make: untyped(Email) },
  { name: 'Resend', make: untyped(Resend) },
  { name: 'Postmark', make: untyped(Postmark) },
  { name: 'SendGrid', make: untyped(SendGrid) },
  { name: 'MailGun', make: untyped(MailGun) },
  { name: 'Loops', make: untyped(Loops) },
  { name: 'ForwardEmail', make: untyped(ForwardEmail) },
  {
    name: 'an own one',
    // Every test passes the members that are missing here.
    make: (options) => ({ type: 'email', name: 'Mail', ...options }) as EmailConfig,
  },
]

const STRONG = 'V1StGXR8_Z5jdHi6B-myTQ'
const STRONG_IN_LETTERS = 'qwkzhmvtapxbnrlduesojc'

/** Asks for a mail with a provider whose links have these tokens. */
async function ask(
  make: Kind['make'],
  generateVerificationToken: Generate,
  wrap: (config: AuthConfig) => AuthConfig | (() => AuthConfig) = (config) => config,
) {
  const store = createMemoryStore()
  const watched = watchCalls(store.adapter)
  const send = vi.fn<Send>()
  const provider = make({ id: 'mail', generateVerificationToken, sendVerificationRequest: send })
  const errors: Error[] = []
  const logger = { error: (error: Error) => void errors.push(error), warn: () => undefined }
  const { adapter } = watched
  const config: AuthConfig = { providers: [provider], adapter, skipCSRFCheck, logger }
  const auth = createAuth(wrap(config), { env: ENV })
  const browser = createBrowser(auth.handle)
  const response = await askForMail(browser)
  return { store, calls: watched.calls, send, errors, browser, response }
}

describe.each(KINDS)('Links of $name', ({ make }) => {
  test.each<[string, Generate]>([
    ['six digits', () => '493021'],
    ['six digits that come later', () => Promise.resolve('493021')],
    ['eight letters', () => 'qwkzhmvt'],
    ['96 bits', () => STRONG.slice(0, 16)],
    ['96 bits in hex', () => '0f8fad5bd9cb469fa1657086'],
    ['120 bits in hex', () => '0f8fad5bd9cb469fa1657086772895'],
    ['126 bits in base64url', () => STRONG.slice(0, 21)],
    ['an empty text', () => ''],
    ['a number', () => 4_930_211_744],
    ['an object', () => ({ toString: () => STRONG })],
  ])('are not sent with tokens of %s (MAG-01)', async (_, generate) => {
    const { store, calls, send, errors, response } = await ask(make, generate)
    expect(readLocation(response).pathname).toBe('/auth/error')
    expect(readLocation(response).searchParams.get('error')).toBe('Configuration')
    expect(send).not.toHaveBeenCalled()
    expect(calls).not.toContain('createVerificationToken')
    expect(store.tokens).toEqual([])
    const [error] = errors
    expect(error).toMatchObject({ type: 'InvalidConfiguration' })
    expect(error?.message).toMatch(/^`generateVerificationToken` of the provider "mail" returned/)
    expect(error?.message).toMatch(/Return 128 random bits or more.*leave the option out/)
    expect(error?.message).not.toContain('4930')
  })

  test('are not sent where `generateVerificationToken` throws, which the log says', async () => {
    const cause = new TypeError('no such member')
    const { send, errors } = await ask(make, () => Promise.reject(cause))
    expect(send).not.toHaveBeenCalled()
    expect(errors).toMatchObject([
      {
        type: 'EmailSignInError',
        message: 'The `generateVerificationToken` function of "mail" threw.',
        cause: { err: { message: 'no such member' } },
      },
    ])
  })

  test('that are not sent are reported with the bits of the best token (MAG-01)', async () => {
    const tokens = ['493021', STRONG.slice(0, 16), 'qwkzhmvt']
    let draws = 0
    const generate: Generate = () => tokens[draws++ % tokens.length]
    const { errors } = await ask(make, generate)
    expect(errors[0]?.message).toContain('tokens of at most 96 bits')
  })

  test.each<[string, Generate]>([
    ['132 bits', () => STRONG],
    ['132 bits that come later', () => Promise.resolve(STRONG)],
    ['128 bits in hex', () => '0f8fad5bd9cb469fa16570867728950e'],
    ['undefined, which means the default', () => undefined],
    ['null, which stands for the default', () => null],
  ])('are sent with tokens of %s (MAG-01)', async (_, generate) => {
    const { send, browser, response } = await ask(make, generate)
    expect(readLocation(response).pathname).toBe('/auth/verify-request')
    const [params] = send.mock.lastCall ?? []
    expect(params?.token).toEqual((await generate()) ?? expect.stringMatching(/^[\w-]{43}$/))
    expect(new URL(params?.url ?? '').searchParams.get('token')).toBe(params?.token)
    expectSignedIn(await browser.open(params?.url ?? ''))
  })
})

test.each<[string, string, string]>([
  [
    'in hex with digits alone',
    '90817265340192837465564738291012',
    '0f8fad5bd9cb469fa16570867728950e',
  ],
  ['in base 36 without a digit', 'tzaqxxatwiwszmbrgjqkeulpn', 'tz4a98xxat96iws9zmbrgj1ae'],
  ['in base 32 without a digit', 'TZAQXXATWIWSZMBRGJQKEULPNV', 'TZ4A23XXAT56IWS7ZMBRGJ2AEV'],
  ['in base64url with small letters alone', STRONG_IN_LETTERS, STRONG],
])('A token of 128 bits that happens to be %s is drawn again (MAG-01)', async (_, weak, good) => {
  for (const later of [false, true]) {
    const draws = [weak, weak, good]
    const generate = (): unknown => {
      const token = draws.shift()
      return later ? Promise.resolve(token) : token
    }
    const { send, browser } = await ask(untyped(Nodemailer), generate)
    const [params] = send.mock.lastCall ?? []
    expect(params?.token).toBe(good)
    expect(draws).toEqual([])
    expectSignedIn(await browser.open(params?.url ?? ''))
  }
})

test('A generator of weak tokens is called 20 times at most (MAG-01)', async () => {
  const generate = vi.fn(() => '493021')
  const { send } = await ask(untyped(Nodemailer), generate)
  expect(generate).toHaveBeenCalledTimes(20)
  expect(send).not.toHaveBeenCalled()
})

test('A weak token is refused with a configuration function (MAG-01)', async () => {
  const { send, response } = await ask(
    untyped(Nodemailer),
    () => '493021',
    (config) => () => config,
  )
  expect(readLocation(response).searchParams.get('error')).toBe('Configuration')
  expect(send).not.toHaveBeenCalled()
})

test('A weak token is refused where the server of the application requests the mail (MAG-01)', async () => {
  const store = createMemoryStore()
  const send = vi.fn<Send>()
  const provider = Nodemailer({
    id: 'mail',
    generateVerificationToken: () => '493021',
    sendVerificationRequest: send,
  })
  const { auth } = createApp({ providers: [provider], adapter: store.adapter })
  const source = { headers: new Headers() }
  await expect(auth.signIn(source, 'mail', { email: ADDRESS })).rejects.toMatchObject({
    type: 'InvalidConfiguration',
  })
  expect(send).not.toHaveBeenCalled()
  expect(store.tokens).toEqual([])
})
