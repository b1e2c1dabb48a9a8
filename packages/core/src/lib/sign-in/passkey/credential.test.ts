import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toDescriptor, toBase64, toBase64url, createUserHandle } from './credential.ts'

it('toBase64 and toBase64url are inverse to each other', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const base64url = Buffer.from(bytes).toString('base64url')
      const base64 = Buffer.from(bytes).toString('base64')
      expect(toBase64(base64url)).toBe(base64)
      expect(toBase64url(base64)).toBe(base64url)
    }),
  )
})

it('toDescriptor lists the transports of a stored authenticator, sorted', () => {
  const credentialID = 'a+/b'
  expect(toDescriptor({ credentialID, transports: 'usb,nfc' })).toEqual({
    id: 'a-_b',
    transports: ['nfc', 'usb'],
  })
  expect(toDescriptor({ credentialID, transports: null })).toEqual({ id: 'a-_b' })
})

it('createUserHandle returns the same 32 bytes for the same user only', async () => {
  const [ada, again, grace] = await Promise.all(['ada', 'ada', 'grace'].map(createUserHandle))
  expect(ada).toBe(again)
  expect(ada).not.toBe(grace)
  expect(Buffer.from(ada ?? '', 'base64url')).toHaveLength(32)
})
