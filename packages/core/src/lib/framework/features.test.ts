import { describe, expect, test, vi } from 'vitest'
import { createFrameworkAuth, deferFeature, deferSystem } from '../../framework.ts'
import { greetingFeature, type GreetingOperations } from '../../../../../test/kit/src/greeting.ts'
import type { Offered } from '../types/feature.ts'

const ENV = { AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x', AUTH_URL: 'https://app.example' }

const greeting = greetingFeature()

const quiet = { error: () => undefined, warn: () => undefined }
const config = {
  providers: [],
  logger: quiet,
  callbacks: { authorized: ({ auth }: { auth: object | null }) => auth !== null },
}
const object = createFrameworkAuth({ ...config, features: [greeting] }, { env: ENV })
const made = createFrameworkAuth(() => config, { env: ENV, features: [greeting] })

describe.each([
  ['an object', object],
  ['a function', made],
])('With a configuration that is %s', (_, auth) => {
  test.each([
    ['/auth/greeting/hello', true],
    ['/auth/greeting/hello?a=1', true],
    ['/auth/greeting/other', false],
    ['/auth/greeting', false],
    ['/auth/greeting/hello/more', false],
    ['/greeting/hello', false],
    // As long as the base path.
    ['/blog/greeting/hello', false],
    ['/auto/greeting/hello', false],
  ])('the address %s is that of an action of the feature: %s', (path, isOwned) => {
    expect(auth.owns(`https://app.example${path}`)).toBe(isOwned)
  })

  test.each([
    ['/auth/greeting/hello', 'allow'],
    ['/auth/greeting/other', 'redirect'],
    ['/auth/greeting/constructor', 'redirect'],
    ['/auth/greeting/hello/more', 'redirect'],
    ['/blog/greeting/hello', 'redirect'],
  ])('a rule that refuses strangers decides about %s: %s', async (path, kind) => {
    const request = new Request(`https://app.example${path}`, {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    })
    const scope = auth.scope({ headers: request.headers, url: request.url, request })
    expect((await scope.authorize()).kind).toBe(kind)
  })
})

test('The instance is found when an operation is called, and not before', async () => {
  const find = vi.fn(async () => made)
  const operations = deferSystem(find)(greeting)
  expect(Object.keys(operations)).toEqual(['greetUser'])
  expect(find).not.toHaveBeenCalled()
  expect(await operations.greetUser('grace')).toBe('Hello, grace')
})

test('A request that is not there is the failure of the operation', async () => {
  const find = async (): Promise<Offered<GreetingOperations>> => {
    throw new TypeError('No request is served.')
  }
  const operations = deferFeature(greeting, find)
  await expect(operations.greet('Hello')).rejects.toThrow('No request is served.')
})

test('A feature without operations has none', () => {
  expect(deferSystem(() => made)({ name: 'empty' })).toEqual({})
})
