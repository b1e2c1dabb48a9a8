import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toDescriptor, toBase64, toBase64url, createUserHandle } from './credential.ts'

it('writes base64url as base64 and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const base64url = Buffer.from(bytes).toString('base64url')
      const base64 = Buffer.from(bytes).toString('base64')
      expect(toBase64(base64url)).toBe(base64)
      expect(toBase64url(base64)).toBe(base64url)
    }),
  )
})

it('names a stored authenticator with the transports it has, sorted', () => {
  const credentialID = 'a+/b'
  expect(toDescriptor({ credentialID, transports: 'usb,nfc' })).toEqual({
    id: 'a-_b',
    transports: ['nfc', 'usb'],
  })
  expect(toDescriptor({ credentialID, transports: null })).toEqual({ id: 'a-_b' })
})

it('has one handle of 32 bytes for each user', async () => {
  const [ada, again, grace] = await Promise.all(['ada', 'ada', 'grace'].map(createUserHandle))
  expect(ada).toBe(again)
  expect(ada).not.toBe(grace)
  expect(Buffer.from(ada ?? '', 'base64url')).toHaveLength(32)
})
