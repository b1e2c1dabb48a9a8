import { beforeEach, describe, expect, it, test } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Step, StepName, Trace } from '../types/trace.ts'
import { describeTrace } from '../failures/describe-trace.ts'
import type { ResolvedProvider } from '../config/providers.ts'
import { note, traceProvider } from './trace.ts'

let now = 0

beforeEach(() => {
  now = 0
})

const cookies = {
  sessionToken: { name: 'session' },
  csrfToken: { name: 'csrf' },
  state: { name: 'state' },
}
// As much of a configuration as a trace looks at.
const config = {
  steady: () => now,
  origin: { kind: 'fixed' },
  plain: { cookies },
  secure: { cookies },
} as unknown as ResolvedConfig

const ORIGIN = { href: 'https://app.example', secure: true }

/** Differences from a GET of a callback that fails at once. */
interface Case {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly secure?: boolean
  readonly policy?: ResolvedConfig['origin']
  readonly trace?: Trace
  readonly code?: string
}

function describeCase({
  secure = true,
  policy,
  code = 'OAuthCallbackError',
  ...given
}: Case): string {
  const { method = 'GET', url = 'https://app.example/auth/callback/x' } = given
  return describeTrace(
    {
      original: { method, url, headers: new Headers(given.headers) },
      config: policy === undefined ? config : { ...config, origin: policy },
      origin: { ...ORIGIN, secure },
      trace: given.trace ?? { from: 0, steps: [] },
    },
    code,
  )
}

const describeSteps = (steps: Step[], url?: string): string =>
  describeCase({ trace: { from: 0, steps }, ...(url === undefined ? {} : { url }) })

it('A trace keeps 32 steps, and a request that is not traced none', () => {
  const trace: Trace = { from: 0, steps: [] }
  for (let step = 0; step < 40; step += 1) {
    now = step
    note({ config, trace }, 'store', 'getUser 1 ms')
  }
  expect(trace.steps).toHaveLength(32)
  expect(trace.steps.at(-1)).toEqual({ t: 31, step: 'store', fact: 'getUser 1 ms' })
  expect(() => note({ config }, 'store', 'getUser 1 ms')).not.toThrow()
})

it.each<[string, string]>([
  ['store', 'getUser 3 ms; canary'],
  ['store', 'canary 3 ms'],
  ['store', 'getUser canary 3 ms'],
  ['provider', 'GET 200 canary'],
  ['provider', 'GET https://canary.example 3 ms'],
  ['transaction', 'canary'],
  ['callback', 'signIn canary'],
  ['callback', 'canary signIn passed'],
  ['callback', 'signIn redirects canary'],
  ['session', 'issued\ncanary'],
  ['session', 'canary none'],
  ['transaction', 'canary opened'],
  ['transaction', 'absent canary'],
  ['user', 'canary'],
  ['user', 'canary stored'],
  ['user', 'prepared canary'],
  ['canary', 'canary'],
  ['constructor', 'canary'],
])('A trace shows no fact of the step %j that is not on the list: %j (LOG-01)', (step, fact) => {
  // The types refuse it.
  const line = describeSteps([{ t: 5, step: step as StepName, fact }])
  expect(line).not.toContain('canary')
  expect(line).toContain('; 5 unknown step; ')
})

it('A trace contains the action of the address, and no other part of it (LOG-01)', () => {
  const line = describeSteps([], 'https://canary.example/auth/signin/canary?canary=canary#canary')
  expect(line).not.toContain('canary')
  expect(line).toMatch(
    /^0 request GET signin; 0 origin AUTH_URL, https; 0 site not said; 0 cookies /,
  )
})

it.each([
  ['/auth/signout', 'GET signout'],
  ['/auth/signin', 'GET signin'],
  ['/auth/signin?callbackUrl=/', 'GET signin'],
  ['/auth/callback#x', 'GET callback'],
  ['/auth/callbacks', 'GET another action'],
  ['/auth/session', 'GET another action'],
])('A trace of a request to %s says %s', (path, words) => {
  const line = describeCase({ url: `https://app.example${path}` })
  expect(line.startsWith(`0 request ${words}; `)).toBe(true)
})

it('A trace says POST of a POST, and GET of everything else', () => {
  expect(describeCase({ method: 'POST' })).toMatch(/^0 request POST callback; /)
  expect(describeCase({ method: 'CANARY' })).toMatch(/^0 request GET callback; /)
})

it.each(['same-origin', 'same-site', 'cross-site', 'none'])(
  'A trace says that a browser has called the request %s',
  (site) => {
    expect(describeCase({ headers: { 'sec-fetch-site': site } })).toContain(`; 0 site ${site}; `)
  },
)

