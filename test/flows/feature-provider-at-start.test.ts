import type { Adapter } from '@latchstring/core/adapters'
import type { AnyFeature, FeatureProvider } from '@latchstring/core/features'
import { BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { openGateStore } from './src/gate-world.ts'
import { createLetterBox } from './src/letters.ts'
import { passFeature } from './src/pass-feature.ts'
import { untyped } from './src/untyped.ts'

let adapter: Adapter

beforeEach(async () => {
  ;({ adapter } = await openGateStore())
})

/** What the configuration is refused with; `undefined` where it is not. */
async function refusalOf(
  features: readonly AnyFeature[],
  config: object = {},
  made: 'once' | 'each time' = 'once',
): Promise<string | undefined> {
  const whole = { providers: [createLetterBox().provider], adapter, ...config }
  const isFunction = made === 'each time'
  const app = createApp(
    isFunction ? whole : { ...whole, features },
    { env: ENV, ...(isFunction && { features }) },
    made,
  )
  await app.openBrowser().open(`${BASE}/session`)
  return app.errors[0]?.message
}

const withProvider = (part: object): AnyFeature =>
  passFeature({ provider: untyped<Partial<FeatureProvider>>(part) })

describe.each(['once', 'each time'] as const)('The form of a feature, made %s,', (made) => {
  test('is accepted', async () => {
    expect(await refusalOf([passFeature()], {}, made)).toBeUndefined()
  })

  test('needs a store with users', async () => {
    const lacking = { adapter: { ...adapter, getUser: undefined }, session: { strategy: 'jwt' } }
    const { proofs: _, mails: _none, actions: _all, ...feature } = passFeature()
    const alone = {
      ...feature,
      ...(feature.provider && { provider: { ...feature.provider, links: [] } }),
    }
    const refused = await refusalOf([alone], { ...lacking, providers: [passwords()] }, made)
    expect(refused).toContain('Set an `adapter` that has `getUser`')
  })

  test('has an id that no other provider has', async () => {
    const other = passwords({ id: 'pass' })
    const refused = await refusalOf([passFeature()], { providers: [other] }, made)
    expect(refused).toContain('has a provider with the id "pass", which another one has')
    const twice = [passFeature(), { ...passFeature(), name: 'other' }]
    expect(await refusalOf(twice, {}, made)).toContain('with the id "pass"')
  })
})

describe('A feature cannot be used whose form', () => {
  test.each([
    ['has a part of no kind that there is', { secret: 1 }, '`secret` is no part of it'],
    ['has an id that is none', { id: 'a/b' }, 'its `id` may have letters'],
    ['has a name without a sentence', { name: 'none' }, 'its name "none" is not among the texts'],
    ['has a refusal without a sentence', { refusal: 'none' }, 'its refusal "none"'],
    ['cannot be loaded', { load: 'x' }, 'it has no `load`'],
    ['asks for nothing', { inputs: {} }, 'an input that is no password'],
    [
      'asks for a password alone',
      { inputs: { pass: { label: 'pass', type: 'password' } } },
      'an input that is no password',
    ],
    [
      'names the account by what reads as a secret',
      { inputs: { code: { label: 'pass' } } },
      'has a name as secrets have',
    ],
    [
      'takes what belongs to the library',
      { inputs: { email: { label: 'email' }, csrfToken: { label: 'pass' } } },
      '"csrfToken" cannot be the name of an input',
    ],
    [
      'has an input of no type that there is',
      { inputs: { email: { label: 'email', type: 'file' } } },
      'has to be a text, an email or a password',
    ],
    [
      'has an input without a label',
      { inputs: { email: { label: 'none' } } },
      'has no label: "none"',
    ],
    [
      'has an input without end',
      { inputs: { email: { label: 'email', max: 10_001 } } },
      'has to be a whole number from 1 to 10000',
    ],
    ['has links that are no list', { links: {} }, '`links` is no list'],
    [
      'has a link to a change',
      { links: [{ page: 'ask', label: 'forgot' }] },
      'leads to no page of the feature that needs no session',
    ],
    [
      'has a link without a label',
      { links: [{ page: 'forgot', label: 'none' }] },
      'has no label: "none"',
    ],
  ])('%s', async (_, part, fault) => {
    expect(await refusalOf([withProvider(part)])).toContain(fault)
  })
})
