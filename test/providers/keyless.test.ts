import { createAuth } from '@latchstring/core'
import type { Session } from '@latchstring/core/types'
import { createBrowser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { createLab, type LabServer } from '@latchstring/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProviderCase } from './src/case.ts'
import { loadCases } from './src/cases.ts'

const cases = await loadCases()
let server: LabServer

beforeAll(async () => {
  server = await createLab().listen({ development: true })
})
afterAll(() => server.close())

interface Outcome {
  readonly user: Session['user'] | undefined
  readonly account: string | undefined
  readonly location: string
  readonly errors: readonly Error[]
}

/** Presses the button of the provider, and one on the page of the emulator. */
async function signIn(
  { service, provider }: ProviderCase,
  person: string,
  decision = 'allow',
): Promise<Outcome> {
  const errors: Error[] = []
  let account: string | undefined
  const auth = createAuth(
    {
      providers: [provider],
      logger: { error: (error) => void errors.push(error), warn: () => {} },
      callbacks: {
        signIn: (attempt) => {
          account = attempt.account?.providerAccountId
          return true
        },
      },
    },
    {
      env: {
        NODE_ENV: 'development',
        AUTH_SECRET: 'for tests alone, and long enough for one',
        LATCHSTRING_DEV: server.origin,
      },
    },
  )
  // Bluesky takes no `localhost`.
  const host = service.id === 'bluesky' ? '127.0.0.1' : 'localhost'
  const base = `http://${host}:3000/auth`
  const browser = createBrowser((request) => auth.handle(request))
  const csrfToken = await browser.csrf(base)
  const started = await browser.submit(`${base}/signin/${service.id}`, { csrfToken })
  const request = started.headers.get('location') ?? ''
  expect([errors, request]).toEqual([[], expect.stringContaining(server.origin)])
  const page = await fetch(request, { headers: { accept: 'text/html' } })
  const text = await page.text()
  const [form] = readForms(text)
  if (!form) throw new Error(`HTTP ${page.status}, and no form: ${text}`)
  const body = new URLSearchParams({ ...form.fields, person, decision })
  const init = { method: 'POST', body, redirect: 'manual' } as const
  const decided = await fetch(new URL(form.action, server.origin), init)
  const back = decided.headers.get('location')
  const [posted] = back === null ? readForms(await decided.text()) : []
  const arrival = posted
    ? { url: posted.action, form: new URLSearchParams(posted.fields) }
    : { url: back ?? '' }
  const answer = await browser.follow(arrival)
  const session = await browser.open(`${base}/session`)
  // The application has no `session` callback.
  const { user } = ((await session.json()) ?? {}) as Partial<Session>
  return { user, account, location: answer.headers.get('location') ?? '', errors }
}

// Steam needs no keys.
const subjects = cases.flatMap(({ id, subject }) =>
  subject && id !== 'steam' ? [{ id, subject }] : [],
)

describe.each(subjects)('$id without keys, in development', ({ subject }) => {
  test('signs in every person of the page of the emulator, each with an account of their own', async () => {
    const accounts = new Set<string | undefined>()
    const others = subject.service.id === 'bluesky' ? [] : ['alan', 'grace']
    const people = ['documented', ...others, 'minimal']
    for (const person of people) {
      const { account, errors, user } = await signIn(subject, person)
      expect([person, errors, user !== undefined]).toEqual([person, [], true])
      accounts.add(account)
    }
    expect(accounts.size).toBe(people.length)
  })

  test('reports a service that is down, and signs in afterwards', async () => {
    const { user, location } = await signIn(subject, 'documented', 'down')
    expect([user, location]).toEqual([undefined, expect.stringContaining('error=')])
    expect((await signIn(subject, 'documented')).user).toBeDefined()
  })

  test('has no address after the choice of none on the page', async () => {
    const { user, errors } = await signIn(subject, 'documented', 'no-email')
    expect([errors, user?.email ?? null]).toEqual([[], null])
  })
})
