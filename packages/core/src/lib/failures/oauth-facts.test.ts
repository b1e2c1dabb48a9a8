import { describe, expect, it } from 'vitest'
import { AuthError, type AuthErrorCause } from '../errors/auth-error.ts'
import { OutboundError } from '../http/outbound.ts'
import { listCauses, says } from '../errors/store-failure.ts'
import { readFacts } from './oauth-facts.ts'

const failure = (cause?: AuthErrorCause | Error): AuthError => new AuthError('It failed.', cause)

describe('readFacts', () => {
  it('returns no facts for a failure without a cause', () => {
    expect(readFacts(failure())).toEqual({})
  })

  it('reads the code of an OAuth error, the status of a response and the command of a mail server', () => {
    expect(readFacts(failure({ error: 'invalid_grant', status: 400, command: 'RCPT TO' }))).toEqual(
      { error: 'invalid_grant', status: 400, command: 'RCPT TO' },
    )
  })

  it('ignores a code, a status and a command of the wrong type', () => {
    expect(readFacts(failure({ error: 5, status: '400', command: null }))).toEqual({})
  })

  it.each([{ status: 404, discovery: true }, { silent: 'https://idp.example' }])(
    'reads %j of a request of ours, whatever its message',
    (facts) => {
      expect(readFacts(failure(new OutboundError('It failed.', { facts })))).toEqual(facts)
    },
  )

  it.each(['X answered (HTTP 404).', 'https://idp.example could not be reached.'])(
    'reads nothing from the words of %j',
    (message) => {
      expect(readFacts(failure(new Error(message)))).toEqual({})
      expect(readFacts(failure(new OutboundError(message)))).toEqual({})
    },
  )

  it('takes each fact from the outermost cause that has it', () => {
    const inner = { error: 'inner', status: 500, command: 'DATA' }
    const middle = { status: 401, err: inner }
    expect(readFacts(failure({ error: 'outer', cause: middle }))).toEqual({
      error: 'outer',
      status: 401,
      command: 'DATA',
    })
  })

  it.each([0, 1, 2])('knows of a silent service by cause %i of three', (at) => {
    const [outer, middle, inner] = [0, 1, 2].map((index) =>
      index === at
        ? new OutboundError('x', { facts: { silent: 'https://x.example' } })
        : new Error(),
    )
    Object.assign(middle ?? {}, { cause: inner })
    Object.assign(outer ?? {}, { cause: middle })
    expect(readFacts(failure(outer))).toEqual({ silent: 'https://x.example' })
  })
})

describe('listCauses', () => {
  it('follows `err` before `cause`, and ends at a value that is not an object', () => {
    const [first, second] = [{ cause: 'text' }, { name: 'second' }]
    const outer = { err: new Error('first', { cause: second }), cause: first }
    expect([...listCauses(failure(outer))]).toEqual([outer, outer.err, second])
    expect([...listCauses(failure({ cause: first }))]).toHaveLength(2)
  })

  it('ends after eight causes that refer to each other', () => {
    const circle: Record<string, unknown> = {}
    circle['cause'] = circle
    expect([...listCauses(failure(circle))]).toHaveLength(8)
  })
})

describe('says', () => {
  it('is true if the message of any cause matches', () => {
    const cause = new Error('outer', { cause: new Error('the inner one') })
    expect(says(failure(cause), /inner/)).toBe(true)
    expect(says(failure(cause), /neither/)).toBe(false)
  })

  it('ignores the message of the failure itself, and of objects that are not errors', () => {
    expect(says(failure({ message: 'inner' }), /inner|It failed/)).toBe(false)
  })
})
