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
      errorOnce: () => undefined,
      warn: () => undefined,
      info: () => undefined,
      debug: () => undefined,
      step: () => undefined,
      debugging: false,
    },
    error,
  }
}

it('emit does nothing for an event without a handler', async () => {
  const { log, error } = openLog()
  await emit({ events: {}, log }, 'createUser', message)
  expect(error).not.toHaveBeenCalled()
})

it('emit logs an event handler that throws, with its name and error (LOG-05)', async () => {
  const { log, error } = openLog()
  const err = new Error('no mail today')
  const createUser = vi.fn<() => Promise<void>>(() => Promise.reject(err))
  await emit({ events: { createUser }, log }, 'createUser', message)
  expect(createUser).toHaveBeenCalledExactlyOnceWith(message)
  const [thrown] = error.mock.calls[0] ?? []
  expect(thrown).toBeInstanceOf(EventError)
  expect(thrown).toMatchObject({ message: 'The createUser event handler threw.', cause: { err } })
})
