/**
 * TypeScript infers the members of an object from left to right: with `session` before `jwt`, the token has its base
 * type there. What is known of it then is `unknown`, never `any`.
 */
import { createAuth, defineConfig, type AuthConfig, type InferSession } from '@latchstring/core'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { expectTrue, type Equal } from '../equal.ts'

const late = createAuth({
  providers: [],
  callbacks: {
    session: ({ session, token }) => {
      expectTrue<Equal<typeof token, JWT>>()
      return { ...session, role: token['role'] }
    },
    jwt: ({ token }) => ({ ...token, role: 'admin' as const }),
  },
})
expectTrue<Equal<InferSession<typeof late>['role'], unknown>>()

// An annotated configuration throws away what its callbacks return; `defineConfig` keeps it.

const annotated: AuthConfig = {
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
}
const forgetful = createAuth(annotated)
expectTrue<Equal<InferSession<typeof forgetful>, Session>>()

const defined = defineConfig({
  providers: [],
  callbacks: {
    jwt: async ({ token }) => ({ ...token, role: 'admin' as const }),
    session: async ({ session, token }) => ({ ...session, role: token.role }),
  },
})
const remembering = createAuth(defined)
expectTrue<Equal<InferSession<typeof remembering>['role'], 'admin'>>()

const lazily = createAuth(() => defined)
expectTrue<Equal<InferSession<typeof lazily>['role'], 'admin'>>()

// Part of a configuration, completed elsewhere.

const completed = createAuth({ ...defined, trustHost: true })
expectTrue<Equal<InferSession<typeof completed>['role'], 'admin'>>()
