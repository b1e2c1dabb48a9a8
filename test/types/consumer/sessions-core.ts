/** What the callbacks return is the type of a session everywhere, in every form a configuration may have. */
import { createAuth, raw, type Auth, type InferSession, type RawAuth } from '@latchstring/core'
import type { DefaultJWT, JWT } from '@latchstring/core/jwt'
import type { DefaultSession, Session, UpdateData, User } from '@latchstring/core/types'
import { expectTrue, type Equal } from '../equal.ts'

type Role = 'admin' | 'user'

declare function loadRole(id: string | undefined): Role
declare function loadRoleLater(id: string | undefined): Promise<Role>

// Eager, sync.

export const eager = createAuth({
  providers: [],
  callbacks: {
    jwt: ({ token }) => ({ ...token, role: loadRole(token.sub) }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
})
type EagerSession = InferSession<typeof eager>
expectTrue<Equal<EagerSession['role'], Role>>()
expectTrue<Equal<EagerSession['expires'], string>>()
expectTrue<Equal<EagerSession['user']['name'], string | null | undefined>>()

// The members that are not there are not there: the type did not become `any`.
// @ts-expect-error -- no such member
export type NoSuchMember = EagerSession['nothing']

// Eager, async callbacks.

const eagerAsync = createAuth({
  providers: [],
  callbacks: {
    jwt: async ({ token }) => ({ ...token, role: await loadRoleLater(token.sub) }),
    session: async ({ session, token }) => ({ ...session, role: token.role }),
  },
})
expectTrue<Equal<InferSession<typeof eagerAsync>['role'], Role>>()

// Methods in place of arrow functions.

const methods = createAuth({
  providers: [],
  callbacks: {
    async jwt({ token }) {
      return { ...token, role: await loadRoleLater(token.sub) }
    },
    session({ session, token }) {
      return { ...session, role: token.role }
    },
  },
})
expectTrue<Equal<InferSession<typeof methods>['role'], Role>>()

// Lazy: a function, sync callbacks and async ones.

const lazy = createAuth(() => ({
  providers: [],
  callbacks: {
    jwt: ({ token }) => ({ ...token, role: loadRole(token.sub) }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
}))
expectTrue<Equal<InferSession<typeof lazy>['role'], Role>>()

const lazyAsyncCallbacks = createAuth(() => ({
  providers: [],
  callbacks: {
    jwt: async ({ token }) => ({ ...token, role: await loadRoleLater(token.sub) }),
    session: async ({ session, token }) => ({ ...session, role: token.role }),
  },
}))
expectTrue<Equal<InferSession<typeof lazyAsyncCallbacks>['role'], Role>>()

// Lazy and async. With a `PromiseLike` in the configuration's type these two would have the default session.

const asyncConfig = createAuth(async () => ({
  providers: [],
  callbacks: {
    jwt: ({ token }) => ({ ...token, role: loadRole(token.sub) }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
}))
expectTrue<Equal<InferSession<typeof asyncConfig>['role'], Role>>()

const asyncEverything = createAuth(async (request) => {
  expectTrue<Equal<typeof request, Request | undefined>>()
  return {
    providers: [],
    callbacks: {
      jwt: async ({ token }) => ({ ...token, role: await loadRoleLater(token.sub) }),
      session: async ({ session, token }) => ({ ...session, role: token.role }),
    },
  }
})
expectTrue<Equal<InferSession<typeof asyncEverything>['role'], Role>>()

// Only one of the two callbacks.

const onlySession = createAuth({
  providers: [],
  callbacks: {
    session: ({ session, token, user, newSession }) => {
      expectTrue<Equal<typeof token, JWT>>()
      expectTrue<Equal<typeof user.emailVerified, Date | null>>()
      expectTrue<Equal<typeof newSession, UpdateData | undefined>>()
      expectTrue<Equal<typeof session.user.name, string | null | undefined>>()
      return { plan: 'free' as const, expires: session.expires }
    },
  },
})
expectTrue<
  Equal<InferSession<typeof onlySession>, { readonly plan: 'free'; readonly expires: string }>
>()

const onlyToken = createAuth({
  providers: [],
  callbacks: {
    jwt: ({ token, user, account, profile, trigger, session }) => {
      expectTrue<Equal<typeof token, JWT>>()
      expectTrue<Equal<typeof trigger, 'signIn' | 'signUp' | 'update' | undefined>>()
      expectTrue<Equal<typeof session, UpdateData | undefined>>()
      // @ts-expect-error -- absent when the token is only read
      void user.id
      return { ...token, provider: account?.provider, subject: profile?.sub }
    },
  },
})
expectTrue<Equal<InferSession<typeof onlyToken>, Session>>()

// `null` ends the session and is not part of the token's type.

const ending = createAuth({
  providers: [],
  callbacks: {
    jwt: ({ token }) => (token.sub === undefined ? null : { ...token, sub: token.sub }),
    session: ({ session, token }) => ({ ...session, id: token.sub }),
  },
})
expectTrue<Equal<InferSession<typeof ending>['id'], string>>()

// Without callbacks: the open interface.

const plain = createAuth({ providers: [] })
expectTrue<Equal<InferSession<typeof plain>, Session>>()
expectTrue<Equal<Session['user'], User | undefined>>()
expectTrue<Equal<keyof Session, keyof DefaultSession>>()
expectTrue<Equal<NonNullable<DefaultJWT['sub']>, string>>()

// Every operation of the instance has the session.

export async function read(headers: Headers, request: Request): Promise<void> {
  const { session } = await eager.session({ headers })
  expectTrue<Equal<typeof session, EagerSession | null>>()
  const updated = await eager.update({ headers }, { user: { name: 'Ada' } })
  expectTrue<Equal<typeof updated.session, EagerSession | null>>()
  const authorization = await eager.authorize(request)
  expectTrue<Equal<typeof authorization.session, EagerSession | null>>()
  expectTrue<Equal<Awaited<ReturnType<typeof eager.handle>>, Response>>()
}

// `authorized` gets the session and does not take part in its inference.

createAuth({
  providers: [],
  callbacks: {
    session: ({ session }) => ({ ...session, role: loadRole(undefined) }),
    authorized: ({ auth, request }) => {
      expectTrue<Equal<NonNullable<typeof auth>['role'], Role>>()
      expectTrue<Equal<typeof request, Request>>()
      return auth?.role === 'admin'
    },
  },
})

// `raw` changes what `handle` gives, and nothing else.

const unrendered = createAuth({
  providers: [],
  raw,
  callbacks: { session: ({ session }) => ({ ...session, role: loadRole(undefined) }) },
})
expectTrue<Equal<InferSession<typeof unrendered>['role'], Role>>()
// @ts-expect-error -- no `Response` with `raw`
export const noResponse: Promise<Response> = unrendered.handle(new Request('https://app.example'))

// A function that takes any instance.

declare function mount<S extends object>(auth: Auth<S>): S
expectTrue<Equal<ReturnType<typeof mount<EagerSession>>, EagerSession>>()
export const mounted: EagerSession = mount(eager)
export type Raw = RawAuth<EagerSession>
expectTrue<Equal<InferSession<Raw>, EagerSession>>()
