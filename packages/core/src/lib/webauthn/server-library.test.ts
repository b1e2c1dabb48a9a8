import { afterEach, expect, it, vi } from 'vitest'
import { loadServerLibrary } from './server-library.ts'

afterEach(() => {
  vi.doUnmock('@simplewebauthn/server')
  vi.resetModules()
})

it('has the ceremonies and the decoders', async () => {
  const library = await loadServerLibrary()
  expect(library.verifyRegistrationResponse).toBeTypeOf('function')
  expect(library.decodeAttestationObject).toBeTypeOf('function')
})

it('names the missing package and the command that installs it', async () => {
  vi.doMock('@simplewebauthn/server', () => {
    throw new Error('Cannot find package')
  })
  const message: unknown = expect.stringContaining('npm install @simplewebauthn/server@14')
  const cause = { err: { message: expect.stringMatching(/./) as unknown } } // Any text.
  await expect(loadServerLibrary()).rejects.toMatchObject({
    type: 'InvalidConfiguration',
    message,
    cause,
  })
})
