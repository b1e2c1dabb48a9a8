import { describe, expect, it } from 'vitest'
import { sessionsForEachTest } from '../../../test/session-context.ts'
import { ADA } from '../../../test/sign-out-request.ts'
import { endSessions } from './endings/endings.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import { whyEnded } from './why-ended.ts'

const { contextWith } = sessionsForEachTest({ strategy: 'jwt', revocation: true })

/** The cookie of a session that was just made. */
async function enter(): Promise<string> {
  const identity = { user: ADA, account: null, isNewUser: false }
  const { jar } = await jwtStrategy.issue(contextWith(''), identity)
  return jar.toHeaders().join('; ').split(';')[0] ?? ''
}

describe('whyEnded', () => {
  it('has no reason for a valid session, which counts as read', async () => {
    const context = contextWith(await enter())
    expect(await whyEnded(context)).toEqual({ ended: undefined, jar: context.jar, unread: false })
  })

  it('has the reason of an ended session, which counts as read', async () => {
    const cookie = await enter()
    await endSessions(contextWith('').config, { kind: 'user', id: ADA.id }, 'password-changed')
    const { ended, jar, unread } = await whyEnded(contextWith(cookie))
    expect([ended, unread]).toEqual(['password-changed', false])
    expect(jar.toHeaders().join()).toMatch(/session-token=; Max-Age=0/)
  })

  it('has no reason without a session, and nothing counts as unread', async () => {
    expect(await whyEnded(contextWith(''))).toMatchObject({ ended: undefined, unread: false })
  })

  it('has no reason where sessions cannot be ended, and nothing counts as unread', async () => {
    const context = contextWith('__Host-latchstring.ended=admin', { session: { strategy: 'jwt' } })
    expect(await whyEnded(context)).toEqual({ ended: undefined, jar: context.jar, unread: false })
  })
})
