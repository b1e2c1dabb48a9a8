import { describe, expect, test } from 'vitest'
import type { Adapter } from '../types/adapter.ts'
import type { SessionOptions } from '../types/config.ts'
import { resolveConfig } from './resolve.ts'

const none = async (): Promise<null> => null
const SESSIONS: Adapter = {
  createSession: async (session) => session,
  getSessionAndUser: none,
  updateSession: none,
  deleteSession: none,
  getUser: none,
}
const FEED: Adapter = {
  ...SESSIONS,
  capabilities: { revocationFeed: true, devices: true },
  appendRevocations: none,
  listRevocations: async () => [],
  getRevocation: none,
  putDevice: none,
  listDevicesByUserId: async () => [],
  deleteDevice: none,
}

const resolve = (session: SessionOptions, adapter?: Adapter): ReturnType<typeof resolveConfig> =>
  resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session,
      ...(adapter ? { adapter } : {}),
    },
    { env: {}, clock: () => 0, basePath: '/auth' },
  )

describe('session.revocation', () => {
  test.each<readonly [string, SessionOptions, Adapter | undefined, RegExp]>([
    [
      'without an adapter is refused, with what a sign-out then means',
      { strategy: 'jwt', revocation: true },
      undefined,
      /there is no adapter.*deletes the cookie of one browser/s,
    ],
    [
      'with an adapter that has no feed is refused',
      { strategy: 'jwt', revocation: true },
      SESSIONS,
      /`session.revocation` needs the capability "revocationFeed".*does not declare/s,
    ],
    [
      'with database sessions is refused, which end in the store',
      { strategy: 'database', revocation: true },
      FEED,
      /whose sessions end in the store at once/,
    ],
    [
      'with a window of a second is refused',
      { strategy: 'jwt', revocation: { window: 1 } },
      FEED,
      /`session.revocation.window` has to be a whole number of seconds, at least 2/,
    ],
    [
      'with a window of more than an hour is refused',
      { strategy: 'jwt', revocation: { window: 3601, graceWithoutStore: 4000 } },
      FEED,
      /more than an hour/,
    ],
    [
      'with a grace below the window is refused',
      { strategy: 'jwt', revocation: { window: 60, graceWithoutStore: 59 } },
      FEED,
      /`session.revocation.graceWithoutStore` has to be .* at least 60/,
    ],
    [
      'is needed for devices of sealed sessions',
      { strategy: 'jwt', devices: true },
      FEED,
      /cannot be without `session.revocation`/,
    ],
    [
      'has nothing to do with devices that no adapter keeps',
      { strategy: 'database', devices: true },
      SESSIONS,
      /`session.devices` needs the capability "devices"/,
    ],
  ])('%s', (_, session, adapter, message) => {
    expect(() => resolve(session, adapter)).toThrow(message)
  })

  test('is off unless it is set, and has a window of 30 seconds and a grace of 300', () => {
    expect(resolve({ strategy: 'jwt' }, FEED).revocation).toBeUndefined()
    expect(resolve({ strategy: 'jwt', revocation: false }, FEED).revocation).toBeUndefined()
    const expected = { window: 30_000, grace: 300_000, adapter: FEED }
    expect(resolve({ strategy: 'jwt', revocation: true }, FEED).revocation).toEqual(expected)
    const longer = resolve({ strategy: 'jwt', revocation: { window: 600 } }, FEED).revocation
    expect(longer).toEqual({ window: 600_000, grace: 600_000, adapter: FEED })
  })
})
