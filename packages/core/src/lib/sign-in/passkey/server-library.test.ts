import { afterEach, expect, it, vi } from 'vitest'
import { loadServerLibrary } from './server-library.ts'

afterEach(() => {
  vi.doUnmock('@simplewebauthn/server')
  vi.resetModules()
})

it('the server library of WebAuthn verifies registrations and decodes attestations', async () => {
  const library = await loadServerLibrary()
  expect(library.verifyRegistrationResponse).toBeTypeOf('function')
  expect(library.decodeAttestationObject).toBeTypeOf('function')
})

it('the error of a missing server library of WebAuthn names the package and the install command', async () => {
  vi.doMock('@simplewebauthn/server', () => {
    throw new Error('Cannot find package')
  })
  vi.resetModules()
  const { loadServerLibrary: load } = await import('./server-library.ts')
  const message: unknown = expect.stringContaining('npm install @simplewebauthn/server@14')
  const cause = { err: { message: expect.stringMatching(/./) as unknown } } // Any text.
  await expect(load()).rejects.toMatchObject({
    type: 'InvalidConfiguration',
    message,
    cause,
  })
})
