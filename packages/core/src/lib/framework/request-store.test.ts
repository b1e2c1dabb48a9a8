import { describe, expect, test, vi } from 'vitest'
import { AccessDenied, AdapterError } from '../errors/classes.ts'
import type { RequestScope, ScopeSource, Verdict } from '../types/scope.ts'
import { toFormActions } from './form-actions.ts'
import { redirectStatus, toHandlerOperations } from './handler-operations.ts'
import { createCallStorage, processEnv } from './host-process.ts'
import { createMiddlewareScope, toSource, type MiddlewareScope } from './middleware-scope.ts'
import { perEnvironment } from './per-environment.ts'
import { withHeaders } from './response-headers.ts'
import { createRequestEntry, createRequestStore } from './request-store.ts'

interface Person {
  readonly name: string
}

const ada: Person = { name: 'Ada' }
const texts = {
  unseen: 'Put the middleware first.',
  prerendered: 'The page is rendered at build time.',
}
const request = new Request('http://app.test/members')

/** A scope with this session. */
function open(
  session: Person | null | Promise<Person>,
  verdict: Verdict = { kind: 'allow' },
): MiddlewareScope<Person> & { readonly readings: boolean[] } {
  const readings: boolean[] = []
  const createScope = (source: ScopeSource): RequestScope<Person> => {
    const known = {
      async auth() {
        readings.push(source.readOnly === true)
        return session
      },
      async client() {
        const read = await session
        return read ? { ...read } : null
      },
      authorize: async () => verdict,
      requireSession: async () => verdict,
      signIn: async () => ({ url: 'http://app.test/auth/signin', cookies: [] }),
      signOut: async () => ({ url: 'http://app.test/', cookies: [] }),
      form: async () => ({ url: 'http://app.test/home', cookies: [] }),
    }
    // The others are not called here.
    return known as Partial<RequestScope<Person>> as RequestScope<Person>
  }
  return { ...createMiddlewareScope(createScope, toSource(request)), readings }
}

/** Runs a function with this value of the global `process`. */
function withProcess<T>(found: unknown, work: () => T): T {
  vi.stubGlobal('process', found)
  try {
    return work()
  } finally {
    vi.unstubAllGlobals()
  }
}

const isRefused = async (verdict: Verdict): Promise<never> =>
  Promise.reject(new Error(`refused: ${verdict.kind}`))

describe("A framework's request", () => {
  test('gets the session from requireSession when the verdict allows it', async () => {
    const entry = createRequestEntry(request, open(ada), texts.prerendered)
    await expect(entry.requireSession(isRefused)).resolves.toBe(ada)
    await expect(entry.auth()).resolves.toBe(ada)
    expect(entry.refusal()).toBeUndefined()
  })

  test('without a session is refused even when the verdict allows it, and keeps the verdict that refused it', async () => {
    const entry = createRequestEntry(request, open(null), texts.prerendered)
    await expect(entry.requireSession(isRefused)).rejects.toThrow('refused: allow')
    const verdict: Verdict = { kind: 'refuse', status: 401, body: {} }
    const other = createRequestEntry(request, open(ada, verdict), texts.prerendered)
    await expect(other.requireSession(isRefused)).rejects.toThrow('refused: refuse')
    expect(other.refusal()).toBe(verdict)
  })

  test('has the session for the browser, the verdict of the callback, and the refusal of its route', async () => {
    const verdict: Verdict = { kind: 'refuse', status: 403, body: {} }
    const entry = createRequestEntry(request, open(ada, verdict), texts.prerendered)
    await expect(entry.client()).resolves.toEqual(ada)
    await expect(entry.authorize()).resolves.toBe(verdict)
    expect([entry.event, entry.refusal()]).toEqual([request, undefined])
    entry.refuse(verdict)
    expect(entry.refusal()).toBe(verdict)
    expect(entry.wasSessionRead()).toBe(true)
    const { scope } = open(ada)
    const bare = createRequestEntry(request, { scope }, texts.prerendered)
    expect([bare.scope === scope, bare.wasSessionRead()]).toEqual([true, false])
    await expect(bare.serve(() => 'page', { done: () => 'changed' })).resolves.toBe('page')
    const nothing = createRequestEntry(request, undefined, texts.prerendered)
    expect(nothing.wasSessionRead()).toBe(false)
    await expect(
      nothing.findSignInPage({ kind: 'refuse', status: 401, body: {} }),
    ).resolves.toBeUndefined()
  })

  test('has no session during prerendering, and requireSession explains why', async () => {
    const entry = createRequestEntry(request, undefined, texts.prerendered)
    await expect(entry.auth()).resolves.toBeNull()
    await expect(entry.client()).resolves.toBeNull()
    await expect(entry.authorize()).resolves.toEqual({ kind: 'allow' })
    await expect(entry.requireSession(isRefused)).rejects.toThrow(texts.prerendered)
    await expect(entry.serve(() => 'page', { done: () => 'changed' })).resolves.toBe('page')
  })

  test('gives a script the sign-in page where the user is signed out, and no page for another refusal', async () => {
    const { findSignInPage } = createRequestEntry(request, open(null), texts.prerendered)
    const page = 'http://app.test/auth/signin'
    await expect(findSignInPage({ kind: 'refuse', status: 401, body: {} })).resolves.toBe(page)
    await expect(findSignInPage({ kind: 'redirect', status: 303, url: '/' })).resolves.toBe(page)
    await expect(findSignInPage({ kind: 'refuse', status: 500, body: {} })).resolves.toBeUndefined()
    await expect(findSignInPage({ kind: 'allow' })).resolves.toBeUndefined()
  })
})

