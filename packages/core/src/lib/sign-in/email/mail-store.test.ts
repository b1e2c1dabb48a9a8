import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createMacs } from '../../crypto/mac.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import { allocateSlot, putRow, takeRow, type Rows } from './mail-slots.ts'
import { linkText, readExpiry, signExpiry } from './mail-link.ts'
import { guessCode, storeMail, useMail, withdrawMail } from './mail-store.ts'
import { singleUseRows } from '../../config/store.ts'
import { consumeTransaction, makeSingleUse } from '../transaction/single-use.ts'
import type { MailTransaction, Transaction } from '../transaction/transaction.ts'

const START = 1_700_000_000_000
const ADDRESS = 'ada@example.com'
const macs = createMacs(['1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'])

const SLOTS = [0, 1, 2] as const

/** Name of the row of a slot. */
async function nameOf(slot: number): Promise<string> {
  return macs.sign('mail-place', JSON.stringify([ADDRESS, slot]))
}

type Call = keyof Pick<Adapter, 'createVerificationToken' | 'useVerificationToken'>

/** Rows in memory, with a clock that can be set and calls that can fail. */
class Shelf {
  now = START
  rows: VerificationToken[] = []
  calls: Call[] = []
  /** Whether a call fails, before its effect or after it. */
  fails: (call: Call, row: Partial<VerificationToken>) => 'before' | 'after' | undefined = () =>
    undefined

  readonly adapter = {
    createVerificationToken: (row: VerificationToken) =>
      this.#run('createVerificationToken', row, () => void this.rows.push(row)),
    useVerificationToken: (key: Pick<VerificationToken, 'identifier' | 'token'>) =>
      this.#run('useVerificationToken', key, () => {
        const at = this.rows.findIndex(
          ({ identifier, token }) => identifier === key.identifier && token === key.token,
        )
        return at === -1 ? null : (this.rows.splice(at, 1)[0] ?? null)
      }),
  }

  async #run<T>(call: Call, row: Partial<VerificationToken>, work: () => T): Promise<T> {
    this.calls.push(call)
    const when = this.fails(call, row)
    if (when === 'before') throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
    const result = work()
    if (when === 'after') throw new Error('socket hang up')
    return result
  }

  get access(): Rows {
    return { store: this.adapter, clock: () => this.now, macs }
  }

  /** Versions in the slots of the address, in order. */
  async versions(): Promise<readonly number[]> {
    const names = await Promise.all(SLOTS.map(nameOf))
    const versions = this.rows.filter(({ identifier }) => names.includes(identifier))
    return versions.map(({ expires }) => expires.getTime()).toSorted((one, other) => one - other)
  }

  async empty(slot: number): Promise<void> {
    const name = await nameOf(slot)
    this.rows = this.rows.filter(({ identifier }) => identifier !== name)
  }

  async claim(lasts = 600_000): Promise<number> {
    return (await allocateSlot(this.access, ADDRESS, this.now + lasts)).version
  }

  /** Moves the only version. */
  async moveVersion(by: number): Promise<void> {
    const [version = 0] = await this.versions()
    const names = await Promise.all(SLOTS.map(nameOf))
    this.rows = this.rows.map((row) =>
      names.includes(row.identifier) ? { ...row, expires: new Date(version + by) } : row,
    )
  }
}

const MAIL = { identifier: ADDRESS, linkHash: 'hash-of-the-link' }
const CODE = 'AAAA-AAAA'

async function mailIn(shelf: Shelf): Promise<MailTransaction> {
  const expires = shelf.now + 600_000
  const { slot } = await storeMail(shelf.access, { ...MAIL, expires })
  const codeHash = await macs.sign('mail-code', JSON.stringify(['t', CODE]))
  const more = { id: 't', provider: 'mail', attempts: 0, returnTo: '/', expires }
  return { ...MAIL, ...more, slot, codeHash }
}

