import { expect, test } from 'vitest'
import { sessionContext } from '../../../../test/session-context.ts'
import { wasMailed } from './dead-link.ts'
import { signExpiry } from './mail-secrets.ts'

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
    expect(await wasMailed(config, { text: 'link', signed })).toBe(isKnown)
    expect(await wasMailed(config, { text: 'another', signed })).toBe(false)
    expect(await wasMailed(config, { text: 'link', signed: undefined })).toBe(false)
  },
)
