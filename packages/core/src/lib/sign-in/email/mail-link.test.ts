import { expect, test } from 'vitest'
import { sessionContext } from '../../../../test/session-context.ts'
import { readExpiry, signExpiry, unknownLink } from './mail-link.ts'

const END = 1_700_000_000_000

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
