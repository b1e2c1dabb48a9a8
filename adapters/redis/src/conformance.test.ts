import { testAdapter } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { CLIENTS } from '../test/clients.ts'
import { redisAdapter } from './index.ts'

for (const { name, connect } of CLIENTS) {
  testAdapter({
    name,
    async create() {
      const connection = await connect()
      const adapter = redisAdapter(connection.client, { prefix: connection.prefix })
      return { ...adapter, close: () => connection.close() }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: {
      sessions: true,
      verificationTokens: true,
      webauthn: true,
      atomicConsume: true,
      uniqueConstraints: true,
      compareAndSet: true,
      ttl: true,
      revocation: true,
      accountUpdates: true,
    },
    runner,
  })
}
