import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openSignedText } from './signed-text.ts'

const SECRETS = ['of now', 'of before']
const TOKEN = 'q7Qw2Zp0sVt5Xn8Lk3Jh6Gf1Dd4Ss9Aa'

const sign = (secret: string, token = TOKEN): string =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`

describe('A text that another library has signed', () => {
  it.each(SECRETS)('is opened with the secret %j', async (secret) => {
    expect(await openSignedText(SECRETS, sign(secret))).toBe(TOKEN)
    expect(await openSignedText(SECRETS, sign(secret, 'a.b'))).toBe('a.b')
  })

  it.each([
    ['another secret', sign('of another')],
    ['another token', sign('of now').replace('q', 'Q')],
    ['no signature', TOKEN],
    ['an empty signature', `${TOKEN}.`],
    ['no token', sign('of now', '').slice(0)],
    ['base64url', sign('of now').replaceAll('=', '')],
    ['a signature of something else', `${TOKEN}.${sign('of now', 'b').slice(2)}`],
  ])('is not opened with %s', async (_, value) => {
    expect(await openSignedText(SECRETS, value)).toBeUndefined()
  })
})
