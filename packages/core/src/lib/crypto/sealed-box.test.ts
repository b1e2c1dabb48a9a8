import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveKey, encryptCompact } from './jwe.ts'
import { createSealedBox, type SealedBox, type SealedKind } from './sealed-box.ts'

const KINDS: readonly SealedKind[] = [
  'session',
  'csrf',
  'state',
  'pkce',
  'nonce',
  'challenge',
  'proxy',
]
const NEW = 'the-new-secret-0123456789-abcdefghijkl'
const OLD = 'the-old-secret-0123456789-abcdefghijkl'
const START = 1_700_000_000_000

function names(prefix: string): Record<SealedKind, string> {
  return {
    session: `${prefix}session`,
    acting: `${prefix}acting`,
    csrf: `${prefix}csrf`,
    state: `${prefix}state`,
    pkce: `${prefix}pkce`,
    nonce: `${prefix}nonce`,
    challenge: `${prefix}challenge`,
    device: 'device',
    attempt: 'attempt',
    waiting: 'waiting',
    'mail-proof': 'mail-proof',
    form: 'form',
    browser: 'browser',
    proxy: `${prefix}proxy`,
  }
}

const SAME_NAME = {
  session: 'x',
  acting: 'x',
  csrf: 'x',
  state: 'x',
  pkce: 'x',
  nonce: 'x',
  challenge: 'x',
  device: 'device',
  attempt: 'attempt',
  waiting: 'waiting',
  'mail-proof': 'mail-proof',
  form: 'form',
  browser: 'browser',
  proxy: 'x',
}

interface Clocked {
  readonly box: SealedBox
  now: number
}

function boxAt(secrets: readonly string[], cookieNames = names(''), now = START): Clocked {
  const clocked: Clocked = {
    now,
    box: createSealedBox({ secrets, names: cookieNames, clock: () => clocked.now }),
  }
  return clocked
}

/** Sealed under the key of a kind, without anything the box adds. */
async function sealRaw(kind: SealedKind, json: string): Promise<string> {
  return encryptCompact(await deriveKey(NEW, kind, `latchstring v1 ${kind}`), json)
}

