import { expect, it } from 'vitest'
import { checkNames, checkRepeated } from './reserved-parameters.ts'

const message = (work: () => void): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

it.each([
  'client_assertion_type',
  'request_uri',
  'code_challenge_method',
  'client_id[0]',
  'Client.Id',
  'client\nid',
  'client_id[\n]',
  ' state ',
  'ＳＴＡＴＥ',
  // Characters that are not seen.
  'st\u200bate',
  '\u00adnonce\0',
  // Letters that are an `i` to some.
  'clıent_id',
  'CLİENT_ID',
])('the parameter %j is reserved for the protocol (OAU-06)', (name) => {
  expect(message(() => checkNames(['prompt', name]))).toBe(
    `These authorization parameters cannot be set where a sign-in is started: ${name}. They are made by the library, or belong in the configuration of the provider.`,
  )
})

it('the reserved parameters are exactly those of the protocol (OAU-06)', () => {
  expect(message(() => checkNames(['state', 'prompt', 'nonce']))).toContain(': state, nonce. ')
})

it.each(['stateful', 'my_state', 'x-nonce', 'pre_request', 'nonces', 'a[state]', 'login_hint'])(
  'the parameter %j may be set by the caller (OAU-06)',
  (name) => {
    expect(message(() => checkNames([name]))).toBeUndefined()
  },
)

it('each repeated parameter is named (OAU-06)', () => {
  expect(message(() => checkRepeated(new Set()))).toBeUndefined()
  expect(message(() => checkRepeated(new Set(['prompt', 'max_age'])))).toBe(
    'These parameters are given more than once: prompt, max_age.',
  )
})