describe("A framework's request that is being served", () => {
  test('waits for a session read in progress, and does not renew a session read later', async () => {
    const { serve, scope, readings, wasSessionRead } = open(ada)
    const steps: string[] = []
    expect(wasSessionRead()).toBe(false)
    await serve(
      () => {
        void scope.auth().then(() => steps.push('read'))
      },
      { done: () => void steps.push('done') },
    )
    await scope.auth()
    expect(steps).toEqual(['read', 'done'])
    expect(readings).toEqual([false, true])
    expect(wasSessionRead()).toBe(true)
  })

  test('can renew a session that is read before it is served', async () => {
    const { scope, readings } = open(ada)
    await scope.auth()
    expect(readings).toEqual([false])
  })

  test('does not renew a session read after its response was closed', async () => {
    const { scope, close, readings } = open(ada)
    close()
    await scope.auth()
    expect(readings).toEqual([true])
  })

  test.each(['serve', 'settled'] as const)(
    'waits in %s for a session that the store takes time to find',
    async (wait) => {
      let find = (_found: Person): void => undefined
      const { scope, serve, settled } = open(new Promise<Person>((resolve) => (find = resolve)))
      const steps: string[] = []
      const done = (): void => void steps.push('done')
      const reading = scope.auth().then(() => steps.push('read'))
      const served = wait === 'serve' ? serve(() => undefined, { done }) : settled().then(done)
      await new Promise(setImmediate)
      expect(steps).toEqual([])
      find(ada)
      await Promise.all([reading, served])
      expect(steps.toSorted()).toEqual(['done', 'read'])
    },
  )

  test('can renew the session again while it is served a second time', async () => {
    const { serve, scope, readings } = open(ada)
    await serve(() => undefined, { done: () => undefined })
    await serve(() => scope.auth(), { done: () => undefined })
    expect(readings).toEqual([false])
  })

  test('throws the error of the application, unless the framework makes a response of it', async () => {
    const { serve } = open(ada)
    const fail = (): never => {
      throw new Error('broken')
    }
    await expect(serve(fail, { done: () => 'done' })).rejects.toThrow('broken')
    await expect(serve(fail, { done: () => 'done', failed: () => 'page' })).resolves.toBe('page')
    await expect(serve(() => 1, { done: fail, failed: () => 'page' })).resolves.toBe('page')
  })
})

test('A framework finds its request by each of its keys, and in calls made while it is served', async () => {
  const { begin, find, run, get, current } = createRequestStore<Person, Request>(texts)
  const key = {}
  const entry = begin(request, open(ada), key)
  expect(find(key)).toBe(entry)
  expect(get(key)).toBe(entry)
  expect(get({})).toBeUndefined()
  expect(current()).toBeUndefined()
  expect(() => find({})).toThrow(texts.unseen)
  expect(() => find()).toThrow(texts.unseen)
  const others = [open(null), open(ada)].map((scope) => begin(request, scope))
  const found = await Promise.all(
    others.map((other) => run(other, async () => Promise.resolve().then(() => find()))),
  )
  expect(found).toEqual(others)
  expect(found[0]).toBe(others[0])
  const { find: search } = createRequestStore<Person, Request>({
    ...texts,
    absent: 'Nothing is served.',
  })
  expect(() => search()).toThrow('Nothing is served.')
  expect(() => search({})).toThrow(texts.unseen)
})

