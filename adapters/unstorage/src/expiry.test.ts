import { describe, expect, it } from 'vitest'
import { inAnHour } from '../../../test/adapters/samples.ts'
import { DRIVERS } from '../test/drivers.ts'
import { unstorageAdapter } from './index.ts'

const ADA = { id: 'ada', email: 'ada@example.com', emailVerified: null }

describe('expired records in unstorageAdapter', () => {
  const [memory, , redis] = DRIVERS

  it('are removed by a driver with TTL', async () => {
    if (redis === undefined) throw new Error('There is a driver for Redis.')
    const { storage, close } = await redis.open()
    const adapter = unstorageAdapter(storage, { ttl: true })
    expect(adapter.capabilities.ttl).toBe(true)
    await adapter.createUser(ADA)
    const expires = new Date(Date.now() + 1_500)
    await adapter.createSession({ sessionToken: 'one', userId: 'ada', expires })
    await adapter.createVerificationToken({ identifier: 'a', token: 'b', expires })
    expect(await storage.getKeys()).toHaveLength(5)
    await expect.poll(() => storage.getKeys(), { timeout: 10_000 }).toHaveLength(2)
    await close()
  })

  it('are deleted by deleteExpired without TTL, and nothing else is', async () => {
    if (memory === undefined) throw new Error('There is a driver for the memory.')
    const { storage, close } = await memory.open()
    const adapter = unstorageAdapter(storage)
    expect(adapter.capabilities.ttl).toBe(false)
    await adapter.createUser(ADA)
    const before = new Date(Date.now() - 1)
    for (const [token, expires] of [
      ['old', before],
      ['new', inAnHour()],
    ] as const) {
      await adapter.createSession({ sessionToken: token, userId: 'ada', expires })
      await adapter.createVerificationToken({ identifier: 'a', token, expires })
    }
    expect(await adapter.deleteExpired()).toEqual({ sessions: 1, verificationTokens: 1 })
    expect(await adapter.getSessionAndUser('old')).toBeNull()
    expect(await adapter.getSessionAndUser('new')).not.toBeNull()
    expect(await adapter.deleteExpired()).toEqual({ sessions: 0, verificationTokens: 0 })
    await adapter.deleteUser('ada')
    expect(await storage.getKeys()).toHaveLength(1)
    await close()
  })
})
