import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveConfig } from '../../config/resolve.ts'
import type { SessionContext } from '../../request/context.ts'
import { CookieJar } from '../../http/cookie-jar.ts'
import {
  expireTransaction,
  liveTransactionIds,
  readMailTransactions,
  readSignOut,
  readTransaction,
  storeMailTransaction,
  storeSignOut,
  storeTransaction,
} from './cookies.ts'
import {
  newState,
  newTransactionId,
  type MailTransaction,
  type Transaction,
} from './transaction.ts'

const SECRET = '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'
const START = 1_700_000_000_000
const NAMES = ['state', 'pkce.code_verifier', 'nonce'] as const

/** One browser at one application, with a clock that can be set. */
class Browser {
  now = START
  readonly cookies = new Map<string, string>()
  readonly lines: string[] = []
  readonly config = resolveConfig(
    { providers: [], secret: SECRET },
    { env: {}, clock: () => this.now, basePath: '/auth' },
  )

  context(): SessionContext {
    const header = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const origin = { href: 'https://app.example.com', secure: true }
    return { config: this.config, origin, profile: this.config.secure, jar: new CookieJar(header) }
  }

  take(jar: CookieJar): void {
    for (const line of jar.toHeaders()) {
      this.lines.push(line)
      const pair = line.split(';', 1).join()
      const name = pair.slice(0, pair.indexOf('='))
      if (line.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(name.length + 1))
    }
  }

  async begin(change: Partial<Transaction> = {}, crossSite = false): Promise<Transaction> {
    const id = newTransactionId(this.config)
    const transaction = {
      id,
      provider: 'acme',
      issuer: 'https://acme.example',
      state: newState(id),
      nonce: `nonce-${id}`,
      codeVerifier: `verifier-${id}`,
      redirectUri: 'https://app.example.com/auth/callback/acme',
      returnTo: 'https://app.example.com/page',
      startedBy: 'session-1',
      createdAt: this.now,
      ...change,
    }
    this.take(await storeTransaction(this.context(), transaction, crossSite))
    return transaction
  }

  async beginMail(change: Partial<MailTransaction> = {}): Promise<MailTransaction> {
    const transaction = {
      id: newTransactionId(this.config),
      provider: 'mail',
      identifier: 'ada@example.com',
      linkHash: 'l',
      slot: 0,
      codeHash: 'c',
      attempts: 0,
      expires: this.now + 600_000,
      returnTo: 'https://app.example.com/',
      ...change,
    }
    this.take(await storeMailTransaction(this.context(), transaction))
    return transaction
  }

  read(id: string): Promise<Transaction | null> {
    return readTransaction(this.context(), id)
  }

  nameOf(part: (typeof NAMES)[number], id: string): string {
    return `__Host-latchstring.${part}.${id}`
  }
}

describe('the cookies of a transaction', () => {
  it('are opened to the stored transaction (FLW-03)', async () => {
    const browser = new Browser()
    const transaction = await browser.begin()
    expect(await browser.read(transaction.id)).toMatchObject(transaction)
    expect([...browser.cookies.keys()].toSorted()).toEqual(
      NAMES.map((part) => browser.nameOf(part, transaction.id)).toSorted(),
    )
  })

  it('have the DPoP key in a separate cookie, and do not open without it (OAU-23)', async () => {
    const dpopKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }
    const browser = new Browser()
    const { codeVerifier: _, ...bare } = await browser.begin({ dpopKey })
    expect(await browser.read(bare.id)).toMatchObject({ ...bare, dpopKey })
    const alone = new Browser()
    alone.take(await storeTransaction(alone.context(), bare, false))
    const { id } = bare
    expect(await alone.read(id)).toMatchObject({ dpopKey })
    alone.cookies.delete(alone.nameOf('pkce.code_verifier', id))
    expect(await alone.read(id)).toBeNull()
  })

  it('last 15 minutes and are HttpOnly and bound to the host (CKI-01, CKI-09)', async () => {
    const browser = new Browser()
    await browser.begin()
    expect(browser.lines).toHaveLength(3)
    for (const line of browser.lines) {
      expect(line.split('; ').slice(1).toSorted()).toEqual([
        'HttpOnly',
        'Max-Age=900',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ])
    }
  })

  it('are all SameSite=None for a form post (OAU-12)', async () => {
    const browser = new Browser()
    await browser.begin({}, true)
    for (const line of browser.lines)
      expect(line).toMatch(/; Secure.*; SameSite=None|; SameSite=None.*; Secure/)
  })

  it('reveal nothing of the transaction (OAU-02)', async () => {
    const browser = new Browser()
    const { state, codeVerifier, nonce } = await browser.begin()
    const header = [...browser.cookies.values()].join()
    for (const secret of [state, codeVerifier, nonce, 'acme', 'session-1'])
      expect(header).not.toContain(secret)
  })

  it('do not open after 15 minutes, to the millisecond (CKI-09, FLW-01)', async () => {
    const browser = new Browser()
    const { id } = await browser.begin()
    browser.now = START + 899_999
    expect(await browser.read(id)).not.toBeNull()
    browser.now = START + 900_000
    expect(await browser.read(id)).toBeNull()
  })

  it('have no verifier or nonce where none was requested', async () => {
    const browser = new Browser()
    const id = newTransactionId(browser.config)
    const bare = { id, provider: 'acme', redirectUri: 'x', returnTo: 'y', createdAt: START }
    browser.take(await storeTransaction(browser.context(), bare, false))
    expect([...browser.cookies.keys()]).toEqual([browser.nameOf('state', id)])
    const read = await browser.read(id)
    expect(read).toMatchObject(bare)
    expect([read?.codeVerifier, read?.nonce]).toEqual([undefined, undefined])
  })

  it('are all deleted once expired (CKI-09, FLW-05)', async () => {
    const browser = new Browser()
    const { id } = await browser.begin()
    const other = await browser.begin()
    const { jar, profile } = browser.context()
    browser.take(expireTransaction(jar, profile, id))
    expect(await browser.read(id)).toBeNull()
    expect(await browser.read(other.id)).not.toBeNull()
    expect(browser.cookies.size).toBe(3)
    expect(expireTransaction(browser.context().jar, profile, id).changes()).toEqual([])
  })

  it('do not open under another id or without the first part (FLW-01)', async () => {
    const browser = new Browser()
    const { id } = await browser.begin()
    expect(await browser.read(newTransactionId(browser.config))).toBeNull()
    browser.cookies.delete(browser.nameOf('state', id))
    expect(await browser.read(id)).toBeNull()
  })
})

