import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { peerError } from './optional-peer.ts'

/** What Node itself says when a package is imported that is not installed. */
async function missingPackageError(packageName: string): Promise<Error> {
  const script =
    `import('${packageName}')` +
    `.catch(({ code, message }) => console.log(code + '\\n' + message))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { cwd: tmpdir() },
  )
  const [code, ...message] = stdout.split('\n')
  return Object.assign(new Error(message.join('\n')), { code })
}

describe('the error for a driver that could not be loaded', () => {
  it.each(['no-such-driver', '@no-such/driver'])(
    'says how to install %s when it is missing',
    async (name) => {
      const error = peerError(name, await missingPackageError(name))
      expect(error.message).toBe(`The package ${name} is not installed. Run: npm install ${name}`)
    },
  )

  it('says that the driver is installed when one of its dependencies is missing', async () => {
    const cause = await missingPackageError('@no-such/binding')
    const error = peerError('@libsql/client', cause)
    expect(error.message).toBe('The package @libsql/client is installed but cannot be loaded.')
    expect(error.cause).toBe(cause)
  })
})
