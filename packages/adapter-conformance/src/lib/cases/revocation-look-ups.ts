import assert from 'node:assert/strict'
import type { AdapterRevocation } from '@latchstring/core/adapters'
import { assertNothing, assertStored, race } from '../expectations.ts'
import type { Case } from '../options.ts'
import { RACERS, ROUNDS, sampleRevocation, unique } from '../samples.ts'

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Tests of `getRevocation`. */
export const revocationLookUpCases: readonly Case[] = [
  {
    name: 'getRevocation returns null for a key that was never ended, and for one of another kind',
    async run(subject) {
      const { adapter } = subject
      const entry = sampleRevocation(subject, { kind: 'user', generation: 1 })
      await adapter.appendRevocations([entry])
      assertNothing(await adapter.getRevocation({ kind: 'user', key: unique('unknown') }))
      assertNothing(await adapter.getRevocation({ kind: 'session', key: entry.key }))
      assertNothing(await adapter.getRevocation({ kind: 'provider', key: entry.key }))
    },
  },
  {
    name: 'getRevocation returns the greatest generation, in whatever order they were appended (REV-05)',
    async run(subject) {
      const { adapter } = subject
      const key = unique('user')
      const make = (generation: number): AdapterRevocation =>
        sampleRevocation(subject, { kind: 'user', key, generation })
      // Generations are compared as numbers, and are as large as a time in milliseconds.
      const greatest = make(Date.now())
      for (const entry of [make(9), make(10), greatest, make(2)]) {
        await adapter.appendRevocations([entry])
      }
      assertStored(await adapter.getRevocation({ kind: 'user', key }), greatest)
    },
  },
  {
    name: `getRevocation returns the greatest of ${RACERS} generations appended at the same time (REV-05)`,
    async run(subject) {
      const { adapter } = subject
      const key = unique('user')
      const { errors } = await race(RACERS, (index) =>
        adapter.appendRevocations([
          sampleRevocation(subject, { kind: 'user', key, generation: index + 1 }),
        ]),
      )
      assert.deepEqual(errors, [])
      assert.equal((await adapter.getRevocation({ kind: 'user', key }))?.generation, RACERS)
    },
  },
  {
    name: 'getRevocation finds the last of several entries of one call only when it finds those before it (REV-04)',
    async run(subject) {
      const { adapter } = subject
      for (let round = 0; round < ROUNDS; round += 1) {
        const generation = Date.now()
        const first = sampleRevocation(subject, { generation })
        const last = sampleRevocation(subject, { kind: 'user', key: unique('user'), generation })
        const appended = new AbortController()
        let missed = 0
        const append = async (): Promise<void> => {
          await adapter.appendRevocations([first, last])
        }
        const read = async (): Promise<void> => {
          while (!appended.signal.aborted) {
            const later = await adapter.getRevocation({ kind: 'user', key: last.key })
            const earlier = await adapter.getRevocation({ kind: 'session', key: first.key })
            if (later && !earlier) missed += 1
            await pause(0)
          }
        }
        await Promise.all([read(), append().finally(() => appended.abort())])
        assert.equal(missed, 0, 'the last entry was found without the first one')
        assertStored(await adapter.getRevocation({ kind: 'user', key: last.key }), last)
      }
    },
  },
  {
    name: 'getRevocation does not confuse keys that look alike',
    async run(subject) {
      const { adapter } = subject
      const key = unique('Key')
      await adapter.appendRevocations([sampleRevocation(subject, { key })])
      for (const other of [
        key.toLowerCase(),
        `${key} `,
        `${key}#`,
        key.slice(0, -1),
        `${key}\u0301`,
      ]) {
        assertNothing(await adapter.getRevocation({ kind: 'session', key: other }))
      }
    },
  },
]