describe('A mail slot of an address', () => {
  test('has a version no earlier than its mail expires and later than those of older mails (MAG-08)', async () => {
    for (let round = 0; round < 20; round += 1) {
      const shelf = new Shelf()
      const first = await shelf.claim(1_000)
      expect(first).toBeGreaterThanOrEqual(START + 1_000)
      const second = await shelf.claim(3_600_000)
      expect(second - (START + 3_600_000)).toBeGreaterThanOrEqual(0)
      expect(second - (START + 3_600_000)).toBeLessThan(1_000)
      const third = await shelf.claim(1_000)
      // Room for the count of attempts, one second each.
      expect(third - second).toBe(6_000)
      expect(await shelf.versions()).toEqual([first, second, third])
    }
  })

  test('has a random first version (MAG-08)', async () => {
    const versions = await Promise.all(Array.from({ length: 40 }, () => new Shelf().claim()))
    // In steps of six seconds, of which there are a hundred.
    const steps = versions.map((version) => Math.floor((version - START - 600_000) / 6_000))
    expect(new Set(steps).size).toBeGreaterThan(10)
    expect(Math.max(...steps)).toBeLessThan(100)
  })

  test('is that of the oldest mail where none is empty (MAG-08)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const shelf = new Shelf()
      const [, ...newer] = [await shelf.claim(), await shelf.claim(), await shelf.claim()]
      const newest = await shelf.claim()
      expect(await shelf.versions()).toEqual([...newer, newest])
    }
  })

  test('is empty at the millisecond of its expiry (MAG-08)', async () => {
    const shelf = new Shelf()
    shelf.now = await shelf.claim()
    const claim = await allocateSlot(shelf.access, ADDRESS, shelf.now + 600_000)
    expect(claim.replaced).toBeUndefined()
    expect(await shelf.versions()).toEqual([claim.version])
  })

  test('is taken until a millisecond before its expiry (MAG-08)', async () => {
    const shelf = new Shelf()
    const first = await shelf.claim()
    shelf.now = first - 1
    const second = await shelf.claim()
    expect(await shelf.versions()).toEqual([first, second])
  })

  test('is given once to a mail whose version was stored without a response (MAG-08)', async () => {
    const shelf = new Shelf()
    let failed = false
    shelf.fails = (call) => {
      if (call === 'useVerificationToken' || failed) return undefined
      failed = true
      return 'after'
    }
    const version = await shelf.claim()
    expect(await shelf.versions()).toEqual([version])
  })

  test('stays with the mail that takes it first of two simultaneous mails (MAG-08)', async () => {
    for (const apart of [-999, -1, 1, 999]) {
      const shelf = new Shelf()
      let theirs: number | undefined
      shelf.fails = (call, row) => {
        if (call === 'useVerificationToken' || theirs !== undefined) return undefined
        theirs = (row.expires?.getTime() ?? 0) + apart
        const { identifier = '', token = '' } = row
        shelf.rows.push({ identifier, token, expires: new Date(theirs) })
        return 'before'
      }
      const version = await shelf.claim()
      expect(await shelf.versions()).toEqual([theirs, version])
    }
  })

  test('is found by each of 32 simultaneous mails, in a store that refuses a second row of a name (MAG-08)', async () => {
    const shelf = new Shelf()
    shelf.fails = (call, row) => {
      const isTaken = shelf.rows.some(({ token }) => token === row.token)
      return call === 'createVerificationToken' && isTaken ? 'before' : undefined
    }
    const claimed = await Promise.all(Array.from({ length: 32 }, () => shelf.claim()))
    const versions = await shelf.versions()
    expect([1, 2, 3]).toContain(versions.length)
    expect(claimed).toEqual(expect.arrayContaining([...versions]))
  })

  test('is tried again after a random time that doubles, a second altogether (MAG-08)', async () => {
    const pauses: number[][] = [[], [], [], [], [], [], []]
    for (let count = 0; count < 60; count += 1) {
      const shelf = new Shelf()
      shelf.fails = (call) => (call === 'createVerificationToken' ? 'before' : undefined)
      let tried = 0
      vi.spyOn(globalThis, 'setTimeout').mockImplementation((resolve, milliseconds = NaN) => {
        pauses[tried]?.push(milliseconds)
        tried += 1
        resolve()
        // A timer that is never cleared.
        return setImmediate(() => undefined) as never
      })
      await expect(shelf.claim()).rejects.toThrow('ECONNREFUSED')
      vi.restoreAllMocks()
      expect(tried).toBe(7)
    }
    for (const [index, found] of pauses.entries()) {
      const longest = 8 * 2 ** index
      expect(Math.max(...found)).toBeLessThan(longest)
      expect(Math.max(...found)).toBeGreaterThanOrEqual(longest / 2)
      expect(Math.min(...found)).toBeLessThan(longest / 2)
    }
  })

  test('is not claimed while the store cannot read one of them (MAG-09)', async () => {
    const shelf = new Shelf()
    await shelf.claim()
    await shelf.claim()
    const versions = await shelf.versions()
    for (const failing of [1, 2, 3]) {
      let taken = 0
      shelf.fails = (call) => {
        if (call === 'createVerificationToken') return undefined
        taken += 1
        return taken === failing ? 'before' : undefined
      }
      await expect(shelf.claim()).rejects.toThrow('ECONNREFUSED')
      expect(await shelf.versions()).toEqual(versions)
      expect(shelf.rows).toHaveLength(2)
    }
  })

  test('stays with the oldest mail when the store refuses a newer one eight times (MAG-09)', async () => {
    const shelf = new Shelf()
    for (let count = 0; count < 3; count += 1) await shelf.claim()
    const versions = await shelf.versions()
    let tried = 0
    shelf.fails = (call, { expires }) => {
      if (call === 'useVerificationToken' || versions.includes(expires?.getTime() ?? 0)) {
        return undefined
      }
      tried += 1
      return 'before'
    }
    await expect(shelf.claim()).rejects.toThrow('ECONNREFUSED')
    expect(tried).toBe(8)
    expect(await shelf.versions()).toEqual(versions)
  })
})