describe('parts of the cookies of two transactions', () => {
  it('do not open together (FLW-03)', async () => {
    for (const part of NAMES) {
      const browser = new Browser()
      const victim = await browser.begin()
      const attacker = await browser.begin({
        provider: 'evil',
        codeVerifier: 'evil',
        nonce: 'evil',
      })
      const foreign = browser.cookies.get(browser.nameOf(part, attacker.id)) ?? ''
      browser.cookies.set(browser.nameOf(part, victim.id), foreign)
      expect(await browser.read(victim.id)).toBeNull()
    }
  })

  it("do not open in each other's place (JWE-04)", async () => {
    for (const from of NAMES) {
      for (const to of NAMES) {
        if (from === to) continue
        const browser = new Browser()
        const { id } = await browser.begin()
        browser.cookies.set(
          browser.nameOf(to, id),
          browser.cookies.get(browser.nameOf(from, id)) ?? '',
        )
        expect(await browser.read(id)).toBeNull()
      }
    }
  })

  it('are all required (OAU-04, FLW-01)', async () => {
    for (const part of NAMES) {
      const browser = new Browser()
      const { id } = await browser.begin()
      browser.cookies.delete(browser.nameOf(part, id))
      expect(await browser.read(id)).toBeNull()
    }
  })

  it('of another application do not open (FLW-02)', async () => {
    const browser = new Browser()
    const { id } = await browser.begin()
    const config = resolveConfig(
      { providers: [], secret: `${SECRET}-other` },
      { env: {}, clock: () => START, basePath: '/auth' },
    )
    const context = { ...browser.context(), config, profile: config.secure }
    expect(await readTransaction(context, id)).toBeNull()
  })

  it('do not open after any change (CKI-10, FLW-01)', async () => {
    const browser = new Browser()
    const { id } = await browser.begin()
    const name = browser.nameOf('state', id)
    const value = browser.cookies.get(name) ?? ''
    await fc.assert(
      fc.asyncProperty(
        fc.nat(value.length - 1),
        fc.constantFrom('A', 'z', '-', '.', '%', '"', ''),
        async (at, character) => {
          if (value[at] === character) return
          browser.cookies.set(name, value.slice(0, at) + character + value.slice(at + 1))
          expect(await browser.read(id)).toBeNull()
        },
      ),
    )
  })
})

describe('transactions of several tabs', () => {
  it('finish for three at once, and a fourth ends the oldest (FLW-04)', async () => {
    const browser = new Browser()
    const begun: Transaction[] = []
    for (let tab = 0; tab < 6; tab++) {
      browser.now += 1_000
      begun.push(await browser.begin())
      const live = begun.slice(-3)
      for (const transaction of begun) {
        const read = await browser.read(transaction.id)
        expect(read !== null).toBe(live.includes(transaction))
      }
      expect(browser.cookies.size).toBe(live.length * 3)
    }
    const { jar, profile } = browser.context()
    expect(liveTransactionIds(jar, profile)).toEqual(begun.slice(-3).map(({ id }) => id))
  })

  it('share the limit of three with sign-ins by mail (FLW-04)', async () => {
    const browser = new Browser()
    const oldest = await browser.begin()
    browser.now += 1_000
    const mail = await browser.beginMail()
    browser.now += 1_000
    await browser.begin()
    browser.now += 1_000
    await browser.begin()
    expect(await browser.read(oldest.id)).toBeNull()
    expect(await readMailTransactions(browser.context(), 'mail')).toMatchObject([mail])
  })

  it('ignore cookies with other names (CKI-04)', async () => {
    const browser = new Browser()
    const id = newTransactionId(browser.config)
    for (const name of ['state', 'state.', 'state.evil', `state-${id}`, `state.${id}x`]) {
      browser.cookies.set(`__Host-latchstring.${name}`, 'evil')
    }
    const { jar, profile } = browser.context()
    expect(liveTransactionIds(jar, profile)).toEqual([])
    await browser.begin()
    expect(browser.cookies.size).toBe(5 + 3)
  })
})

