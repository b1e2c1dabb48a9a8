import { createAuth, raw, type ResponseInternal } from '@latchstring/core'
import type { Account, AuthConfig, Cookie, Profile, Session, User } from '@latchstring/core/types'
import { expect, expectTypeOf } from 'vitest'
import { CONTRACTS } from './contracts.ts'
import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { ANY_OBJECT, ANY_TEXT } from '@latchstring/test-kit/matchers'
import { passwords } from '@latchstring/test-kit/people'
import type { Contract, Suite } from './src/suite.ts'

/** What only the core has. */
function corePackage({ proves }: Suite): void {
  proves(
    [
      'RES-RESPONSE-body',
      'RES-RESPONSE-cookies',
      'RES-RESPONSE-headers',
      'RES-RESPONSE-redirect',
      'RES-RESPONSE-status',
      'OPT-raw',
    ],
    'with the symbol raw an action returns its result instead of a response',
    async () => {
      const logger = { error: () => undefined }
      const auth = createAuth({ providers: [passwords()], raw, logger }, { env: ENV })
      const csrf = await auth.handle(new Request(`${ORIGIN}/auth/csrf`))
      expect(csrf).toEqual({
        status: 200,
        body: { csrfToken: ANY_TEXT },
        cookies: [{ name: '__Host-latchstring.csrf-token', value: ANY_TEXT, options: ANY_OBJECT }],
        headers: ANY_OBJECT,
      })
      const page = await auth.handle(new Request(`${ORIGIN}/auth/signout`))
      expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining('<form')])
      const refused = await auth.handle(new Request(`${ORIGIN}/auth/signin`, { method: 'POST' }))
      expect(refused.redirect).toContain(`${ORIGIN}/auth/signin?error=Signin`)
      type Members = {
        readonly body?: unknown
        readonly cookies?: readonly Cookie[]
        readonly headers?: HeadersInit
        readonly redirect?: string
        readonly status?: number
      }
      expectTypeOf<ResponseInternal>().toEqualTypeOf<Members>()
    },
  )

  proves(['VER-types'], 'types come from the submodule `types`', () => {
    expectTypeOf<Account>().toHaveProperty('provider')
    expectTypeOf<Profile>().toHaveProperty('sub')
    expectTypeOf<Session>().toHaveProperty('expires')
    expectTypeOf<User>().toHaveProperty('email')
    expectTypeOf<AuthConfig>().toHaveProperty('providers')
  })
}

/** What the core has to do. */
export const CORE_CONTRACTS: readonly Contract[] = [...CONTRACTS, corePackage]
