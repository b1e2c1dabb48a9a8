import { AuthError, SignOutError } from '@latchstring/core/errors'
import type { FrameworkAuth, RequestSource, Sessions } from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Answers,
  type Call,
  createDouble,
  EXPIRES,
  toSession,
} from '../../test/framework-auth-double.ts'
import { createServerFunctions } from './server-functions.ts'
import { createUniversalAuth } from './universal-auth.ts'

// The core is a double here, and so are the functions of Next.js that work only inside a request.

const next = vi.hoisted(() => ({
  headers: async () => new Headers({ cookie: 'a=1', referer: 'https://app.test/page' }),
  set: new Array<unknown>(),
  // Older versions of React have no `cache`.
  cache: undefined as ((work: (key: object) => unknown) => (key: object) => unknown) | undefined,
}))

vi.mock('next/headers.js', () => ({
  headers: () => next.headers(),
  cookies: async () => ({ set: (cookie: unknown) => next.set.push(cookie) }),
}))

// The package caches the modules of Next.js that it has loaded.
afterAll(() => void vi.resetModules())

vi.mock('react', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  get cache() {
    return next.cache
  },
}))

beforeEach(() => {
  next.set.length = 0
  next.cache = undefined
})

const LEAVING = {
  url: 'https://op.test/authorize?state=1',
  cookies: [
    { name: 'state', value: 's', options: { path: '/', httpOnly: true, sameSite: 'lax' as const } },
    { name: 'pkce', value: 'p', options: { path: '/', expires: EXPIRES, sameSite: true } },
  ],
}

async function digestOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: { digest?: unknown }) => error.digest,
  )
}

test('signIn sets each cookie separately and redirects (CKI-12)', async () => {
  const calls: Call[] = []
  const { signIn } = createServerFunctions(() => createDouble({ signIn: LEAVING }, calls))
  const digest = await digestOf(signIn('op', { redirectTo: '/home' }, { prompt: 'login' }))
  expect(digest).toMatch(/^NEXT_REDIRECT;\w+;https:\/\/op\.test\/authorize\?state=1;/)
  expect(next.set).toEqual([
    { name: 'state', value: 's', path: '/', httpOnly: true, sameSite: 'lax' },
    { name: 'pkce', value: 'p', path: '/', expires: EXPIRES, sameSite: 'strict' },
  ])
  expect(calls[0]?.args).toEqual(['op', { redirectTo: '/home' }, { prompt: 'login' }])
  expect(calls[0]?.source.headers.get('referer')).toBe('https://app.test/page')
})

test('form passes on what was sent, sets the cookies and redirects', async () => {
  const calls: Call[] = []
  const { form } = createServerFunctions(() => createDouble({ form: LEAVING }, calls))
  const digest = await digestOf(form('signin', { provider: 'op' }))
  expect(digest).toMatch(/^NEXT_REDIRECT;\w+;https:\/\/op\.test\/authorize\?state=1;/)
  expect(next.set).toHaveLength(2)
  expect(calls[0]?.args).toEqual(['signin', { provider: 'op' }])
  expect(calls[0]?.source.headers.get('referer')).toBe('https://app.test/page')
})

test('form that fails to sign out deletes the cookie of a sealed session, and the error reaches the caller', async () => {
  const error = new SignOutError('The store is away.')
  error.cookies = [{ name: 'session', value: '', options: { maxAge: 0 } }]
  const { form } = createServerFunctions(() => createDouble({ form: error }))
  await expect(form('signout', {})).rejects.toBe(error)
  expect(next.set).toHaveLength(1)
})

test('signIn with redirect: false sets the cookies and returns the URL', async () => {
  const { signIn } = createServerFunctions(() => createDouble({ signIn: LEAVING }))
  expect(await signIn('op', { redirect: false })).toBe(LEAVING.url)
  expect(next.set).toHaveLength(2)
})

test('signOut that fails deletes the cookie of a sealed session, and the error reaches the caller', async () => {
  const error = new SignOutError('The store failed.')
  const { signOut } = createServerFunctions(() => createDouble({ signOut: error }))
  await expect(signOut()).rejects.toBe(error)
  expect(next.set).toEqual([])
  error.cookies = [{ name: 'session', value: '', options: { path: '/', maxAge: 0 } }]
  await expect(signOut({ redirect: false })).rejects.toBe(error)
  expect(next.set).toEqual([{ name: 'session', value: '', path: '/', maxAge: 0 }])
})

test('signOut passes an error on that is none of the sign-out, and sets no cookie', async () => {
  const error = new AuthError('The configuration is wrong.')
  const { signOut } = createServerFunctions(() => createDouble({ signOut: error }))
  await expect(signOut()).rejects.toBe(error)
  expect(next.set).toEqual([])
})

test('auth() after signIn in a request without cookies reads those that it has set', async () => {
  vi.spyOn(next, 'headers').mockResolvedValue(new Headers())
  const calls: Call[] = []
  const state = { name: 'state', value: 's', options: { path: '/' } }
  const core = () => createDouble({ signIn: { url: LEAVING.url, cookies: [state] } }, calls)
  await createServerFunctions(core).signIn('op', { redirect: false })
  await createUniversalAuth(core)()
  expect(calls.at(-1)?.source.headers.get('cookie')).toBe('state=s')
})

