import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Session } from '@latchstring/core/types'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { useSession } from '../index.ts'
import type { RegisteredSession, SessionContextValue, UpdateSession } from '../index.ts'

interface Mine {
  role: 'admin' | 'user'
}

type Handler = (request: Request) => Response

describe('RegisteredSession', () => {
  test('is Session without a registration', () => {
    expectTypeOf<RegisteredSession>().toEqualTypeOf<Session>()
    expectTypeOf<RegisteredSession<object>>().toEqualTypeOf<Session>()
    expectTypeOf(useSession).returns.toEqualTypeOf<SessionContextValue>()
    expectTypeOf<UpdateSession>().returns.resolves.toEqualTypeOf<Session | null>()
  })

  test('is the result of a registered auth() with any overloads', () => {
    interface Plain {
      auth: () => Promise<Mine | null>
    }
    interface First {
      auth: {
        (): Promise<Mine | null>
        (handler: Handler): (request: Request) => Promise<Response>
      }
    }
    interface Last {
      auth: {
        (request: Request, event: object): Promise<Response>
        (handler: Handler): (request: Request) => Promise<Response>
        (...context: [{ req: object }]): Promise<Mine | null>
        (): Promise<Mine | null>
      }
    }
    expectTypeOf<RegisteredSession<Plain>>().toEqualTypeOf<Mine>()
    expectTypeOf<RegisteredSession<First>>().toEqualTypeOf<Mine>()
    expectTypeOf<RegisteredSession<Last>>().toEqualTypeOf<Mine>()
  })

  test('is Session for a registration of something else', () => {
    expectTypeOf<RegisteredSession<{ auth: string }>>().toEqualTypeOf<Session>()
    expectTypeOf<RegisteredSession<{ auth: () => void }>>().toEqualTypeOf<Session>()
  })
})

// Augmentations hold for a whole program, so each of these applications is one of its own.
describe('a registration in an application', () => {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  )

  test.each(['register', 'augmentation'])('%s types the hooks', async (name) => {
    const project = fileURLToPath(new URL(`../../test/types/${name}`, import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', project]).catch(
      (failure: unknown) =>
        failure instanceof Error && 'stdout' in failure ? failure : { stdout: String(failure) },
    )
    expect(stdout).toBe('')
  })
})
