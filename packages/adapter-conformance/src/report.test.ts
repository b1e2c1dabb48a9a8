import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMemoryStore, type MemoryStore } from '../test/memory-adapter.ts'
import { createNumberedStore } from '../test/numbered-adapter.ts'
import { EVERYTHING, type Outcome, type RunOptions, runSuite } from '../test/run-suite.ts'
import { type ConformanceReport, writeReport } from './index.ts'

interface Reported extends Outcome {
  readonly reports: readonly ConformanceReport[]
}

async function report(
  { adapter, countRows }: MemoryStore,
  options: Omit<RunOptions, 'report'> & { readonly queries?: number } = {},
): Promise<Reported> {
  const { queries, ...rest } = options
  const reports: ConformanceReport[] = []
  const outcome = await runSuite(adapter, {
    ...rest,
    countRows,
    report: {
      adapter: 'memory',
      store: 'Map',
      version: async () => '1.2.3',
      write: async (made) => void reports.push(made),
      ...(queries === undefined
        ? {}
        : {
            async countQueries(work) {
              await work()
              return queries
            },
          }),
    },
  })
  return { ...outcome, reports }
}

describe('the report of the conformance suite', () => {
  it('contains what was declared, tested and counted', async () => {
    const { failed, reports } = await report(createMemoryStore(), { queries: 1 })
    expect(failed).toEqual([])
    expect(reports).toHaveLength(1)
    const [made] = reports
    expect(made).toMatchObject({ adapter: 'memory', store: 'Map', version: '1.2.3' })
    expect(Object.keys(made?.capabilities ?? {})).toEqual(
      ['base', ...Object.keys(EVERYTHING).toSorted()].toSorted(),
    )
    for (const { declared, passed, failed: bad } of Object.values(made?.capabilities ?? {})) {
      expect({ declared, bad }).toEqual({ declared: true, bad: 0 })
      expect(passed).toBeGreaterThan(0)
    }
  })

  it('has the figures of concurrency, faults and queries', async () => {
    const [made] = (await report(createMemoryStore(), { queries: 1 })).reports
    expect(made?.concurrency).toEqual({
      attempts: 32,
      sessions: 32,
      users: 1,
      accounts: 1,
      errors: 0,
      orphans: 0,
    })
    expect(made?.queries).toEqual({ sessionCheck: 1, firstSignIn: 1, repeatedSignIn: 1 })
    const { attempts = 0, sessions = 0, errors = 0, ...rest } = made?.faults ?? {}
    expect(rest).toEqual({ users: 1, orphans: 0 })
    expect(attempts).toBeGreaterThan(20)
    expect(sessions + errors).toBe(attempts)
  })

  it('contains failed tests, and a session check of more than one query', async () => {
    const { failed, reports } = await report(createMemoryStore(), { queries: 2 })
    expect(failed).toEqual([
      'a session check takes the declared number of queries, and those of sign-ins are counted',
    ])
    expect(reports[0]?.capabilities['base']).toMatchObject({ declared: true, failed: 1 })
    expect(reports[0]?.queries?.sessionCheck).toBe(2)
  })

  it('is not written for a part of the tests', async () => {
    const { passed, reports } = await report(createMemoryStore(), { onlyGroup: 'sessions' })
    expect(passed.length).toBeGreaterThan(0)
    expect(reports).toEqual([])
  })

  it('counts orphaned rows', async () => {
    const { adapter, countRows } = createMemoryStore()
    let forgotten = 0
    const leaking = {
      countRows: async () => {
        const rows = await countRows()
        return { ...rows, sessions: rows.sessions + forgotten }
      },
      adapter: {
        ...adapter,
        async deleteUser(userId: string) {
          forgotten += (await adapter.listSessionsByUserId(userId)).length
          await adapter.deleteUser(userId)
        },
      },
    }
    const { failed } = await report(leaking, { onlyGroup: 'concurrency through the core' })
    expect(failed).toEqual([
      '32 simultaneous first sign-ins of one person through the core make one user (LNK-04)',
    ])
  })

  it('is written to a file named after adapter and store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchstring-report-'))
    try {
      const [made] = (await report(createMemoryStore())).reports
      if (made === undefined) throw new Error('No report was made.')
      await writeReport(join(folder, 'new'))({ ...made, adapter: '@example/Adapter' })
      expect(await readdir(join(folder, 'new'))).toEqual(['example-adapter-map.json'])
      const text = await readFile(join(folder, 'new/example-adapter-map.json'), 'utf8')
      expect(JSON.parse(text)).toEqual({ ...made, adapter: '@example/Adapter' })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the conformance suite for a store that generates ids', () => {
  it('passes when the store declares them', async () => {
    expect((await report(createNumberedStore(), { ids: 'integer' })).failed).toEqual([])
  })

  it('passes without transactions', async () => {
    const { adapter, countRows } = createNumberedStore()
    const { transaction: _, ...rest } = adapter
    const capabilities = { ...EVERYTHING, transactions: false }
    const { failed } = await runSuite(
      { ...rest, capabilities: { ...adapter.capabilities, transactions: false } },
      { capabilities, ids: 'integer', countRows },
    )
    expect(failed).toEqual([])
  })

  it('fails when the store declares other ids', async () => {
    const { failed } = await report(createNumberedStore(), { ids: 'uuid', onlyGroup: 'ids' })
    expect(failed).toEqual([
      'the id of a user is a string of the declared shape, and never used twice',
    ])
  })
})

describe('the conformance suite for custom members of the application', () => {
  const userFields = {
    role: 'text',
    age: 'integer',
    active: 'boolean',
    since: 'timestamp',
    settings: 'json',
  } as const

  it('tests them when they are named', async () => {
    const { failed, passed } = await report(createMemoryStore(), { userFields })
    expect(failed).toEqual([])
    expect(passed).toContain('custom members of a user are stored, and every look-up returns them')
  })

  it('fails when the store loses them', async () => {
    const { adapter, countRows } = createMemoryStore()
    const { failed } = await report(
      {
        countRows,
        adapter: {
          ...adapter,
          updateUser(changes) {
            const kept = { ...changes }
            Reflect.deleteProperty(kept, 'role')
            return adapter.updateUser(kept)
          },
        },
      },
      { userFields, onlyGroup: 'custom members' },
    )
    expect(failed).toEqual([
      'custom members of a user are changed, set to null, and left alone when not given',
    ])
  })
})
