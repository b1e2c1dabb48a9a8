import type { Session } from '@latchstring/core/types'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { compileTypes } from '../../../client/test/compile-types.ts'
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

describe('a registration in an application', () => {
  test.each(['register', 'augmentation'])('%s types the hooks', async (name) => {
    const folder = new URL(`../../test/types/${name}`, import.meta.url)
    expect(await compileTypes(folder)).toBe('')
  })
})
