import type { Adapter } from '@latchstring/core/adapters'
import { describe, expect, it } from 'vitest'
import {
  type DeletedRows,
  type DeleteExpiredOptions,
  deleteExpiredRows,
  pruneOnWrite,
} from './index.ts'

const session = (sessionToken: string) => ({ sessionToken, userId: 'ada', expires: new Date() })

/** An adapter with so many expired rows of each kind. */
function createAdapter(there: { sessions: number; verificationTokens: number }) {
  const expired = { ...there }
  const batches: string[] = []
  const take = (kind: keyof typeof expired) => (_now: Date, rows: number) => {
    batches.push(`${kind} ${rows}`)
    const gone = Math.min(rows, expired[kind])
    expired[kind] -= gone
    return Promise.resolve(gone)
  }
  const rows = { sessions: take('sessions'), verificationTokens: take('verificationTokens') }
  const adapter = {
    createSession: (value) => Promise.resolve(value),
    createVerificationToken: (value) => Promise.resolve(value),
    deleteExpired: (options: Date | DeleteExpiredOptions): Promise<DeletedRows> =>
      deleteExpiredRows(rows, options),
  } satisfies Adapter & { deleteExpired: unknown }
  return { adapter, expired, batches }
}

describe('pruneOnWrite', () => {
  it('deletes at most `rows` rows with each stored session and verification token (PERF-16)', async () => {
    const { adapter, expired } = createAdapter({ sessions: 25, verificationTokens: 25 })
    const pruning = pruneOnWrite(adapter, { rows: 20 })
    expect(await pruning.createSession(session('one'))).toMatchObject({ sessionToken: 'one' })
    expect(expired).toEqual({ sessions: 5, verificationTokens: 25 })
    const token = { identifier: 'a', token: 'b', expires: new Date() }
    expect(await pruning.createVerificationToken(token)).toEqual(token)
    expect(expired).toEqual({ sessions: 0, verificationTokens: 10 })
  })

  it('stores the record although the deletion fails, and calls onError', async () => {
    const failures: unknown[] = []
    const { adapter } = createAdapter({ sessions: 0, verificationTokens: 0 })
    const failing = { ...adapter, deleteExpired: () => Promise.reject(new Error('read-only')) }
    const pruning = pruneOnWrite(failing, { onError: (error) => failures.push(error) })
    await expect(pruning.createSession(session('one'))).resolves.toBeTruthy()
    await expect(pruneOnWrite(failing).createSession(session('two'))).resolves.toBeTruthy()
    expect(failures).toEqual([new Error('read-only')])
  })

  it('deletes nothing after a failed write, and rejects with its error', async () => {
    const { adapter, batches } = createAdapter({ sessions: 5, verificationTokens: 5 })
    const refusing = {
      ...adapter,
      createSession: (_refused: ReturnType<typeof session>) => Promise.reject(new Error('taken')),
    }
    await expect(pruneOnWrite(refusing).createSession(session('one'))).rejects.toThrow('taken')
    expect(batches).toEqual([])
  })

  it('deletes once for simultaneous writes', async () => {
    const { adapter, batches } = createAdapter({ sessions: 1000, verificationTokens: 0 })
    const pruning = pruneOnWrite(adapter)
    await Promise.all(['a', 'b', 'c'].map((token) => pruning.createSession(session(token))))
    expect(batches).toEqual(['sessions 20'])
    await pruning.createSession(session('d'))
    expect(batches).toHaveLength(2)
  })

  it('has only the methods of its adapter, and requires a limit of rows', () => {
    const { deleteExpired } = createAdapter({ sessions: 0, verificationTokens: 0 }).adapter
    expect(Object.keys(pruneOnWrite({ deleteExpired }))).toEqual(['deleteExpired'])
    for (const rows of [0, -1, 1.5, 1001, Infinity]) {
      expect(() => pruneOnWrite({ deleteExpired }, { rows })).toThrow('from 1 to 1000')
    }
  })
})

describe('deleteExpiredRows', () => {
  it('makes slow batches smaller, and none larger than 1,000 rows (PERF-16)', async () => {
    const asked: number[] = []
    const slow = async (_now: Date, rows: number) => {
      asked.push(rows)
      if (asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 80))
      return asked.length > 12 ? 0 : rows
    }
    const { sessions } = await deleteExpiredRows({ sessions: slow, verificationTokens: undefined })
    expect(sessions).toBeGreaterThan(0)
    const [first = 0, second = 0, third = 0] = asked
    expect(second).toBeLessThan(first)
    expect(third).toBeLessThanOrEqual(second)
    expect(Math.max(...asked)).toBeLessThanOrEqual(1000)
  })
})
