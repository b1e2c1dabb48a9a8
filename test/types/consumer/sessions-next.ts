/** The session's type at every form of `auth` and at the operations of the Next.js package. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import Latchstring, {
  defineConfig,
  type FrameworkAuthConfig,
  type LatchstringRequest,
  type Session,
} from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'
import type { NextFetchEvent, NextRequest } from 'next/server.js'
import { expectTrue, type Equal } from '../equal.ts'

type Role = 'admin' | 'user'
declare function loadRole(id: string | undefined): Promise<Role>
declare const apiRequest: IncomingMessage
declare const apiResponse: ServerResponse
declare const nextRequest: NextRequest
declare const event: NextFetchEvent

export const { handlers, auth, signIn, signOut, unstable_update } = Latchstring({
  providers: [GitHub],
  callbacks: {
    jwt: async ({ token }) => ({ ...token, role: await loadRole(token.sub) }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
    authorized: (params) => {
      expectTrue<Equal<typeof params.request, NextRequest>>()
      expectTrue<Equal<NonNullable<typeof params.auth>['role'], Role>>()
      return params.auth !== null
    },
  },
})
type Mine = NonNullable<Awaited<ReturnType<typeof unstable_update>>>
expectTrue<Equal<Mine['role'], Role>>()
expectTrue<Equal<Mine['expires'], string>>()
// @ts-expect-error -- no such member
export type NoSuchMember = Mine['nothing']

export async function read(): Promise<void> {
  const session = await auth()
  expectTrue<Equal<typeof session, Mine | null>>()
  const legacy = await auth(apiRequest, apiResponse)
  expectTrue<Equal<typeof legacy, Mine | null>>()
  const props = await auth({ req: apiRequest, res: apiResponse })
  expectTrue<Equal<typeof props, Mine | null>>()
  const updated = await unstable_update({ user: { name: 'Ada' } })
  expectTrue<Equal<typeof updated, Mine | null>>()
  await unstable_update({ plan: 'free' })
  await unstable_update()
  // @ts-expect-error -- an object
  await unstable_update('Ada')
}

// Around a route handler, with typed parameters of the route, and as middleware.

export const GET = auth((request) => {
  expectTrue<Equal<typeof request, LatchstringRequest<Mine>>>()
  expectTrue<Equal<typeof request.auth, Mine | null>>()
  // @ts-expect-error -- there may be no session
  void request.auth.role
  return Response.json({ role: request.auth?.role })
})
export const answered: Promise<Response> = GET(nextRequest, { params: Promise.resolve({}) })

export const withParameters = auth(
  async (request, { params }: { params: Promise<{ id: string }> }) => {
    expectTrue<Equal<typeof request.auth, Mine | null>>()
    const { id } = await params
    expectTrue<Equal<typeof id, string>>()
    return Response.json({ id })
  },
)

export const proxy = auth((request) => {
  if (request.auth === null) return Response.redirect(new URL('/login', request.nextUrl))
  expectTrue<Equal<typeof request.auth.role, Role>>()
  return undefined
})
const middleware = auth(nextRequest, event)
expectTrue<Equal<typeof middleware, Promise<Response>>>()

// @ts-expect-error -- a handler answers with a response or with nothing
auth(() => ({ role: 'admin' }))
// @ts-expect-error -- a request of Node.js needs its response
void auth(apiRequest)

expectTrue<Equal<Parameters<typeof handlers.GET>[0], NextRequest>>()
expectTrue<Equal<ReturnType<typeof handlers.POST>, Promise<Response>>>()

// `redirect: false` gives the URL; otherwise the call does not come back.

export async function flows(form: FormData): Promise<void> {
  const url = await signIn('github', { redirect: false, redirectTo: '/inbox' })
  expectTrue<Equal<typeof url, string>>()
  const left = await signOut({ redirect: false })
  expectTrue<Equal<typeof left, string>>()
  const never = signIn('credentials', form)
  expectTrue<Equal<typeof never, Promise<never>>>()
  const gone = signOut({ redirectTo: '/' })
  expectTrue<Equal<typeof gone, Promise<never>>>()
  await signIn('github', undefined, { prompt: 'login' })
  // @ts-expect-error -- parameters of a request are text
  await signIn('github', undefined, { max_age: 0 })
  // @ts-expect-error -- a path, not a URL object
  await signOut({ redirectTo: new URL('https://app.example') })
}

// Configuration as a function, sync and async, with sync and async callbacks.

const lazy = Latchstring((request) => {
  expectTrue<Equal<typeof request, NextRequest | undefined>>()
  return {
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, tenant: 7 }) },
  }
})
expectTrue<Equal<NonNullable<Awaited<ReturnType<typeof lazy.unstable_update>>>['tenant'], 7>>()

const lazyAsyncCallbacks = Latchstring(() => ({
  providers: [],
  callbacks: {
    jwt: async ({ token }) => ({ ...token, role: await loadRole(token.sub) }),
    session: async ({ session, token }) => ({ ...session, role: token.role }),
  },
}))
type LazyAsync = NonNullable<Awaited<ReturnType<typeof lazyAsyncCallbacks.unstable_update>>>
expectTrue<Equal<LazyAsync['role'], Role>>()

const asyncConfig = Latchstring(async () => ({
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, tenant: 7 }) },
}))
type AsyncConfig = NonNullable<Awaited<ReturnType<typeof asyncConfig.unstable_update>>>
expectTrue<Equal<AsyncConfig['tenant'], 7>>()

const asyncEverything = Latchstring(async () => ({
  providers: [],
  callbacks: {
    jwt: async ({ token }) => ({ ...token, role: await loadRole(token.sub) }),
    session: async ({ session, token }) => ({ ...session, role: token.role }),
  },
}))
type AsyncEverything = NonNullable<Awaited<ReturnType<typeof asyncEverything.unstable_update>>>
expectTrue<Equal<AsyncEverything['role'], Role>>()

// Without callbacks, and in a file of its own.

const plain = Latchstring({ providers: [] })
expectTrue<Equal<Awaited<ReturnType<typeof plain.unstable_update>>, Session | null>>()

const defined = defineConfig({
  providers: [GitHub],
  callbacks: {
    jwt: ({ token }) => ({ ...token, role: 'admin' as const }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
})
const remembering = Latchstring(defined)
type Remembered = NonNullable<Awaited<ReturnType<typeof remembering.unstable_update>>>
expectTrue<Equal<Remembered['role'], 'admin'>>()

const annotated: FrameworkAuthConfig = {
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
}
const forgetful = Latchstring(annotated)
expectTrue<Equal<Awaited<ReturnType<typeof forgetful.unstable_update>>, Session | null>>()

const late = Latchstring({
  providers: [],
  callbacks: {
    session: ({ session, token }) => ({ ...session, role: token['role'] }),
    jwt: ({ token }) => ({ ...token, role: 'admin' as const }),
  },
})
type Late = NonNullable<Awaited<ReturnType<typeof late.unstable_update>>>
expectTrue<Equal<Late['role'], unknown>>()
