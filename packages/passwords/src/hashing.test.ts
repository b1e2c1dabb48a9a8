import { performance } from 'node:perf_hooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  createPasswordHasher,
  PasswordHashUnusable,
  PasswordQueueFull,
  type PasswordHasherOptions,
} from './hashing.ts'

const WITHOUT_ARGON2 = '@node-rs/argon2'

/** A hasher in a process that has no Argon2. */
async function withScrypt(options?: PasswordHasherOptions) {
  vi.doMock(WITHOUT_ARGON2, () => {
    throw new Error('not installed')
  })
  vi.doMock('node:crypto', async (original) => ({
    ...(await original<object>()),
    argon2() {
      throw new Error('not supported by this OpenSSL')
    },
  }))
  vi.resetModules()
  const fresh = await import('./hashing.ts')
  return fresh.createPasswordHasher(options)
}

afterEach(() => {
  vi.doUnmock(WITHOUT_ARGON2)
  vi.doUnmock('node:crypto')
  vi.resetModules()
})

describe('a new password', () => {
  test('is hashed with Argon2id, and its hash is current', async () => {
    const hasher = await createPasswordHasher()
    const stored = await hasher.hash('correct horse')
    expect(hasher.method).toMatch(/^argon2id of /)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await hasher.check('correct horse', stored)).toEqual({ right: true, outdated: false })
    expect(await hasher.check('correct hors', stored)).toEqual({ right: false, outdated: false })
  })

  test('is hashed with scrypt where a call of Argon2 fails, and current in other processes too', async () => {
    const hasher = await withScrypt()
    const stored = await hasher.hash('correct horse')
    expect(hasher.method).toBe('scrypt of node:crypto')
    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
    expect(await hasher.check('correct horse', stored)).toEqual({ right: true, outdated: false })
    const elsewhere = await createPasswordHasher()
    expect(await elsewhere.check('correct horse', stored)).toEqual({ right: true, outdated: false })
  })

  test('has another salt each time', async () => {
    const hasher = await createPasswordHasher()
    expect(await hasher.hash('one')).not.toBe(await hasher.hash('one'))
  })

  test('is one in both spellings of a letter (PWD-10)', async () => {
    const hasher = await createPasswordHasher()
    const stored = await hasher.hash('\u00e9t\u00e9')
    expect(await hasher.check('e\u0301te\u0301', stored)).toEqual({ right: true, outdated: false })
  })
})

describe('a stored hash', () => {
  test('of Argon2 names what is missing in a process without it', async () => {
    const stored = await (await createPasswordHasher()).hash('correct horse')
    const hasher = await withScrypt()
    await expect(hasher.check('correct horse', stored)).rejects.toThrow(/Node\.js 24\.7.*@node-rs/)
  })

  test.each([
    '$argon2id$v=19$m=2097152,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
    '$argon2id$v=19$m=65536,t=9999,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
    '$scrypt$ln=30,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
    '$scrypt$ln=10,r=8,p=99999$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
    '$2b$31$HmNfPexK7Wa6bm8.BxcfNO8QdPuJMChfFuldL/UG8bM.EHvnZhqj6',
    'pbkdf2_sha256$999999999$salt$CScm+QQCo4waVJY4Gf8oCJjo7gdNBSr6RsfeNU1bvh8=',
    '$P$RXy.eSOpUpVi67Re6g7NP821nTXd61.',
    '$fbscrypt$v=1,n=30,r=8,p=1,ss=Bw==,sk=TM8HGPW/Q+Y=$amvD1R5BmUJnUv1m$QxUFasrljwlhLI9Y',
  ])('that would cost too much is refused before it is computed (PWD-12): %s', async (stored) => {
    const hasher = await createPasswordHasher()
    const before = performance.now()
    await expect(hasher.check('password', stored)).rejects.toThrow(PasswordHashUnusable)
    expect(performance.now() - before).toBeLessThan(500)
  })

  test.each([
    'password',
    '{}',
    '$argon2id$',
    '$2b$',
    'A'.repeat(80),
    '5f4dcc3b5aa765d61d8327deb882cf99',
  ])('of no known form is refused, and no part of it is in the message: %j', async (stored) => {
    const hasher = await createPasswordHasher()
    const failure = await hasher.check('password', stored).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PasswordHashUnusable)
    if (stored)
      expect(String(failure)).not.toContain(
        stored.slice(0, 40) === 'password' ? 'password"' : stored,
      )
  })

  test('that needs more memory is compared where the application allows it', async () => {
    const stored =
      'argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'
    const strict = await createPasswordHasher()
    await expect(strict.check('password', stored)).rejects.toThrow('maxMemory')
    const hasher = await createPasswordHasher({ maxMemory: 100 })
    expect(await hasher.check('password', stored)).toEqual({ right: false, outdated: false })
  })

  test('of a form of its own is compared by the function of the application, and outdated', async () => {
    const hasher = await createPasswordHasher({
      custom: {
        recognise: (stored) => stored.startsWith('old:'),
        verify: async (password, stored) => stored === `old:${password}`,
      },
    })
    expect(await hasher.check('secret', 'old:secret')).toEqual({ right: true, outdated: true })
    expect(await hasher.check('other', 'old:secret')).toEqual({ right: false, outdated: false })
  })
})