test('signIn as the action of a form redirects whatever the fields of the form are', async () => {
  const form = new FormData()
  form.set('redirect', 'false')
  const { signIn } = createServerFunctions(() => createDouble())
  expect(await digestOf(signIn('credentials', form))).toMatch(/^NEXT_REDIRECT;/)
})

test('signIn throws an AuthError to the caller and sets no cookie', async () => {
  const error = new AuthError('wrong password')
  const { signIn } = createServerFunctions(() => createDouble({ signIn: error }))
  await expect(signIn('credentials', { redirect: false })).rejects.toBe(error)
  expect(next.set).toEqual([])
})

test('signOut deletes the cookies and redirects or returns the URL', async () => {
  const gone = { name: 'session', value: '', options: { path: '/', maxAge: 0 } }
  const core = createDouble({ signOut: { url: 'https://app.test/bye', cookies: [gone] } })
  const { signOut } = createServerFunctions(() => core)
  expect(await digestOf(signOut())).toMatch(/^NEXT_REDIRECT;\w+;https:\/\/app\.test\/bye;/)
  expect(await signOut({ redirect: false })).toBe('https://app.test/bye')
  expect(next.set).toEqual([
    { name: 'session', value: '', path: '/', maxAge: 0 },
    { name: 'session', value: '', path: '/', maxAge: 0 },
  ])
})

test('unstable_update sets the new session, and returns null without a session', async () => {
  const cookie = { name: 'session', value: 'new', options: { path: '/' } }
  const calls: Call[] = []
  const core = createDouble({ update: { session: toSession('Ada'), cookies: [cookie] } }, calls)
  const update = createServerFunctions(() => core).unstable_update
  expect(await update({ user: { name: 'Ada' } })).toEqual(toSession('Ada'))
  expect(calls[0]?.args).toEqual([{ user: { name: 'Ada' } }])
  expect(next.set).toEqual([{ name: 'session', value: 'new', path: '/' }])
  expect(await createServerFunctions(() => createDouble()).unstable_update()).toBeNull()
})

test('auth() reads the session without extending it or setting cookies (SES-08)', async () => {
  const cookie = { name: 'session', value: 'new', options: { path: '/' } }
  const calls: Call[] = []
  const core = createDouble({ session: { session: toSession('Ada'), cookies: [cookie] } }, calls)
  expect(await createUniversalAuth(() => core)()).toEqual(toSession('Ada'))
  expect(calls[0]?.source.readOnly).toBe(true)
  expect(next.set).toEqual([])
})

describe('auth() after a change in the same request of Next.js', () => {
  const set = (value: string) => ({ name: 'session', value, options: { path: '/' } })
  const gone = { name: 'session', value: '', options: { path: '/', maxAge: 0 } }
  const failed = new SignOutError('The store failed.')
  failed.cookies = [gone]

  test.each<[string, Answers, keyof ReturnType<typeof createServerFunctions>, string]>([
    ['signIn', { signIn: { url: '/', cookies: [set('new')] } }, 'signIn', 'other=1; session=new'],
    ['signOut', { signOut: { url: '/', cookies: [gone] } }, 'signOut', 'other=1'],
    ['signOut that fails', { signOut: failed }, 'signOut', 'other=1'],
    [
      'unstable_update',
      { update: { session: toSession('Ada'), cookies: [set('new')] } },
      'unstable_update',
      'other=1; session=new',
    ],
  ])('reads the cookies that %s has set, and no other request does', async (...row) => {
    const [, answers, change, cookie] = row
    const headers = new Headers({ cookie: 'session=old; other=1' })
    vi.spyOn(next, 'headers').mockImplementation(async () => headers)
    const calls: Call[] = []
    const core = () => createDouble(answers, calls)
    const functions = createServerFunctions(core)
    const auth = createUniversalAuth(core)
    if (change === 'signIn') await functions.signIn('credentials', { redirect: false })
    if (change === 'signOut') await functions.signOut({ redirect: false }).catch(() => undefined)
    if (change === 'unstable_update') await functions.unstable_update()
    await auth()
    expect(calls.at(-1)?.source.headers.get('cookie')).toBe(cookie)
    await functions.unstable_update()
    expect(calls.at(-1)?.source.headers.get('cookie')).toBe(cookie)
    expect(headers.get('cookie')).toBe('session=old; other=1')
    vi.spyOn(next, 'headers').mockResolvedValue(new Headers(headers))
    await auth()
    expect(calls.at(-1)?.source.headers.get('cookie')).toBe('session=old; other=1')
  })
})

/** Calls `auth()` in a request of Next.js, and returns the calls to the core. */
function authInRequest() {
  vi.spyOn(next, 'headers').mockResolvedValue(new Headers({ cookie: 'session=a' }))
  const calls: Call[] = []
  return { auth: createUniversalAuth(() => createDouble({}, calls)), calls }
}

