import { expect, test } from 'vitest'
import { canRead, takeRow, type Rows } from './mail-slots.ts'

const NAME = { identifier: 'ada@example.com', token: 'hash' }

/** Rows of a store that always returns the same row. */
const rowsOf = (identifier: string, token: string): Rows => ({
  clock: () => 0,
  // The functions do not use it.
  macs: undefined as unknown as Rows['macs'],
  store: {
    createVerificationToken: async () => undefined,
    useVerificationToken: async () => ({ identifier, token, expires: new Date(7) }),
  },
})

test.each([
  ['the row', NAME.identifier, NAME.token, 7],
  ['the row of another address', 'Ada@example.com', NAME.token, undefined],
  ['another row of the address', NAME.identifier, 'hasH', undefined],
])(
  'A row that differs from the requested one is ignored: %s (ALT-07)',
  async (_, identifier, token, time) => {
    expect(await takeRow(rowsOf(identifier, token), NAME)).toBe(time)
  },
)

test('Only the first existing row of several names is taken', async () => {
  const asked: string[] = []
  const rows = rowsOf(NAME.identifier, NAME.token)
  const store = {
    ...rows.store,
    async useVerificationToken(name: typeof NAME) {
      asked.push(name.token)
      return name.token === 'missing' ? null : { ...name, expires: new Date(7) }
    },
  }
  const names = ['missing', 'hash', 'other'].map((token) => ({ ...NAME, token }))
  expect(await takeRow({ ...rows, store }, ...names)).toBe(7)
  expect(asked).toEqual(['missing', 'hash'])
})

test.each([
  [undefined, false],
  [{}, false],
  [{ tokenReads: false }, false],
  [{ tokenReads: true }, true],
])('A store with the capabilities %j is read without deleting: %s', (capabilities, reads) => {
  const rows = rowsOf(NAME.identifier, NAME.token)
  const store = { ...rows.store, ...(capabilities && { capabilities }) }
  expect(canRead({ ...rows, store })).toBe(reads)
})
