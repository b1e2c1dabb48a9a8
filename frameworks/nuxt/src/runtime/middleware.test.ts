import { beforeEach, expect, test, vi } from 'vitest'
import middleware from './middleware.ts'

/** The result of `useAuth`. */
interface Known {
  session: object | null | undefined
  status: string
  /** The result of `getSession`. */
  fetched: object | null
}

const { navigateTo, known } = vi.hoisted(() => {
  const stranger: Known = { session: null, status: 'unauthenticated', fetched: null }
  const go = vi.fn((address: string, options: object) => ({ address, options }))
  return { navigateTo: go, known: stranger }
})

// Nuxt is a double here: only the applications of the suite install it. Code that is not on the server is in the browser.
vi.mock('nuxt/app', () => ({
  abortNavigation: vi.fn(),
  createError: vi.fn(),
  defineNuxtRouteMiddleware: (work: unknown) => work,
  navigateTo,
  useNuxtApp: () => ({ runWithContext: (work: () => unknown) => work() }),
  useRequestEvent: vi.fn(),
  useRouter: () => ({ resolve: (path: string) => ({ href: `/app${path}` }) }),
  useRuntimeConfig: () => ({
    app: { baseURL: '/app/' },
    public: { latchstring: { basePath: '/auth' } },
  }),
}))
vi.mock('@latchstring/vue', () => ({
  useAuth: () => ({
    session: { value: known.session },
    status: { value: known.status },
    getSession: async () => known.fetched,
  }),
}))

beforeEach(() => {
  navigateTo.mockClear()
  Object.assign(known, { session: null, status: 'unauthenticated', fetched: null })
  vi.stubGlobal('window', { location: { origin: 'https://app.example' } })
})

// `defineNuxtRouteMiddleware` above returns the function.
const go = middleware as (to: {
  readonly meta: { readonly auth?: boolean }
  readonly fullPath: string
}) => Promise<unknown>

const MEMBERS = { meta: { auth: true }, fullPath: '/members?x=1' }
const SIGN_IN = `/app/auth/signin?${new URLSearchParams({ callbackUrl: 'https://app.example/app/members?x=1' }).toString()}`

test('The Nuxt middleware in the browser redirects a visitor without a session from a protected page to the sign-in page, with the page as target', async () => {
  await go(MEMBERS)
  expect(navigateTo).toHaveBeenCalledExactlyOnceWith(SIGN_IN, { external: true })
})

test('The Nuxt middleware in the browser shows a protected page to a signed-in user, also when it has to fetch the session first', async () => {
  known.session = { user: {} }
  expect(await go(MEMBERS)).toBeUndefined()
  Object.assign(known, { session: undefined, status: 'loading', fetched: { user: {} } })
  expect(await go(MEMBERS)).toBeUndefined()
  expect(navigateTo).not.toHaveBeenCalled()
})

test('The Nuxt middleware in the browser shows an unprotected page to every visitor', async () => {
  expect(await go({ ...MEMBERS, meta: {} })).toBeUndefined()
  expect(await go({ ...MEMBERS, meta: { auth: false } })).toBeUndefined()
  expect(navigateTo).not.toHaveBeenCalled()
})
