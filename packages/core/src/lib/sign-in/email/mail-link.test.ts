import { describe, expect, test } from 'vitest'
import { sessionContext } from '../../../../test/session-context.ts'
import { createMacs } from '../../crypto/mac.ts'
import { linkText, readExpiry, signExpiry, unknownLink } from './mail-link.ts'

const START = 1_700_000_000_000
const END = START
const ADDRESS = 'ada@example.com'
const macs = createMacs(['1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'])

test.each([
  ['before it ends', -1, true],
  ['as it ends', 0, false],
  ['after it has ended', 1, false],
])(
  'A used link is known to have been mailed from what it says of its end, %s (LOG-03)',
  async (_, later, isKnown) => {
    const given = { config: {}, clock: () => END + later, warnings: [] }
    const { config } = sessionContext(given, '')
    const signed = await signExpiry(config.macs, 'link', { expires: END, lifetime: 600_000 })
    const replayed = async (text: string): Promise<unknown> =>
      unknownLink(config, await readExpiry(config.macs, text, signed)).cause?.['replayed']
    expect(await replayed('link')).toBe(isKnown ? 'mail-link' : undefined)
    expect(await replayed('another')).toBeUndefined()
    expect(unknownLink(config, undefined).cause?.['replayed']).toBeUndefined()
  },
)

describe('The end of a link', () => {
  const EXPIRY = { expires: START, lifetime: 600_000 }
  const TEXT = linkText(
    { origin: { href: 'https://app.example.com', secure: true } },
    { provider: 'mail', identifier: ADDRESS, token: 'token' },
  )

  test('is read as it was signed, also after the secret has changed (MAG-02)', async () => {
    const signed = await signExpiry(macs, TEXT, EXPIRY)
    expect(signed).toMatch(/^1700000000000\.600000\.[\w-]{22}$/)
    expect(await readExpiry(macs, TEXT, signed)).toEqual({ ...EXPIRY, secret: 0 })
    const [old, other] = ['0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978', 'x'.repeat(48)]
    const before = await signExpiry(createMacs([old]), TEXT, EXPIRY)
    expect(await readExpiry(createMacs([other, old]), TEXT, before)).toEqual({
      ...EXPIRY,
      secret: 1,
    })
    expect(await readExpiry(createMacs([other]), TEXT, before)).toBeUndefined()
  })

  test('is not read with any other character or another link (MAG-04)', async () => {
    const signed = await signExpiry(macs, TEXT, EXPIRY)
    expect(await readExpiry(macs, `${TEXT} `, signed)).toBeUndefined()
    for (let at = 0; at < signed.length; at += 1) {
      const changed = signed.slice(0, at) + (signed[at] === '1' ? '2' : '1') + signed.slice(at + 1)
      expect([at, await readExpiry(macs, TEXT, changed)]).toEqual([at, undefined])
    }
    const others = [signed.slice(0, -1), `${signed}A`, ` ${signed}`, `x${signed}`, `.${signed}`]
    const short = `${START}.${signed.split('.').at(-1)}`
    for (const text of ['', '.', `${START}`, `${START}.`, `${START}.600000.`, short, ...others]) {
      expect([text, await readExpiry(macs, TEXT, text)]).toEqual([text, undefined])
    }
  })

  test('is no secret of a link: a mail is known by another MAC (MAG-02)', async () => {
    const signed = await signExpiry(macs, TEXT, EXPIRY)
    const [, , mac = ''] = signed.split('.')
    expect(await macs.sign('mail-link', TEXT)).not.toContain(mac)
    expect(await macs.sign('mail-link', JSON.stringify([TEXT, START]))).not.toContain(mac)
  })
})

test('The text that a link signs differs when any of its parts differs (MAG-04)', () => {
  const LINK = { provider: 'mail', identifier: ADDRESS, token: 'token' }
  const textOf = (link: Partial<typeof LINK>, href = 'https://app.example.com'): string =>
    linkText({ origin: { href, secure: true } }, { ...LINK, ...link })
  const texts = [
    textOf({}),
    textOf({}, 'https://other.example.com'),
    textOf({ provider: 'post' }),
    textOf({ identifier: 'eve@example.com' }),
    textOf({ token: 'other' }),
    // No part can run into the next.
    textOf({ provider: 'mail","x', token: 'y' }),
    textOf({ provider: 'mail', token: 'x","y' }),
  ]
  expect(new Set(texts).size).toBe(texts.length)
})
