import { describe, expect, test } from 'vitest'
import { type RecordRows, recordVerbs } from '../../../../../../test/adapters/memory-records.ts'
import { emailMails } from '../../records/email-mails.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import type { AdapterRecords, StoredRecord } from '../../types/records.ts'
import { mailStore, type MailStore } from './mail-store.ts'

const START = 1_700_000_000_000
const END = START + 600_000
const LINK = 'hash-of-the-link'

const wrong = async (): Promise<boolean> => false
const right = async (): Promise<boolean> => true

const unused = (): never => {
  throw new Error('Verification tokens are not used.')
}

/** Mails in memory, with a clock that can be set and verbs that can be replaced. */
class Shelf {
  now = START
  readonly rows: RecordRows = new Map()
  readonly calls: string[] = []
  readonly verbs: AdapterRecords = recordVerbs({ records: this.rows }, () => true)
  readonly mails: MailStore

  constructor(own: Partial<AdapterRecords> = {}) {
    const log =
      <Args extends readonly unknown[], Result>(name: string, verb: (...args: Args) => Result) =>
      (...args: Args): Result => {
        this.calls.push(name)
        return verb(...args)
      }
    const { get, insert, change, drop, ...others } = { ...this.verbs, ...own }
    const records: AdapterRecords = {
      ...others,
      get: log('get', get),
      insert: log('insert', insert),
      change: log('change', change),
      drop: log('drop', drop),
    }
    const store = { records, createVerificationToken: unused, useVerificationToken: unused }
    this.mails = mailStore(store, () => this.now)
  }

  row(): StoredRecord | undefined {
    return [...(this.rows.get(emailMails.name)?.values() ?? [])][0]
  }

  /** What `count` wrong codes return. */
  async guessWrong(count: number): Promise<readonly unknown[]> {
    const results: unknown[] = []
    for (let each = 0; each < count; each += 1) results.push(await this.mails.guess?.(LINK, wrong))
    return results
  }
}

async function shelfWithMail(own: Partial<AdapterRecords> = {}): Promise<Shelf> {
  const shelf = new Shelf(own)
  await shelf.mails.put(LINK, END)
  return shelf
}

describe('A mail in a row', () => {
  test('is taken once', async () => {
    const { mails, rows } = await shelfWithMail()
    expect(await mails.read?.(LINK)).toBe(END)
    const taken = await Promise.all([1, 2, 3].map(() => mails.take(LINK)))
    expect(taken.filter((one) => one !== undefined)).toEqual([END])
    expect(await mails.read?.(LINK)).toBeUndefined()
    expect(rows.get(emailMails.name)?.size).toBe(0)
  })

  test('counts five codes, and its link stays good', async () => {
    const shelf = await shelfWithMail()
    expect(await shelf.guessWrong(7)).toEqual([1, 2, 3, 4, 5, 'dead', 'dead'])
    expect(await shelf.mails.guess?.(LINK, right)).toBe('dead')
    expect(await shelf.mails.take(LINK)).toBe(END)
  })

  test('is used up by a right code', async () => {
    const shelf = await shelfWithMail()
    await shelf.guessWrong(4)
    expect(await shelf.mails.guess?.(LINK, right)).toBe('right')
    expect(await shelf.mails.take(LINK)).toBeUndefined()
    expect(await shelf.mails.guess?.(LINK, right)).toBe('dead')
  })

  test('is counted before a code is compared, with the same calls for each', async () => {
    const shelf = await shelfWithMail()
    shelf.calls.length = 0
    const seen: unknown[] = []
    const compare = async (): Promise<boolean> => {
      seen.push([...shelf.calls], shelf.row()?.values['tries'])
      return false
    }
    await shelf.mails.guess?.(LINK, compare)
    expect(seen).toEqual([['get', 'change'], 1])
    expect(shelf.calls).toEqual(['get', 'change'])
  })

  test('of which none is left is compared with nothing', async () => {
    const shelf = await shelfWithMail()
    await shelf.guessWrong(5)
    let compared = 0
    const compare = async (): Promise<boolean> => (compared += 1) > 0
    expect(await shelf.mails.guess?.(LINK, compare)).toBe('dead')
    expect(await shelf.mails.guess?.('another', compare)).toBe('dead')
    shelf.now = END
    expect(await shelf.mails.guess?.(LINK, compare)).toBe('dead')
    expect(compared).toBe(0)
  })

  test('has no more time from the millisecond on at which it expires', async () => {
    const shelf = await shelfWithMail()
    shelf.now = END - 1
    expect(await shelf.mails.read?.(LINK)).toBe(END)
    shelf.now = END
    expect(await shelf.mails.read?.(LINK)).toBeUndefined()
    expect(await shelf.mails.take(LINK)).toBeUndefined()
    expect(await shelf.mails.guess?.(LINK, right)).toBe('dead')
  })

  test('is taken away again by what was stored, unless it is used', async () => {
    const shelf = new Shelf()
    const withdraw = await shelf.mails.put(LINK, END)
    await withdraw()
    expect(await shelf.mails.read?.(LINK)).toBeUndefined()
  })

  test('is refused beside another one of the same link, which stays', async () => {
    const shelf = await shelfWithMail()
    await expect(shelf.mails.put(LINK, END + 1)).rejects.toThrow(/has to return another token/)
    expect(await shelf.mails.read?.(LINK)).toBe(END)
  })

  test('that has expired gives its place to a new one', async () => {
    const shelf = await shelfWithMail()
    await shelf.guessWrong(5)
    shelf.now = END
    await shelf.mails.put(LINK, END + 1000)
    expect(await shelf.guessWrong(1)).toEqual([1])
  })
})