describe('sealed box', () => {
  it('opens any JSON value that it sealed (SES-17)', async () => {
    const { box } = boxAt([NEW])
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (payload) => {
        const opened = await box.open('session', await box.seal('session', payload, 60))
        const { jti, ...rest } = opened?.payload ?? {}
        const sent = { ...payload, iat: START / 1000, exp: START / 1000 + 60, jti }
        expect(JSON.stringify({ ...rest, jti })).toBe(JSON.stringify(sent))
        expect(JSON.parse(opened?.json ?? '')).toEqual(opened?.payload)
      }),
      { numRuns: 60 },
    )
    expect('polluted' in {}).toBe(false)
  })

  it('does not open a value as another kind, whatever its name (JWE-04)', async () => {
    for (const cookieNames of [names(''), SAME_NAME]) {
      const { box } = boxAt([NEW], cookieNames)
      for (const from of KINDS) {
        const sealed = await box.seal(from, { id: 1 }, 60)
        for (const to of KINDS) {
          const opened = await box.open(to, sealed)
          expect([from, to, opened !== null]).toEqual([from, to, from === to])
        }
      }
    }
  })

  it('does not open a value under another cookie name (JWE-04, CKI-03)', async () => {
    const plain = boxAt([NEW], names('latchstring.'))
    const secure = boxAt([NEW], names('__Host-latchstring.'))
    for (const kind of KINDS) {
      expect(await secure.box.open(kind, await plain.box.seal(kind, {}, 60))).toBeNull()
      expect(await plain.box.open(kind, await secure.box.seal(kind, {}, 60))).toBeNull()
    }
  })

  it('opens with new and old secrets and seals with the new one during a rotation (JWE-07)', async () => {
    const before = boxAt([OLD])
    const during = boxAt([NEW, OLD])
    const after = boxAt([NEW])
    const old = await before.box.seal('session', { sub: '1' }, 60)
    const fresh = await during.box.seal('session', { sub: '2' }, 60)
    expect((await during.box.open('session', old))?.payload['sub']).toBe('1')
    expect((await during.box.open('session', fresh))?.payload['sub']).toBe('2')
    expect((await after.box.open('session', fresh))?.payload['sub']).toBe('2')
    expect(await before.box.open('session', fresh)).toBeNull()
    expect(await after.box.open('session', old)).toBeNull()
  })

  it('adds an id and times to each value, and keeps a given id (SES-03)', async () => {
    const { box } = boxAt([NEW])
    const ids = new Set<unknown>()
    for (let count = 0; count < 50; count++) {
      const opened = await box.open('state', await box.seal('state', { iat: 1, exp: 1 }, 60))
      expect(opened?.payload).toMatchObject({ iat: START / 1000, exp: START / 1000 + 60 })
      ids.add(opened?.payload.jti)
    }
    expect(ids.size).toBe(50)
    const opened = await box.open('state', await box.seal('state', { jti: 'mine' }, 60))
    expect(opened?.payload.jti).toBe('mine')
    const numbered = await box.open('state', await box.seal('state', { jti: 7 }, 60))
    expect(numbered?.payload.jti).toMatch(/^[\w-]{22}$/)
  })

  it('counts the lifetime from the given time of sealing (SES-09)', async () => {
    const { box } = boxAt([NEW])
    const issuedAt = START / 1000 - 30
    const opened = await box.open('session', await box.seal('session', {}, 31, issuedAt))
    expect(opened?.payload).toMatchObject({ iat: issuedAt, exp: issuedAt + 31 })
    expect(await box.open('session', await box.seal('session', {}, 30, issuedAt))).toBeNull()
  })

  it('opens only values for an accepted audience of their kind (ALT-10)', async () => {
    const asked: unknown[] = []
    const box = createSealedBox({
      secrets: [NEW],
      names: names(''),
      clock: () => START,
      accepts: (kind, claim) => {
        asked.push([kind, claim])
        return kind === 'proxy' || claim === 'here'
      },
    })
    // Values sealed by other versions have the claim by this name.
    for (const [kind, claim, right] of [
      ['session', 'here', true],
      ['session', 'elsewhere', false],
      ['session', undefined, false],
      ['proxy', 'elsewhere', true],
    ] as const) {
      const opened = await box.open(kind, await box.seal(kind, { latchstring_aud: claim }, 60))
      expect([kind, claim, opened !== null]).toEqual([kind, claim, right])
      expect(asked.at(-1)).toEqual([kind, claim])
    }
  })

  it('does not open from the millisecond of its expiry on (JWE-10, SES-09)', async () => {
    const clocked = boxAt([NEW])
    const sealed = await clocked.box.seal('session', {}, 60)
    clocked.now = START + 60_000 - 1
    expect(await clocked.box.open('session', sealed)).not.toBeNull()
    clocked.now = START + 60_000
    expect(await clocked.box.open('session', sealed)).toBeNull()
    clocked.now = START + 60_001
    expect(await clocked.box.open('session', sealed)).toBeNull()
  })

  it('opens a value issued up to 60 s in the future (JWE-10, REL-10)', async () => {
    const clocked = boxAt([NEW])
    const sealed = await clocked.box.seal('session', {}, 3600)
    clocked.now = START - 60_000
    expect(await clocked.box.open('session', sealed)).not.toBeNull()
    clocked.now = START - 60_001
    expect(await clocked.box.open('session', sealed)).toBeNull()
  })

  const now = START / 1000
  it.each([
    ['no exp', { iat: now, jti: 'a' }],
    ['no iat', { exp: now + 60, jti: 'a' }],
    ['no jti', { iat: now, exp: now + 60 }],
    ['exp as text', { iat: now, exp: String(now + 60), jti: 'a' }],
    ['exp null', { iat: now, exp: null, jti: 'a' }],
    ['iat as text', { iat: String(now), exp: now + 60, jti: 'a' }],
    ['jti as a number', { iat: now, exp: now + 60, jti: 1 }],
    ['an empty jti', { iat: now, exp: now + 60, jti: '' }],
    ['exp now', { iat: now - 60, exp: now, jti: 'a' }],
    ['iat 61 s ahead', { iat: now + 61, exp: now + 120, jti: 'a' }],
    ['nbf 61 s ahead', { iat: now, nbf: now + 61, exp: now + 120, jti: 'a' }],
    ['nbf as text', { iat: now, nbf: 'now', exp: now + 60, jti: 'a' }],
    ['nbf null', { iat: now, nbf: null, exp: now + 60, jti: 'a' }],
  ])('does not open with %s (SES-03, JWE-10)', async (_what, claims) => {
    const { box } = boxAt([NEW])
    expect(await box.open('session', await sealRaw('session', JSON.stringify(claims)))).toBeNull()
  })

  it('opens with nbf 60 s ahead (JWE-10)', async () => {
    const { box } = boxAt([NEW])
    const claims = { iat: now, nbf: now + 60, exp: now + 120, jti: 'a' }
    expect(
      await box.open('session', await sealRaw('session', JSON.stringify(claims))),
    ).not.toBeNull()
  })

  it.each(['', 'null', '[]', '"text"', '1', '{', 'not JSON', '{"exp":1e400}'])(
    'does not open the content %j and does not throw (JWE-08)',
    async (content) => {
      const { box } = boxAt([NEW])
      expect(await box.open('session', await sealRaw('session', content))).toBeNull()
    },
  )

  it('does not open with another secret (JWE-04)', async () => {
    const { box } = boxAt([OLD])
    expect(await box.open('session', await boxAt([NEW]).box.seal('session', {}, 60))).toBeNull()
  })

  it('neither seals nor opens without a secret (JWE-09)', async () => {
    const { box } = boxAt([])
    await expect(box.seal('session', {}, 60)).rejects.toThrow('A sealed box needs a secret')
    const ofNothing = await boxAt(['']).box.seal('session', {}, 60)
    expect(await box.open('session', ofNothing)).toBeNull()
  })

  it.each([{ roles: ['reader'] }, { name: 'Ada' }])(
    'gives each reader of %j a copy that it may change',
    async (claims) => {
      const { box } = boxAt([NEW])
      const sealed = await box.seal('session', claims, 60)
      for (let time = 0; time < 5; time++) {
        const payload = (await box.open('session', sealed))?.payload
        expect(payload).toMatchObject(claims)
        Object.assign(payload ?? {}, { name: 'Eve' })
        Object.assign(Object(payload?.['roles']), ['admin'])
      }
    },
  )

  it('opens simultaneous values while the keys are derived for the first time', async () => {
    const sealed = await boxAt([NEW]).box.seal('session', { sub: '1' }, 60)
    const { box } = boxAt([NEW])
    const opened = await Promise.all(
      Array.from({ length: 20 }, async () => box.open('session', sealed)),
    )
    expect(opened.every((one) => one?.payload['sub'] === '1')).toBe(true)
  })
})