test('Form actions of a framework redirect by throwing, and return the address with `redirect: false`', async () => {
  const entry = createRequestEntry(request, open(ada), texts.prerendered)
  const { signIn, signOut } = toFormActions({
    isForm: (value): value is FormData => value instanceof FormData,
    find: () => entry,
    readBody: (form) => form,
    leave(url): never {
      throw new Error(`to ${url}`)
    },
    fail: ({ error }) => error,
  })
  await expect(signIn('github')).rejects.toThrow('to http://app.test/auth/signin')
  await expect(signIn('github', { redirect: false })).resolves.toBe('http://app.test/auth/signin')
  await expect(signIn('github', new FormData())).rejects.toThrow('to http://app.test/auth/signin')
  await expect(signIn(new FormData())).rejects.toThrow('to http://app.test/home')
  await expect(signOut()).rejects.toThrow('to http://app.test/')
  await expect(signOut({ redirect: false })).resolves.toBe('http://app.test/')
  await expect(signOut(new FormData())).rejects.toThrow('to http://app.test/home')
})

test('Form actions of a framework return the failure of a form, and throw that of a store', async () => {
  const { scope, ...opened } = open(ada)
  const form = vi.fn<RequestScope<Person>['form']>()
  const entry = createRequestEntry(
    request,
    { ...opened, scope: { ...scope, form } },
    texts.prerendered,
  )
  const fail = vi.fn(({ status }: { readonly status: number }) => status)
  const { signIn, signOut } = toFormActions({
    isForm: (value): value is FormData => value instanceof FormData,
    find: () => entry,
    readBody: () => ({ read: 'from the form' }),
    leave: (): never => expect.fail('There is nothing to go to.'),
    fail,
  })
  form.mockRejectedValue(new AccessDenied('Not today.'))
  await expect(signIn(new FormData())).resolves.toBe(403)
  await expect(signOut(new FormData())).resolves.toBe(403)
  expect(form.mock.calls).toEqual([
    ['signin', { read: 'from the form' }],
    ['signout', { read: 'from the form' }],
  ])
  expect(fail).toHaveBeenLastCalledWith({ status: 403, error: 'AccessDenied' }, entry)
  form.mockRejectedValue(new AdapterError('The store is away.'))
  await expect(signIn(new FormData())).rejects.toThrow('The store is away.')
})

test('Form actions of a framework pass on what code calls them with', async () => {
  const { scope, ...opened } = open(ada)
  const to = { url: 'http://app.test/next', cookies: [] }
  const signIn = vi.fn(async () => to)
  const signOut = vi.fn(async () => to)
  const entry = createRequestEntry(
    request,
    { ...opened, scope: { ...scope, signIn, signOut } },
    texts.prerendered,
  )
  const actions = toFormActions({
    isForm: (value): value is FormData => value instanceof FormData,
    find: () => entry,
    readBody: (form) => form,
    leave: (url, left): never => {
      throw new Error(`${url} ${left === entry}`)
    },
    fail: () => expect.fail('Nothing fails.'),
  })
  const left = 'http://app.test/next true'
  await expect(actions.signIn()).rejects.toThrow(left)
  await expect(actions.signIn('github', { redirect: true }, { prompt: 'none' })).rejects.toThrow(
    left,
  )
  await expect(actions.signOut({ redirectTo: '/bye' })).rejects.toThrow(left)
  await expect(actions.signOut()).rejects.toThrow(left)
  expect(signIn.mock.calls).toEqual([
    [undefined, {}, undefined],
    ['github', { redirect: true }, { prompt: 'none' }],
  ])
  expect(signOut.mock.calls).toEqual([[{ redirectTo: '/bye' }], [{}]])
  // A form whose field has the name of an option is a form.
  const fields = new FormData()
  fields.set('redirect', 'false')
  await expect(
    actions.signIn('github', Object.assign(fields, { redirect: false })),
  ).rejects.toThrow(left)
})

