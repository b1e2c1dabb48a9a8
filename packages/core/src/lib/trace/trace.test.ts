import { expect, it } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Step, StepName, Trace } from '../types/trace.ts'
import { describeTrace } from './describe-trace.ts'
import { note } from './trace.ts'

let now = 0
const cookies = {
  sessionToken: { name: 'session' },
  csrfToken: { name: 'csrf' },
  state: { name: 'state' },
}
// As much of a configuration as a trace looks at.
const config = {
  steady: () => now,
  origin: { kind: 'fixed' },
  plain: { cookies },
  secure: { cookies },
} as unknown as ResolvedConfig

const describeSteps = (steps: Step[], url = 'https://app.example/auth/callback/x'): string =>
  describeTrace(
    {
      original: { method: 'GET', url, headers: new Headers() },
      config,
      origin: { href: 'https://app.example', secure: true },
      trace: { from: 0, steps },
    },
    'OAuthCallbackError',
  )

it('A trace keeps 32 steps, and a request that is not traced none', () => {
  const trace: Trace = { from: 0, steps: [] }
  for (let step = 0; step < 40; step += 1) {
    now = step
    note({ config, trace }, 'store', 'getUser 1 ms')
  }
  expect(trace.steps).toHaveLength(32)
  expect(trace.steps.at(-1)).toEqual({ t: 31, step: 'store', fact: 'getUser 1 ms' })
  expect(() => note({ config }, 'store', 'getUser 1 ms')).not.toThrow()
})

it.each<[string, string]>([
  ['store', 'getUser 3 ms; canary'],
  ['store', 'canary 3 ms'],
  ['store', 'getUser canary 3 ms'],
  ['provider', 'GET 200 canary'],
  ['provider', 'GET https://canary.example 3 ms'],
  ['transaction', 'canary'],
  ['callback', 'signIn canary'],
  ['session', 'issued\ncanary'],
  ['user', 'canary'],
  ['canary', 'canary'],
  ['constructor', 'canary'],
])('A trace shows no fact of the step %j that is not on the list: %j (LOG-01)', (step, fact) => {
  // What the types refuse.
  const line = describeSteps([{ t: 5, step: step as StepName, fact }])
  expect(line).not.toContain('canary')
  expect(line).toContain('; 5 unknown step; ')
})

it('A trace shows nothing of the address but the action (LOG-01)', () => {
  const line = describeSteps([], 'https://canary.example/auth/signin/canary?canary=canary#canary')
  expect(line).not.toContain('canary')
  expect(line).toMatch(
    /^0 request GET signin; 0 origin AUTH_URL, https; 0 site not said; 0 cookies /,
  )
})
