import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { IN_FULL } from '../../../test/kit/src/in-part.ts'
import { createPasswordHasher, type PasswordHasher } from './hashing.ts'

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../test/${name}`, import.meta.url), 'utf8'))

// A list of texts, from which the other file is written.
const passwords = read('passwords.json') as readonly string[]
// Written by `test/make.mjs`.
const vectors = read('vectors.json') as Readonly<Record<string, readonly string[]>>

/** bcrypt looks at 72 bytes, and a longer password is not hashed anew. */
const CUT = /^(?:bcryptjs|php-bcrypt|django-bcrypt)$/
const LONGEST = 72

/** Their cost is always that of applications: a tenth of them is compared, as of all hashes in the normal run. */
const COSTLY = /^(?:better-auth|lucia-|oslo$|firebase-)/

let hasher: PasswordHasher

beforeAll(async () => {
  hasher = await createPasswordHasher({ waiting: 1000 })
})

describe.each(Object.entries(vectors))('hashes of %s', (name, hashes) => {
  const pairs = hashes
    .map((stored, index) => ({ stored, password: passwords[index] ?? '' }))
    .filter((_, index) => (IN_FULL && !COSTLY.test(name)) || index % 10 === 2)

  test('are those of the passwords, and outdated', async () => {
    const checks = pairs.map(({ stored, password }) => hasher.check(password, stored))
    expect(await Promise.all(checks)).toEqual(
      pairs.map(({ password }) => ({
        right: true,
        outdated: !CUT.test(name) || Buffer.byteLength(password) <= LONGEST,
      })),
    )
  })

  test('are not those of other passwords', async () => {
    const some = pairs.slice(0, 6)
    const checks = some.map(({ stored, password }) =>
      hasher.check(CUT.test(name) ? `x${password}` : `${password}x`, stored),
    )
    expect(await Promise.all(checks)).toEqual(some.map(() => ({ right: false, outdated: false })))
  })
})
