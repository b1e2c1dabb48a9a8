import { describe, expect, it } from 'vitest'
import type { AdapterRevocation } from '../types/adapter-revocation.ts'
import type { Adapter } from '../types/adapter.ts'
import { useLogoutToken } from './used-tokens.ts'

/** The members of a configuration that are read. */
type Used = Parameters<typeof useLogoutToken>[0]

const START = 1_700_000_000_000
const TOKEN = { issuer: 'https://id.example', id: 'one', expires: START + 120_000 }

function feed(): Adapter {
  const entries: AdapterRevocation[] = []
  return {
    capabilities: { revocationFeed: true },
    appendRevocations: (more) => void entries.push(...more),
    listRevocations: () => [],
    getRevocation: ({ key }) => entries.find((entry) => entry.key === key) ?? null,
  }
}

function counter(): Adapter {
  const times = new Map<string, number>()
  return {
    capabilities: { counters: true },
    spend({ key, interval, burst, now }) {
      const next = Math.max(times.get(key) ?? 0, now) + interval
      if (next - now > burst) return { allowed: false, retryAfter: next - now - burst }
      times.set(key, next)
      return { allowed: true, retryAfter: 0 }
    },
  }
}

const STORES = { 'a feed': feed, 'a counter': counter, 'no store that counts': () => ({}) }

describe.each(Object.entries(STORES))('a logout token with %s', (_, create) => {
  const open = (now = START, adapter: Adapter = create()): Used => ({
    adapter,
    application: adapter,
    clock: () => now,
  })

  async function isNew(config: Used, token = TOKEN): Promise<boolean> {
    const use = await useLogoutToken(config, token)
    if (use.isNew) await use.done()
    return use.isNew
  }

  it('is accepted once during its lifetime (LGO-10)', async () => {
    const adapter = create()
    expect(await isNew(open(START, adapter))).toBe(true)
    for (const later of [0, 1, 1_000, 119_999]) {
      expect(await isNew(open(START + later, adapter))).toBe(false)
    }
  })

  it('does not affect a token with another id or from another issuer (LGO-10 LGO-12)', async () => {
    const config = open()
    expect(await isNew(config)).toBe(true)
    expect(await isNew(config, { ...TOKEN, id: 'two' })).toBe(true)
    expect(await isNew(config, { ...TOKEN, issuer: 'https://other.example' })).toBe(true)
  })
})

/** An application in a process of its own, unless one is named. */
const processOf = (
  adapter: Adapter | undefined,
  { now = START, application = {} }: { readonly now?: number; readonly application?: object } = {},
): Used => ({ adapter, application, clock: () => now })

it('a logout token that one process has used is known to another with the same counter (LGO-10)', async () => {
  const shared = counter()
  const use = async (): Promise<boolean> =>
    (await useLogoutToken(processOf({ ...shared }), TOKEN)).isNew
  expect([await use(), await use()]).toEqual([true, false])
})

it.each([
  [START + 120_000, 120_000],
  [START, 1],
  [START - 5, 1],
])('a counter keeps a logout token that is accepted until %i for %i ms', async (expires, lasts) => {
  const asked: unknown[] = []
  const spend: Adapter['spend'] = (wanted) => {
    asked.push(wanted)
    return { allowed: true, retryAfter: 0 }
  }
  await useLogoutToken(processOf({ spend, capabilities: { counters: true } }), {
    ...TOKEN,
    expires,
  })
  expect(asked).toMatchObject([{ interval: lasts, burst: lasts, now: START }])
})

it('a store without the capability `counters` does not record logout tokens', async () => {
  const spend = (): never => expect.unreachable()
  for (const adapter of [{ spend }, { spend, capabilities: {} }]) {
    const config = processOf(adapter)
    expect((await useLogoutToken(config, TOKEN)).isNew).toBe(true)
    expect((await useLogoutToken(config, TOKEN)).isNew).toBe(false)
  }
})