describe('A race that is lost', () => {
  test('is no free try: the code is counted by the next change', async () => {
    const shelf: Shelf = await shelfWithMail({
      // Another request counts first, four times.
      change(table, row, from) {
        const there = shelf.row()
        const tries = Number(there?.values['tries'])
        if (there && tries < 4) {
          const other = { values: { ...there.values, tries: tries + 1 }, version: 7 + tries }
          shelf.verbs.change(table, other, there.version)
        }
        return shelf.verbs.change(table, row, from)
      },
    })
    let compared = 0
    const compare = async (): Promise<boolean> => (compared += 1) < 0
    expect(await shelf.mails.guess?.(LINK, compare)).toBe(5)
    expect(compared).toBe(1)
    expect(shelf.row()?.values['tries']).toBe(5)
  })

  test('does not keep a link from being used', async () => {
    const shelf: Shelf = await shelfWithMail({
      // A code is tried between the read and the drop, as often as codes can be.
      async drop(table, key, version) {
        await shelf.mails.guess?.(LINK, wrong)
        return shelf.verbs.drop(table, key, version)
      },
    })
    expect(await shelf.mails.take(LINK)).toBe(END)
  })

  test.each(['take', 'guess'] as const)(
    'each time ends in an error of the store, for %s',
    async (how) => {
      const shelf = await shelfWithMail({ change: () => false, drop: () => false })
      let compared = 0
      const compare = async (): Promise<boolean> => (compared += 1) > 0
      const use = how === 'take' ? shelf.mails.take(LINK) : shelf.mails.guess?.(LINK, compare)
      await expect(use).rejects.toMatchObject({ type: 'AdapterError' })
      expect(shelf.calls.length).toBeLessThan(20)
      expect(compared).toBe(0)
    },
  )
})

/** Tokens in memory. */
function tokenStore(
  found: (row: VerificationToken) => VerificationToken = (row) => row,
  reads = false,
): Pick<Adapter, 'capabilities' | 'getVerificationToken'> & {
  readonly createVerificationToken: (row: VerificationToken) => Promise<unknown>
  readonly useVerificationToken: (
    key: Pick<VerificationToken, 'identifier' | 'token'>,
  ) => Promise<VerificationToken | null>
  readonly rows: Map<string, VerificationToken>
} {
  const rows = new Map<string, VerificationToken>()
  const get = (token: string): VerificationToken | null => {
    const row = rows.get(token)
    return row ? found(row) : null
  }
  return {
    rows,
    capabilities: { tokenReads: reads },
    createVerificationToken: async (row) => rows.set(row.token, row),
    getVerificationToken: ({ token }) => get(token),
    async useVerificationToken({ token }) {
      const row = get(token)
      rows.delete(token)
      return row
    },
  }
}

describe('A mail in a token', () => {
  test('has a key of its own, no code, and is taken once', async () => {
    const store = tokenStore()
    const mails = mailStore(store, () => START)
    await mails.put(LINK, END)
    expect([...store.rows.values()]).toEqual([
      { identifier: LINK, token: LINK, expires: new Date(END) },
    ])
    expect(mails).not.toHaveProperty('guess')
    expect(mails).not.toHaveProperty('read')
    expect(await mails.take(LINK)).toBe(END)
    expect(await mails.take(LINK)).toBeUndefined()
  })

  test('is read where the store can read without deleting', async () => {
    const mails = mailStore(
      tokenStore((row) => row, true),
      () => START,
    )
    await mails.put(LINK, END)
    expect(await mails.read?.(LINK)).toBe(END)
    expect(await mails.read?.('another')).toBeUndefined()
    expect(await mails.take(LINK)).toBe(END)
  })

  test.each([
    ['token', { token: 'other' }],
    ['identifier', { identifier: 'other' }],
  ])('that the store gives with another %s counts as absent', async (_, other) => {
    const mails = mailStore(
      tokenStore((row) => ({ ...row, ...other }), true),
      () => START,
    )
    await mails.put(LINK, END)
    expect(await mails.read?.(LINK)).toBeUndefined()
    expect(await mails.take(LINK)).toBeUndefined()
  })

  test('is kept where the records have no place for mails', async () => {
    const store = tokenStore()
    const records = { ...recordVerbs({ records: new Map() }, () => true), keeps: () => false }
    await mailStore({ ...store, records }, () => START).put(LINK, END)
    expect(store.rows.size).toBe(1)
  })
})