test('auth() reads the session once while React renders a page, by its cache', async () => {
  next.cache = (work) => {
    const known = new Map<object, unknown>()
    return (key) => (known.has(key) ? known.get(key) : known.set(key, work(key)).get(key))
  }
  const { auth, calls } = authInRequest()
  await auth()
  await auth()
  expect(calls).toHaveLength(1)
  vi.spyOn(next, 'headers').mockResolvedValue(new Headers())
  await auth()
  expect(calls).toHaveLength(2)
})

test('auth() reads the session each time where no page is rendered, such as in a server action', async () => {
  const { auth, calls } = authInRequest()
  await auth()
  await auth()
  expect(calls).toHaveLength(2)
})

test('an error that Next.js throws to make a page dynamic is passed on before the configuration is read', async () => {
  const bailout = new Error('Dynamic server usage')
  vi.spyOn(next, 'headers').mockRejectedValue(bailout)
  let configured = false
  const auth = createUniversalAuth(() => {
    configured = true
    return createDouble()
  })
  await expect(auth()).rejects.toBe(bailout)
  expect(configured).toBe(false)
})

describe('sessions', () => {
  /** The calls to the core, with the cookies of their request. */
  let asked: unknown[]
  beforeEach(() => void (asked = []))

  function record(source?: RequestSource): Sessions {
    const by = source?.headers.get('cookie') ?? 'no request'
    return {
      async list(...args) {
        asked.push([by, 'list', ...args])
        return []
      },
      async end(...args) {
        asked.push([by, 'end', ...args])
      },
      async changed(...args) {
        asked.push([by, 'changed', ...args])
      },
      async current(...args) {
        asked.push([by, 'current', ...args])
        return { id: 'device', userId: 'ada', signedInAt: null }
      },
      async ready() {
        asked.push([by, 'ready'])
      },
    }
  }

  const core = (): FrameworkAuth<Session> => ({ ...createDouble(), sessions: record })
  const { sessions } = createServerFunctions(core)
  const outside = new Error('`headers` was called outside a request scope')

  type Row = readonly [string, (of: Sessions) => Promise<unknown>, readonly unknown[]]

  const EVERYWHERE: readonly Row[] = [
    ['ready', (of) => of.ready(), ['ready']],
    ['list of a user', (of) => of.list('ada'), ['list', 'ada']],
    ['end of all of a user', (of) => of.end({ user: 'ada' }), ['end', { user: 'ada' }]],
    [
      'end of a device of a user',
      (of) => of.end({ device: 'd', user: 'ada' }),
      ['end', { device: 'd', user: 'ada' }],
    ],
    [
      'end of all, with a reason',
      (of) => of.end({ all: true, reason: 'leak' }),
      ['end', { all: true, reason: 'leak' }],
    ],
    [
      'changed',
      (of) => of.changed('ada', 'password-changed'),
      ['changed', 'ada', 'password-changed'],
    ],
  ]

  const IN_A_REQUEST: readonly Row[] = [
    ['list of the current user', (of) => of.list(), ['list', undefined]],
    [
      'end of a device of the current user',
      (of) => of.end({ device: 'd' }),
      ['end', { device: 'd' }],
    ],
    [
      'end of all but the current of a user',
      (of) => of.end({ user: 'ada', except: 'current' }),
      ['end', { user: 'ada', except: 'current' }],
    ],
    [
      'end of all of a user after a recent sign-in',
      (of) => of.end({ user: 'ada', requireFresh: 60 }),
      ['end', { user: 'ada', requireFresh: 60 }],
    ],
    [
      'end of all after a recent sign-in',
      (of) => of.end({ all: true, requireFresh: 60 }),
      ['end', { all: true, requireFresh: 60 }],
    ],
    ['current', (of) => of.current({ maxStale: 0 }), ['current', { maxStale: 0 }]],
  ]

  test.each([...EVERYWHERE, ...IN_A_REQUEST])(
    'ask the core with the request that is served: %s',
    async (_, call, question) => {
      vi.spyOn(next, 'headers').mockResolvedValue(new Headers({ cookie: 'session=a' }))
      await call(sessions)
      expect(asked).toEqual([['session=a', ...question]])
    },
  )

  test.each(EVERYWHERE)(
    'ask the core without a request as well, as in a job: %s',
    async (_, call, question) => {
      vi.spyOn(next, 'headers').mockRejectedValue(outside)
      await call(sessions)
      expect(asked).toEqual([['no request', ...question]])
    },
  )

  test.each(IN_A_REQUEST)(
    'fail as Next.js does where no request is served, because they need one: %s',
    async (_, call) => {
      vi.spyOn(next, 'headers').mockRejectedValue(outside)
      await expect(call(sessions)).rejects.toBe(outside)
      expect(asked).toEqual([])
    },
  )

  test('give what the core gives', async () => {
    vi.spyOn(next, 'headers').mockResolvedValue(new Headers())
    expect(await sessions.current()).toEqual({ id: 'device', userId: 'ada', signedInAt: null })
    expect(await sessions.list('ada')).toEqual([])
  })
})