describe('a password', () => {
  test('is wrong for a hash of scrypt, PBKDF2 or Firebase that a column has cut off', async () => {
    const hasher = await createPasswordHasher()
    for (const stored of [
      '$scrypt$ln=15,r=8,p=3$c2FsdHNhbHRzYWx0c2FsdA$A',
      '$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA',
      'scrypt$16384$salt$8$5$A',
      '$pbkdf2-sha256$1000$c2FsdA$AAAA',
      '$fbscrypt$v=1,n=1,r=1,p=1,sk=AA$c2FsdA$AA',
    ]) {
      await expect(hasher.check('any', stored)).rejects.toThrow(PasswordHashUnusable)
    }
  })

  test('of more than 4,096 bytes, or with half of a character, is wrong at once (PWD-09)', async () => {
    const hasher = await createPasswordHasher()
    const stored = await hasher.hash('correct horse')
    for (const password of ['a'.repeat(4097), '\ufdfa'.repeat(2000), '\ud800']) {
      expect(await hasher.check(password, stored)).toEqual({ right: false, outdated: false })
      await expect(hasher.hash(password)).rejects.toThrow(RangeError)
    }
  })

  test('is not hashed anew where bcrypt has looked at a part of it', async () => {
    const hasher = await createPasswordHasher()
    const { hash } = await import('bcryptjs')
    const stored = await hash('a'.repeat(80), 4)
    expect(await hasher.check(`${'a'.repeat(72)}b`, stored)).toEqual({
      right: true,
      outdated: false,
    })
    expect(await hasher.check('secret\0secret', await hash('secret', 4))).toMatchObject({
      right: false,
    })
  })

  test('is given to the function of the application once, as it was typed', async () => {
    const asked: string[] = []
    const hasher = await createPasswordHasher({
      custom: {
        recognise: () => true,
        async verify(password) {
          asked.push(password)
          return false
        },
      },
    })
    await hasher.check('e\u0301', 'old')
    expect(asked).toEqual(['e\u0301'])
  })
})

describe('no stored hash', () => {
  test('is wrong for every password, and computed all the same', async () => {
    const hasher = await createPasswordHasher()
    const stored = await hasher.hash('correct horse')
    const time = async (against: string | undefined): Promise<number> => {
      const before = performance.now()
      await hasher.check('wrong', against)
      return performance.now() - before
    }
    expect(await hasher.check('', undefined)).toEqual({ right: false, outdated: false })
    expect(await time(undefined)).toBeGreaterThan((await time(stored)) / 10)
  })
})

describe('the queue', () => {
  test('refuses what it cannot hold, and goes on', async () => {
    const hasher = await createPasswordHasher({ atOnce: 1, waiting: 2 })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('one')))
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(results[4]).toMatchObject({ reason: new PasswordQueueFull() })
    expect(await hasher.check('one', await hasher.hash('one'))).toMatchObject({ right: true })
  })

  test('goes on after a comparison that throws', async () => {
    const hasher = await createPasswordHasher({
      atOnce: 1,
      custom: {
        recognise: (stored) => stored === 'broken',
        verify: () => Promise.reject(new Error('the old system is away')),
      },
    })
    await expect(hasher.check('one', 'broken')).rejects.toThrow('the old system is away')
    expect(await hasher.check('one', await hasher.hash('one'))).toMatchObject({ right: true })
  })

  test.each([{ atOnce: 0 }, { atOnce: 1.5 }, { waiting: -1 }, { maxMemory: Number.NaN }])(
    'is not made with %j',
    async (options) => {
      await expect(createPasswordHasher(options)).rejects.toThrow(TypeError)
    },
  )
})
