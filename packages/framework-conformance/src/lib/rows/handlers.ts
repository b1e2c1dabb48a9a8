import assert from 'node:assert/strict'
import { readCount } from '../steps.ts'
import type { Reply, Server } from '../types.ts'

/** Whether a response has the content of a protected page. */
export const hasContent = ({ body }: Reply): boolean => /(?:members|rules)-content/.test(body)

/** Asserts that no handler of the application runs meanwhile. */
export async function withoutHandler(server: Server, work: () => Promise<void>): Promise<void> {
  const before = await readCount(server)
  await work()
  const after = await readCount(server)
  assert.equal(after['handler'], before['handler'], 'the handler ran')
}