describe('Operations for handlers that get a context', () => {
  const { scope } = open(ada)
  const to = (url: string) => ({ url, cookies: [] })
  const calls = {
    signIn: vi.fn(async () => to('http://app.test/in')),
    signOut: vi.fn(async () => to('http://app.test/out')),
    form: vi.fn(async () => to('http://app.test/form')),
    update: vi.fn(async () => ada),
  }
  const leave = vi.fn((_context: object, url: string) => `to ${url}`)
  const found = vi.fn((_context: object) => ({ ...scope, ...calls }))
  const operations = toHandlerOperations({ scope: found, leave })
  const context = { of: 'a framework' }

  test('read and change the session of its request', async () => {
    await expect(operations.auth(context)).resolves.toBe(ada)
    await expect(operations.unstable_update(context, { name: 'Bob' })).resolves.toBe(ada)
    expect(calls.update).toHaveBeenCalledExactlyOnceWith({ name: 'Bob' })
    expect(found.mock.calls).toEqual([[context], [context]])
  })

  test('submit a form, and go where it leads', async () => {
    const body = { a: '1' }
    await expect(operations.submit(context, 'signout', body)).resolves.toBe(
      'to http://app.test/form',
    )
    expect(calls.form).toHaveBeenCalledExactlyOnceWith('signout', body)
    expect(leave).toHaveBeenLastCalledWith(context, 'http://app.test/form', {})
  })

  test('sign in with the parameters for the provider apart from the fields', async () => {
    await expect(operations.signIn(context)).resolves.toBe('to http://app.test/in')
    expect(calls.signIn).toHaveBeenLastCalledWith(undefined, {}, undefined)
    const authorizationParams = { prompt: 'none' }
    const fields = { redirect: false, username: 'ada' }
    await operations.signIn(context, 'github', { ...fields, authorizationParams })
    expect(calls.signIn).toHaveBeenLastCalledWith('github', fields, authorizationParams)
    expect(leave).toHaveBeenLastCalledWith(context, 'http://app.test/in', fields)
  })

  test('sign out with the options', async () => {
    await expect(operations.signOut(context)).resolves.toBe('to http://app.test/out')
    expect(calls.signOut).toHaveBeenLastCalledWith({})
    await operations.signOut(context, { redirect: false })
    expect(calls.signOut).toHaveBeenLastCalledWith({ redirect: false })
    expect(leave).toHaveBeenLastCalledWith(context, 'http://app.test/out', { redirect: false })
  })

  test.each([
    ['GET', 302],
    ['HEAD', 302],
    ['POST', 303],
    [undefined, 303],
  ])('redirect a %s request with %i', (method, status) => {
    expect(redirectStatus(method)).toBe(status)
  })
})

test('Prepared headers are added to a response and do not replace what protects it', () => {
  const response = new Response('page', {
    status: 201,
    headers: { 'cache-control': 'private', vary: 'Cookie', 'set-cookie': 'one=1' },
  })
  const prepared = new Headers({ 'cache-control': 'public', vary: 'Accept', 'x-app': 'yes' })
  prepared.append('set-cookie', 'two=2')
  const merged = withHeaders(response, prepared)
  expect(merged.status).toBe(201)
  expect(merged.headers.get('cache-control')).toBe('private')
  expect(merged.headers.get('vary')).toBe('Cookie, Accept')
  expect(merged.headers.get('x-app')).toBe('yes')
  expect(merged.headers.getSetCookie()).toEqual(['one=1', 'two=2'])
  expect(withHeaders(response, prepared, 'prepared').headers.get('cache-control')).toBe('public')
})

test('A framework creates one core for each environment', () => {
  const find = perEnvironment((env: { readonly name: string }) => ({ of: env.name }))
  const first = { name: 'first' }
  expect(find(first)).toBe(find(first))
  expect(find({ name: 'second' }).of).toBe('second')
})

describe('A runtime without the process of Node.js', () => {
  test('has no variables, and finds a request by its keys alone', async () => {
    const env = processEnv()
    const { begin, current, find, run } = withProcess(undefined, () =>
      createRequestStore<Person, Request>(texts),
    )
    expect(withProcess(undefined, processEnv)).toEqual({})
    expect(withProcess({ env: { NAME: 'value' } }, processEnv)).toEqual({ NAME: 'value' })
    expect(withProcess({}, () => createCallStorage())).toBeUndefined()
    expect(env).toBe(process.env)
    const key = {}
    const entry = begin(request, open(ada), key)
    run(entry, () => expect(current()).toBeUndefined())
    expect(find(key)).toBe(entry)
    expect(() => find()).toThrow(texts.unseen)
  })
})
