import { describe, expect, test } from 'vitest'
import type { RequestScope, ScopeSource, Verdict } from '../types/scope.ts'
import { toFormActions } from './form-actions.ts'
import { openScope, toSource, type OpenScope } from './open-scope.ts'
import { perEnvironment } from './per-environment.ts'
import { withHeaders } from './response-headers.ts'
import { createVisit, createVisits } from './visits.ts'

interface Person {
  readonly name: string
}

const ada: Person = { name: 'Ada' }
const texts = { unseen: 'Put the middleware first.', prerendered: 'The page is for everybody.' }
const request = new Request('http://app.test/members')

/** A scope that knows a person, or nobody. */
function open(
  session: Person | null,
  verdict: Verdict = { kind: 'allow' },
): OpenScope<Person> & { readonly readings: boolean[] } {
  const readings: boolean[] = []
  const createScope = (source: ScopeSource): RequestScope<Person> => {
    const known = {
      async auth() {
        readings.push(source.readOnly === true)
        return session
      },
      client: async () => (session ? { ...session } : null),
      authorize: async () => verdict,
      requireSession: async () => verdict,
      signIn: async () => ({ url: 'http://app.test/auth/signin', cookies: [] }),
      signOut: async () => ({ url: 'http://app.test/', cookies: [] }),
      form: async () => ({ url: 'http://app.test/home', cookies: [] }),
    }
    // The others are not called here.
    return known as Partial<RequestScope<Person>> as RequestScope<Person>
  }
  return { ...openScope(createScope, toSource(request)), readings }
}

const isRefused = async (verdict: Verdict): Promise<never> =>
  Promise.reject(new Error(`refused: ${verdict.kind}`))

describe("A framework's request", () => {
  test('gets the session from requireSession when the verdict allows it', async () => {
    const visit = createVisit(request, open(ada), texts.prerendered)
    await expect(visit.requireSession(isRefused)).resolves.toBe(ada)
    await expect(visit.auth()).resolves.toBe(ada)
    expect(visit.refusal()).toBeUndefined()
  })

  test('without a session is refused even when the verdict allows it, and keeps the verdict that refused it', async () => {
    const visit = createVisit(request, open(null), texts.prerendered)
    await expect(visit.requireSession(isRefused)).rejects.toThrow('refused: allow')
    const verdict: Verdict = { kind: 'refuse', status: 401, body: {} }
    const other = createVisit(request, open(ada, verdict), texts.prerendered)
    await expect(other.requireSession(isRefused)).rejects.toThrow('refused: refuse')
    expect(other.refusal()).toBe(verdict)
  })

  test('has no session during prerendering, and requireSession explains why', async () => {
    const visit = createVisit(request, undefined, texts.prerendered)
    await expect(visit.auth()).resolves.toBeNull()
    await expect(visit.client()).resolves.toBeNull()
    await expect(visit.authorize()).resolves.toEqual({ kind: 'allow' })
    await expect(visit.requireSession(isRefused)).rejects.toThrow(texts.prerendered)
    await expect(visit.serve(() => 'page', { done: () => 'changed' })).resolves.toBe('page')
  })

  test('gives a script the sign-in page where the user is signed out, and no page for another refusal', async () => {
    const { findSignInPage } = createVisit(request, open(null), texts.prerendered)
    const page = 'http://app.test/auth/signin'
    await expect(findSignInPage({ kind: 'refuse', status: 401, body: {} })).resolves.toBe(page)
    await expect(findSignInPage({ kind: 'redirect', status: 303, url: '/' })).resolves.toBe(page)
    await expect(findSignInPage({ kind: 'refuse', status: 500, body: {} })).resolves.toBeUndefined()
    await expect(findSignInPage({ kind: 'allow' })).resolves.toBeUndefined()
  })
})

describe("A framework's request that is being served", () => {
  test('waits for a session read in progress, and does not renew a session read later', async () => {
    const { serve, scope, readings, wasAsked } = open(ada)
    const steps: string[] = []
    expect(wasAsked()).toBe(false)
    await serve(
      () => {
        void scope.auth().then(() => steps.push('read'))
      },
      { done: () => void steps.push('done') },
    )
    await scope.auth()
    expect(steps).toEqual(['read', 'done'])
    expect(readings).toEqual([false, true])
    expect(wasAsked()).toBe(true)
  })

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
  const { begin, find, run, known, current } = createVisits<Person, Request>(texts)
  const key = {}
  const visit = begin(request, open(ada), key)
  expect(find(key)).toBe(visit)
  expect(known({})).toBeUndefined()
  expect(current()).toBeUndefined()
  expect(() => find({})).toThrow(texts.unseen)
  expect(() => find()).toThrow(texts.unseen)
  const others = [open(null), open(ada)].map((scope) => begin(request, scope))
  const found = await Promise.all(
    others.map((other) => run(other, async () => Promise.resolve().then(() => find()))),
  )
  expect(found).toEqual(others)
  expect(found[0]).toBe(others[0])
})

test('Form actions of a framework redirect by throwing, and return the address with `redirect: false`', async () => {
  const visit = createVisit(request, open(ada), texts.prerendered)
  const { signIn, signOut } = toFormActions({
    isForm: (value): value is FormData => value instanceof FormData,
    find: () => visit,
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