it.each<[string, Readonly<Record<string, string>>]>([
  ['nothing', {}],
  ['an empty text', { 'sec-fetch-site': '' }],
  ['another word', { 'sec-fetch-site': 'canary' }],
])('A trace says "not said" of a browser that says %s of the site', (_, headers) => {
  expect(describeCase({ headers })).toContain('; 0 site not said; ')
})

it('A trace contains the source of the origin, and whether it is https', () => {
  const by = (text: string): Case => ({ policy: { kind: 'trusted', by: text } })
  expect(describeCase(by('trustHost'))).toContain('; 0 origin trustHost, https; ')
  expect(describeCase({ secure: false })).toContain('; 0 origin AUTH_URL, http; ')
  for (const text of ['!canary', 'canary!', '', 'c'.repeat(41)]) {
    expect(describeCase(by(text))).toContain('; 0 origin another source, https; ')
  }
})

it('A trace counts milliseconds from the arrival of the request', () => {
  now = 1200
  const trace: Trace = {
    from: 1000,
    steps: [
      { t: 1003, step: 'session', fact: 'issued' },
      { t: 1007, step: 'session', fact: 'canary' },
    ],
  }
  expect(describeCase({ trace })).toMatch(
    /; 3 session issued; 7 unknown step; 200 failed OAuthCallbackError$/,
  )
})

it.each(['', 'two words', '!Canary', 'Canary!', 'C'.repeat(41)])(
  'A trace that ends with the code %j says AuthError (LOG-01)',
  (code) => {
    expect(describeCase({ code })).toMatch(/; 0 failed AuthError$/)
  },
)

describe('A provider whose calls are traced', () => {
  /** As much of a provider as a trace looks at, and the facts that its calls leave. */
  function traced<P extends object>(provider: P) {
    const trace: Trace = { from: 0, steps: [] }
    const facts = (): readonly string[] => trace.steps.map(({ step, fact }) => `${step} ${fact}`)
    // Any object with such members is traced alike.
    const wrapped = traceProvider({ config, trace }, provider as unknown as ResolvedProvider)
    // The result has the members of the input.
    return { facts, wrapped: wrapped as unknown as P & { readonly original?: unknown } }
  }

  type Send = (url: string, init?: RequestInit) => Promise<Response>

  const succeed: Send = () => {
    now += 4
    return Promise.resolve(new Response(null, { status: 204 }))
  }

  test('records the method, status and duration of a request', async () => {
    now = 500
    const { facts, wrapped } = traced({ fetch: succeed })
    await wrapped.fetch('https://service.example')
    await wrapped.fetch('https://service.example', {})
    await wrapped.fetch('https://service.example', { method: 'PUT' })
    await wrapped.fetch('https://service.example', { method: 'post' })
    expect(facts()).toEqual([
      ...Array<string>(3).fill('provider GET 204 4 ms'),
      'provider POST 204 4 ms',
    ])
  })

  test('records a failed request or call of the store, and rethrows its error', async () => {
    const away = new Error('away')
    const failing = () => Promise.reject(away)
    const { facts, wrapped } = traced({ fetch: failing, store: { getUser: failing } })
    await expect(wrapped.fetch()).rejects.toBe(away)
    await expect(wrapped.store.getUser()).rejects.toBe(away)
    expect(facts()).toEqual(['provider GET failed 0 ms', 'store getUser failed 0 ms'])
  })

  test('keeps what its store declares, and the method that runs others in a transaction', async () => {
    const transaction = () => Promise.resolve('done')
    const capabilities = { atomicConsume: true }
    const store = { capabilities, transaction, getUser: (id: string) => Promise.resolve({ id }) }
    const { facts, wrapped } = traced({ store })
    expect(wrapped.store.capabilities).toBe(capabilities)
    expect(wrapped.store.transaction).toBe(transaction)
    expect(await wrapped.store.getUser('1')).toEqual({ id: '1' })
    expect(facts()).toEqual(['store getUser 0 ms'])
  })

  test('keeps a reference to the shared provider, if there is one', () => {
    const provider = { id: 'a', server: {} }
    expect(traced(provider).wrapped.original).toBe(provider)
    expect(traced({ id: 'a' }).wrapped).toEqual({ id: 'a' })
    expect(traced({ id: 'a', store: undefined }).wrapped).toEqual({ id: 'a', store: undefined })
  })

  test('is itself where the request is not traced', () => {
    // It is not looked at.
    const provider = { id: 'a' } as unknown as ResolvedProvider
    expect(traceProvider({ config }, provider)).toBe(provider)
  })
})
