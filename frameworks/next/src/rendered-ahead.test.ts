import { expect, onTestFinished, test, vi } from 'vitest'
import type Create from './index.ts'
import { encode } from './jwt.ts'

const SECRET = 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe'
const COOKIE = '__Host-latchstring.session-token'

const next = vi.hoisted(() => ({
  headers: new Headers(),
  // Older versions of Next.js have no `io`.
  io: undefined as (() => Promise<void>) | undefined,
}))

// Server components get their headers from `next/headers`, which is a double here.
vi.mock('next/headers.js', () => ({ headers: () => Promise.resolve(next.headers) }))
vi.mock('next/cache.js', () => ({
  get io() {
    return next.io
  },
}))

async function signedIn(): Promise<Headers> {
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('AUTH_URL', 'https://app.test')
  const token = await encode({ token: { name: 'Ada', sub: '1' }, secret: SECRET, salt: COOKIE })
  return new Headers({ host: 'app.test', cookie: `${COOKIE}=${token}` })
}

/** Imports the package again, because it caches the functions of Next.js. */
async function load(io?: () => Promise<void>): Promise<typeof Create> {
  next.io = io
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  return (await import('./index.ts')).default
}

test('auth() in a page reads the clock only after io() of Next.js, which ends a render ahead of the visit', async () => {
  next.headers = await signedIn()
  let visit = (): void => undefined
  let reach = (): void => undefined
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const Latchstring = await load(async () => {
    reach()
    await new Promise<void>((resolve) => (visit = resolve))
  })
  const { auth } = Latchstring({ providers: [] })
  const clock = vi.spyOn(Date, 'now')

  const session = auth()
  await reached
  const readAhead = clock.mock.calls.length
  visit()

  expect(await session).toMatchObject({ user: { name: 'Ada' } })
  expect(readAhead).toBe(0)
  expect(clock).toHaveBeenCalled()
})

test('auth() in a page reads the session at once in a Next.js that has no io()', async () => {
  next.headers = await signedIn()
  const Latchstring = await load()
  expect(await Latchstring({ providers: [] }).auth()).toMatchObject({ user: { name: 'Ada' } })
})