describe('the cookie of a sign-in by mail', () => {
  it('is read by its provider only, newest first', async () => {
    const browser = new Browser()
    const first = await browser.beginMail()
    browser.now += 1_000
    const second = await browser.beginMail({ identifier: 'bob@example.com' })
    browser.now += 1_000
    await browser.beginMail({ provider: 'other' })
    expect(await readMailTransactions(browser.context(), 'mail')).toMatchObject([second, first])
    expect(await readMailTransactions(browser.context(), 'acme')).toEqual([])
  })

  it('is not accepted as an OAuth transaction, nor the reverse (FLW-03)', async () => {
    const browser = new Browser()
    const mail = await browser.beginMail()
    const oauth = await browser.begin()
    expect(await browser.read(mail.id)).toBeNull()
    expect(await readMailTransactions(browser.context(), oauth.provider)).toEqual([])
  })

  it('expires with its link and code (MAG-07)', async () => {
    const browser = new Browser()
    await browser.beginMail()
    expect(browser.lines[0]).toContain('Max-Age=600;')
    browser.now = START + 599_999
    expect(await readMailTransactions(browser.context(), 'mail')).toHaveLength(1)
    browser.now = START + 600_000
    expect(await readMailTransactions(browser.context(), 'mail')).toEqual([])
  })

  it('stored again removes no other and keeps its expiry (MAG-07)', async () => {
    const browser = new Browser()
    const mail = await browser.beginMail()
    await browser.begin()
    await browser.begin()
    browser.now += 300_000
    browser.take(await storeMailTransaction(browser.context(), { ...mail, attempts: 1 }))
    expect(browser.lines.at(-1)).toContain('Max-Age=300;')
    expect(await readMailTransactions(browser.context(), 'mail')).toMatchObject([{ attempts: 1 }])
    expect(browser.cookies.size).toBe(1 + 2 * 3)
  })
})

describe('the cookie of a sign-out at a provider', () => {
  it('is not that of a sign-in, nor the reverse (FLW-03 LGO-01)', async () => {
    const browser = new Browser()
    const signIn = await browser.begin()
    const id = newTransactionId(browser.config)
    const signOut = { id, provider: 'acme', state: newState(id), returnTo: '/bye' }
    browser.take(await storeSignOut(browser.context(), signOut))
    expect(await readSignOut(browser.context(), id)).toMatchObject(signOut)
    expect(await readSignOut(browser.context(), signIn.id)).toBeNull()
    expect(await readSignOut(browser.context(), newTransactionId(browser.config))).toBeNull()
    expect(await browser.read(id)).toBeNull()
    expect(await readMailTransactions(browser.context())).toEqual([])
  })
})

describe('the cookies of transactions and session together', () => {
  const SESSION = '__Host-latchstring.session-token'

  /** Characters of a header with all cookies. */
  const lengthIn = ({ cookies }: Browser): number =>
    [...cookies].reduce((sum, [name, value]) => sum + `${name}=${value}; `.length, 0)

  /** A browser with a session in two pieces, and the given room left. */
  function withRoom(room: number): Browser {
    const browser = new Browser()
    const empty = `${SESSION}.0=; ${SESSION}.1=; `.length
    const value = 'x'.repeat(6_500 - room - empty)
    browser.cookies.set(`${SESSION}.0`, value.slice(0, 900))
    browser.cookies.set(`${SESSION}.1`, value.slice(900))
    return browser
  }

  type Begin = (browser: Browser) => Promise<{ readonly id: string }>

  it.each<readonly [string, Begin]>([
    ['sign-ins at providers', (browser) => browser.begin()],
    ['sign-ins by mail', (browser) => browser.beginMail()],
  ])('have at most 6,500 characters: %s (CKI-06)', async (_, begin) => {
    const measured = new Browser()
    await begin(measured)
    const one = lengthIn(measured)
    for (const [room, stays] of [
      [2 * one, true],
      [2 * one - 1, false],
    ] as const) {
      const browser = withRoom(room)
      const older = await begin(browser)
      browser.now += 1_000
      const newer = await begin(browser)
      const ids = liveTransactionIds(browser.context().jar, browser.config.secure)
      expect(ids).toEqual(stays ? [older.id, newer.id] : [newer.id])
    }
  })

  it('have at most three sign-ins by mail (FLW-04)', async () => {
    const browser = new Browser()
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const other = new Browser()
      other.now = START + count
      ids.push((await other.beginMail()).id)
      for (const [name, value] of other.cookies) browser.cookies.set(name, value)
    }
    const read = await readMailTransactions(browser.context())
    expect(read.map(({ id }) => id)).toEqual(ids.slice(2).toReversed())
  })
})
