import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPasswordHasher, type PasswordHasher } from './hashing.ts'

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../test/${name}`, import.meta.url), 'utf8'))

// A list of texts, from which the other file is written.
const passwords = read('passwords.json') as readonly string[]
// Written by `test/make.mjs`.
const vectors = read('vectors.json') as Readonly<Record<string, readonly string[]>>

/** bcrypt looks at 72 bytes. */
const CUT = /^(?:bcryptjs|php-bcrypt|django-bcrypt)$/

let hasher: PasswordHasher

beforeAll(async () => {
  hasher = await createPasswordHasher({ waiting: 1000 })
})

describe.each(Object.entries(vectors))('hashes of %s', (name, hashes) => {
  test('are those of the passwords, and outdated', async () => {
    const checks = await Promise.all(
      hashes.map((stored, index) => hasher.check(passwords[index] ?? '', stored)),
    )
    expect(checks).toEqual(passwords.map(() => ({ right: true, outdated: true })))
  })

  test('are not those of other passwords', async () => {
    const checks = await Promise.all(
      hashes.slice(0, 6).map((stored, index) => {
        const password = passwords[index] ?? ''
        const other = CUT.test(name) ? `x${password}` : `${password}x`
        return hasher.check(other, stored)
      }),
    )
    expect(checks).toEqual(Array.from({ length: 6 }, () => ({ right: false, outdated: false })))
  })
})
