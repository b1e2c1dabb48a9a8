import { expect, it } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { endsFromOutside, isFormPost } from './backchannel-logout.ts'

it.each([
  ['application/x-www-form-urlencoded', true],
  ['Application/X-WWW-Form-URLencoded ; charset=utf-8', true],
  ['application/json', false],
  ['text/plain; application/x-www-form-urlencoded', false],
  [undefined, false],
])('a request with the content type %j is a form: %s', (type, isForm) => {
  const headers = new Headers(type === undefined ? {} : { 'content-type': type })
  expect(isFormPost({ headers })).toBe(isForm)
})

it.each([
  ['jwt', { window: 1 }, undefined, true],
  ['jwt', undefined, true, false],
  ['database', undefined, true, true],
  ['database', undefined, undefined, false],
  ['database', { window: 1 }, false, false],
])(
  'a provider can end sessions of the strategy %s, with revocation %j and devices %j: %s (LGO-04)',
  (strategy, revocation, devices, can) => {
    // The members that the function reads.
    const config = { session: { strategy, devices }, revocation } as unknown as ResolvedConfig
    expect(endsFromOutside(config)).toBe(can)
  },
)