it('a logout token without any adapter is used once for each application (LGO-10)', async () => {
  const [one, other] = [processOf(undefined), processOf(undefined)]
  expect((await useLogoutToken(one, TOKEN)).isNew).toBe(true)
  expect((await useLogoutToken(one, TOKEN)).isNew).toBe(false)
  expect((await useLogoutToken(other, TOKEN)).isNew).toBe(true)
})

it.each([
  ['no store that counts', (): Adapter => ({})],
  ['a counter', counter],
])(
  'a logout token that failed once is used once more where adapters with %s are made for each request (LGO-10)',
  async (_, create) => {
    const application = {}
    const store = create()
    const use = async () => useLogoutToken(processOf({ ...store }, { application }), TOKEN)
    const first = await use()
    expect(first.isNew).toBe(true)
    first.failed()
    expect((await use()).isNew).toBe(true)
    expect((await use()).isNew).toBe(false)
  },
)

it('a feed keeps a logout token as long as it is accepted, once its sessions have ended', async () => {
  const rows: AdapterRevocation[] = []
  const adapter: Adapter = { ...feed(), appendRevocations: (more) => void rows.push(...more) }
  const use = await useLogoutToken(processOf(adapter), TOKEN)
  expect(rows).toEqual([])
  await use.done()
  expect(rows).toMatchObject([
    {
      kind: 'provider',
      generation: 0,
      reason: 'back-channel',
      at: new Date(START),
      expires: new Date(TOKEN.expires),
    },
  ])
  expect(rows[0]?.key).toMatch(/^jti:[\w-]{43}$/)
})

it('a logout token that has expired is no longer kept in memory', async () => {
  const application = {}
  const at = async (now: number, id: string): Promise<boolean> =>
    (await useLogoutToken(processOf({}, { now, application }), { ...TOKEN, id })).isNew
  expect(await at(START, 'one')).toBe(true)
  expect(await at(START + 119_999, 'one')).toBe(false)
  expect(await at(START + 120_000, 'one')).toBe(true)
})

it('a logout token that is sent again when memory is full is still known (LGO-10 LGO-14)', async () => {
  const config = processOf({})
  for (let count = 0; count < 10_000; count += 1) {
    await useLogoutToken(config, { ...TOKEN, id: String(count) })
  }
  expect((await useLogoutToken(config, { ...TOKEN, id: '0' })).isNew).toBe(false)
  expect((await useLogoutToken(config, { ...TOKEN, id: '10000' })).isNew).toBe(true)
  expect((await useLogoutToken(config, { ...TOKEN, id: '0' })).isNew).toBe(true)
})

it('without a store, 10,000 logout tokens at most are kept in memory (LGO-14)', async () => {
  const config = processOf({})
  for (let count = 0; count <= 10_000; count += 1) {
    expect((await useLogoutToken(config, { ...TOKEN, id: String(count) })).isNew).toBe(true)
  }
  expect((await useLogoutToken(config, { ...TOKEN, id: '10000' })).isNew).toBe(false)
  expect((await useLogoutToken(config, { ...TOKEN, id: '0' })).isNew).toBe(true)
})

it('at most 10,000 failed logout tokens may be sent again with a counter (LGO-10 LGO-14)', async () => {
  const config = processOf(counter())
  const fail = async (id: string): Promise<void> => {
    const use = await useLogoutToken(config, { ...TOKEN, id })
    expect(use.isNew).toBe(true)
    use.failed()
  }
  const isAccepted = async (id: string): Promise<boolean> =>
    (await useLogoutToken(config, { ...TOKEN, id })).isNew
  for (let count = 0; count <= 10_000; count += 1) await fail(String(count))
  expect(await Promise.all(['0', '1', '10000'].map(isAccepted))).toEqual([false, true, true])
  expect(await Promise.all(['1', '10000'].map(isAccepted))).toEqual([false, false])
})
