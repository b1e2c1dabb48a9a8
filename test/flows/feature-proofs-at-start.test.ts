import type { Adapter } from '@latchstring/core/adapters'
import type { AnyFeature } from '@latchstring/core/features'
import { BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { withoutRecords } from '@latchstring/test-kit/faulty-adapter'
import { passwords } from '@latchstring/test-kit/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { openGateStore } from './src/gate-world.ts'
import { createLetterBox } from './src/letters.ts'
import { untyped } from './src/untyped.ts'
import { welcomeFeature } from './src/welcome-feature.ts'

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

const lacking = (method: keyof Adapter): Adapter => ({ ...adapter, [method]: undefined })

describe('A feature with mails', () => {
  test.each(['once', 'each time'] as const)('is accepted, made %s', async (made) => {
    expect(await refusalOf([welcomeFeature()], {}, made)).toBeUndefined()
  })

  test.each(['once', 'each time'] as const)('needs a provider of mails, made %s', async (made) => {
    const refused = await refusalOf([welcomeFeature()], { providers: [passwords()] }, made)
    expect(refused).toContain('"welcome" sends mails, and no provider does. Add one')
  })

  test.each(['once', 'each time'] as const)('needs the table of proofs, made %s', async (made) => {
    const records = adapter.records && {
      ...adapter.records,
      keeps: ({ name }: { readonly name: string }) => name !== 'auth_mail_proofs',
    }
    const refused = await refusalOf([welcomeFeature()], { adapter: { ...adapter, records } }, made)
    expect(refused).toMatch(/"auth_mail_proofs". Set `records: true` .*--records all/)
  })

  test('needs a store with tables that are data', async () => {
    const { tables: _, ...feature } = welcomeFeature()
    const refused = await refusalOf([feature], { adapter: withoutRecords(adapter) })
    expect(refused).toContain('"auth_mail_proofs". Set `records: true`')
  })

  test('needs a store with users', async () => {
    const config = { adapter: lacking('getUser'), session: { strategy: 'jwt' } }
    expect(await refusalOf([welcomeFeature()], config)).toContain('needs getUser; the adapter')
  })
})

describe('A feature cannot be used', () => {
  const { actions = {}, proofs = {}, texts = {}, ...rest }: AnyFeature = welcomeFeature()
  const { register } = proofs
  const { join, enter } = actions
  const made = (more: object): AnyFeature => untyped({ ...rest, actions, proofs, texts, ...more })
  const withProof = (proof: object): AnyFeature =>
    made({ proofs: { ...proofs, register: { ...register, ...proof } } })
  const withAction = (word: string, action: object): AnyFeature =>
    made({ actions: { ...actions, [word]: action } })

  test.each<readonly [string, AnyFeature, string]>([
    ['a proof that leads to no page', withProof({ page: 'enter' }), 'its proof "register" needs'],
    ['a page without a proof', withProof({ page: 'start' }), 'its proof "register" needs a `page`'],
    ['the page of another proof', withProof({ page: 'again' }), 'its proof "register" needs'],
    ['no minutes', withProof({ minutes: 0 }), 'from 1 to 1440'],
    ['more minutes than a day', withProof({ minutes: 1441 }), 'from 1 to 1440'],
    ['minutes that are a text', withProof({ minutes: '10' }), 'from 1 to 1440'],
    ['a mail without texts', withProof({ texts: undefined }), '"undefined" is not among'],
    [
      'a mail whose sentence is missing',
      withProof({ texts: { subject: 'other', button: 'weak' } }),
      '"other" is not among its texts',
    ],
    [
      'a notice that leads to no page',
      made({ mails: { known: { page: 'ask', texts: register?.texts } } }),
      'its mail "known" leads to no page',
    ],
    [
      'a proof with a name that cannot be in a key',
      made({ proofs: { ...proofs, 'Re Set': register } }),
      '"Re Set" cannot be the name of a proof',
    ],
    [
      'an action with a proof that is none',
      withAction('enter', { ...enter, proof: 'other' }),
      'its action "enter" has the session "proof", and its `proof` is none',
    ],
    [
      'an action that names no proof',
      withAction('enter', { ...enter, proof: undefined }),
      'its action "enter" has the session "proof", and its `proof` is none',
    ],
    [
      'a proof without its session',
      withAction('join', { ...join, session: 'none' }),
      'its proof "register" needs a `page`',
    ],
    [
      'an action with a proof and another session',
      withAction('enter', { ...enter, session: 'none' }),
      'its action "enter" has a `proof` without the session "proof"',
    ],
    [
      'an input that is called as the field for the code',
      withAction('enter', { ...enter, inputs: { code: { kind: 'text' } } }),
      '"code" cannot be the name of an input',
    ],
    [
      'a program that takes proofs',
      withAction('enter', { ...enter, kind: 'machine' }),
      'its action "enter" cannot have the session "proof"',
    ],
  ])('with %s', async (_, feature, message) => {
    expect(await refusalOf([feature])).toContain(message)
  })
})
