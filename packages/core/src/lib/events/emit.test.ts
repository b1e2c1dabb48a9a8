import { expect, it, type Mock, vi } from 'vitest'
import { EventError } from '../errors/classes.ts'
import type { Log } from '../logger/logger.ts'
import { emit } from './emit.ts'

const message = { user: { id: '1' } }

function openLog(): { readonly log: Log; readonly error: Mock<Log['error']> } {
  const error = vi.fn<Log['error']>()
  return {
    log: {
      error,
      warn: () => undefined,
      info: () => undefined,
      debug: () => undefined,
      step: () => undefined,
      debugging: false,
    },
    error,
  }
}

it('an event without a handler is not a failure', async () => {
  const { log, error } = openLog()
  await emit({ events: {}, log }, 'createUser', message)
  expect(error).not.toHaveBeenCalled()
})

it('an event handler that throws is named in the log with its error (LOG-05)', async () => {
  const { log, error } = openLog()
  const err = new Error('no mail today')
  const createUser = vi.fn<() => Promise<void>>(() => Promise.reject(err))
  await emit({ events: { createUser }, log }, 'createUser', message)
  expect(createUser).toHaveBeenCalledExactlyOnceWith(message)
  const [thrown] = error.mock.calls[0] ?? []
  expect(thrown).toBeInstanceOf(EventError)
  expect(thrown).toMatchObject({ message: 'The createUser event handler threw.', cause: { err } })
})