describe('The link of a mail', () => {
  test('deletes all rows of the mail when it is used (MAG-03)', async () => {
    const shelf = new Shelf()
    await mailIn(shelf)
    expect(await useMail(shelf.access, MAIL)).toBe('used')
    expect(shelf.rows).toEqual([])
    expect(await useMail(shelf.access, MAIL)).toBe('unknown')
  })

  test('that is unknown is looked up in three slots only', async () => {
    const shelf = new Shelf()
    expect(await useMail(shelf.access, MAIL)).toBe('unknown')
    expect(shelf.calls).toEqual(SLOTS.map(() => 'useVerificationToken'))
  })

  test('counts as unknown where the row of its expiry was deleted (MAG-03)', async () => {
    const shelf = new Shelf()
    await mailIn(shelf)
    await takeRow(shelf.access, { identifier: ADDRESS, token: MAIL.linkHash })
    expect(await useMail(shelf.access, MAIL)).toBe('unknown')
    expect(shelf.rows).toEqual([])
  })

  test.each([
    [0, 'used'],
    [599_999, 'used'],
    [600_000, 'expired'],
  ] as const)('has after %s milliseconds the state %s (MAG-12)', async (later, use) => {
    const shelf = new Shelf()
    await mailIn(shelf)
    shelf.now += later
    expect(await useMail(shelf.access, MAIL)).toBe(use)
  })

  test('whose slot is empty counts as replaced, and the slot stays empty (MAG-08)', async () => {
    const shelf = new Shelf()
    await shelf.empty((await mailIn(shelf)).slot)
    expect(await useMail(shelf.access, MAIL)).toBe('replaced')
    expect(shelf.rows).toEqual([])
  })

  test.each([
    ['a newer mail', 6_000],
    ['an older mail', -6_000],
    ['a mail of another time', 500],
  ])(
    'whose slot has %s counts as replaced, and that mail keeps the slot (MAG-08)',
    async (_, by) => {
      const shelf = new Shelf()
      await mailIn(shelf)
      await shelf.moveVersion(by)
      const versions = await shelf.versions()
      expect(await useMail(shelf.access, MAIL)).toBe('replaced')
      expect(await shelf.versions()).toEqual(versions)
      expect(shelf.rows).toHaveLength(1)
    },
  )
})

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

  test('is no secret of a link: the rows of a mail have another MAC (MAG-02)', async () => {
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

describe('A code of a mail', () => {
  test('is accepted once', async () => {
    const shelf = new Shelf()
    const mail = await mailIn(shelf)
    expect(await guessCode(shelf.access, mail, CODE)).toBe('right')
    expect(shelf.rows).toEqual([])
    expect(await guessCode(shelf.access, mail, CODE)).toBe('dead')
  })

  test('is counted while wrong, and refused after five wrong ones (ALT-04)', async () => {
    const shelf = new Shelf()
    const mail = await mailIn(shelf)
    const tried: unknown[] = []
    for (let count = 0; count < 6; count += 1) {
      tried.push(await guessCode(shelf.access, mail, 'BBBB-BBBB'))
    }
    expect(tried).toEqual([1, 2, 3, 4, 5, 5])
    expect(await guessCode(shelf.access, mail, CODE)).toBe(5)
    // The link is another secret.
    expect(await useMail(shelf.access, MAIL)).toBe('used')
  })

  test('of a mail that another request is using does not change it (MAG-03)', async () => {
    const shelf = new Shelf()
    const mail = await mailIn(shelf)
    const counter = {
      identifier: `${MAIL.linkHash}.${mail.slot}`,
      token: `${MAIL.linkHash}.${mail.slot}`,
    }
    const version = await takeRow(shelf.access, counter)
    const rows = [...shelf.rows]
    expect(await guessCode(shelf.access, mail, CODE)).toBe('dead')
    expect(shelf.rows).toEqual(rows)
    await putRow(shelf.access, counter, version ?? 0)
    expect(await guessCode(shelf.access, mail, CODE)).toBe('right')
  })

  test.each([6_000, -6_000])(
    'of a mail replaced by one with a version of %s more is refused, and the other stays (MAG-08)',
    async (by) => {
      const shelf = new Shelf()
      const mail = await mailIn(shelf)
      await shelf.moveVersion(by)
      const versions = await shelf.versions()
      expect(await guessCode(shelf.access, mail, CODE)).toBe('dead')
      expect(await shelf.versions()).toEqual(versions)
      expect(shelf.rows).toHaveLength(1)
    },
  )

  test('of a mail whose slot is empty is refused, and no row is left (MAG-08)', async () => {
    const shelf = new Shelf()
    const mail = await mailIn(shelf)
    await shelf.empty(mail.slot)
    expect(await guessCode(shelf.access, mail, CODE)).toBe('dead')
    expect(shelf.rows).toEqual([])
  })
})

describe('A mail that was not sent', () => {
  test.each([
    ['its expiry', 1],
    ['its counter', 2],
  ])(
    'because the store refuses %s leaves no row, and frees its slot (MAG-09)',
    async (_, failing) => {
      const shelf = new Shelf()
      for (let count = 0; count < 3; count += 1) await shelf.claim()
      const versions = await shelf.versions()
      let own = 0
      shelf.fails = (call, { identifier = '' }) => {
        const ofMail = identifier === ADDRESS || identifier.startsWith(MAIL.linkHash)
        if (call === 'useVerificationToken' || !ofMail) return undefined
        own += 1
        return own === failing ? 'before' : undefined
      }
      const mail = { ...MAIL, expires: shelf.now + 600_000 }
      await expect(storeMail(shelf.access, mail)).rejects.toThrow('ECONNREFUSED')
      expect(await shelf.versions()).toEqual(versions)
      expect(shelf.rows).toHaveLength(3)
    },
  )

  test('returns its slot to the mail that had it (MAG-09)', async () => {
    const shelf = new Shelf()
    for (let count = 0; count < 3; count += 1) await shelf.claim()
    const versions = await shelf.versions()
    const claim = await storeMail(shelf.access, { ...MAIL, expires: shelf.now + 600_000 })
    expect(await shelf.versions()).not.toEqual(versions)
    await withdrawMail(shelf.access, MAIL, claim)
    expect(await shelf.versions()).toEqual(versions)
    expect(shelf.rows).toHaveLength(3)
  })

  test('leaves its slot to the mail that took it meanwhile (MAG-09)', async () => {
    const shelf = new Shelf()
    const claim = await storeMail(shelf.access, { ...MAIL, expires: shelf.now + 600_000 })
    await shelf.moveVersion(6_000)
    await withdrawMail(shelf.access, MAIL, { ...claim, replaced: { slot: claim.slot, version: 1 } })
    expect(await shelf.versions()).toEqual([claim.version + 6_000])
    expect(shelf.rows).toHaveLength(1)
  })

  test('leaves no row where its slot was empty, whether or not that row still exists (MAG-09)', async () => {
    for (const gone of [false, true]) {
      const shelf = new Shelf()
      const claim = await storeMail(shelf.access, { ...MAIL, expires: shelf.now + 600_000 })
      if (gone) shelf.rows = []
      await withdrawMail(shelf.access, MAIL, claim)
      expect(shelf.rows).toEqual([])
    }
  })
})

describe('A row that the store returns in place of another', () => {
  const NAME = { identifier: 'a', token: 'b' }

  test.each([
    { identifier: 'A', token: 'b' },
    { identifier: 'a', token: 'B' },
  ])('is ignored: %j', async (name) => {
    const found = { ...name, expires: new Date(START) }
    const access = { ...new Shelf().access, adapter: { useVerificationToken: () => found } }
    expect(await takeRow(access, NAME)).toBeUndefined()
  })
})

describe('A single-use sign-in', () => {
  const TRANSACTION: Transaction = {
    id: '0lq3qk1aBcDeFgHi',
    provider: 'acme',
    redirectUri: '',
    returnTo: '',
    createdAt: START,
  }

  type Context = Parameters<typeof makeSingleUse>[0]

  const contextOf = (adapter: Adapter | undefined, now = START): Context =>
    // The functions read no other members of a context.
    ({ config: { singleUseRows: singleUseRows(adapter), clock: () => now } }) as unknown as Context

  test.each([
    [undefined],
    [{}],
    [{ capabilities: {} }],
    [{ capabilities: { atomicConsume: false } }],
  ])('is not offered with a store such as %j (FLW-05)', async (adapter) => {
    expect(await makeSingleUse(contextOf(adapter), TRANSACTION)).toBe(TRANSACTION)
    expect(await consumeTransaction(contextOf(adapter), TRANSACTION)).toBe(true)
  })

  test('has a row with its provider and a hash of its id (FLW-05)', async () => {
    const shelf = new Shelf()
    const adapter = { ...shelf.adapter, capabilities: { atomicConsume: true } }
    await makeSingleUse(contextOf(adapter), TRANSACTION)
    const token = createHash('sha256').update(TRANSACTION.id).digest('base64url')
    const expires = new Date(START + 900_000)
    expect(shelf.rows).toEqual([{ identifier: 'oauth:acme', token, expires }])
  })

  test('lasts fifteen minutes, to the millisecond (FLW-05)', async () => {
    for (const [later, good] of [
      [899_999, true],
      [900_000, false],
    ] as const) {
      const shelf = new Shelf()
      const adapter = { ...shelf.adapter, capabilities: { atomicConsume: true } }
      const stored = await makeSingleUse(contextOf(adapter), TRANSACTION)
      expect(await consumeTransaction(contextOf(adapter, START + later), stored)).toBe(good)
      expect(await consumeTransaction(contextOf(adapter, START), stored)).toBe(false)
    }
  })

  test('causes an error where the store is no longer configured (FLW-05)', async () => {
    const stored: Transaction = { ...TRANSACTION, stored: true }
    for (const adapter of [undefined, {}]) {
      await expect(consumeTransaction(contextOf(adapter), stored)).rejects.toThrow(
        'The sign-in was started with a store that has `atomicConsume`, and the configuration no longer has one. Start the sign-in again.',
      )
    }
  })
})
