import { describe, expect, it } from 'vitest'
import type { Context } from '../../request/context.ts'
import type { GetUserInfo, WebAuthnConfig } from '../../types/webauthn.ts'
import { type LookupFields, parseLookupFields } from './lookup-fields.ts'

type Options = Partial<Pick<WebAuthnConfig, 'formFields' | 'getUserInfo'>>

function lookUp(query: Readonly<Record<string, string>>, options: Options = {}): LookupFields {
  // What is used of it.
  const context = { request: { query: new Map(Object.entries(query)) } } as unknown as Context
  return parseLookupFields(context, {
    id: 'passkey',
    name: 'Passkey',
    type: 'webauthn',
    ...options,
  })
}

const EMPTY: LookupFields = { fields: {}, chosen: [] }

describe('The look-up of passkeys by address', () => {
  it.each(['ada@example.com', ' ADA@Example.com '])('accepts %j (ENU-02)', (email) => {
    expect(lookUp({ email, username: 'grace', plant: 'x' })).toEqual({
      fields: { email: 'ada@example.com' },
      chosen: [['email', 'ada@example.com']],
    })
  })

  it('uses the address also with other inputs (ENU-02)', () => {
    const formFields = { username: {}, email: { type: 'hidden', value: 'ada@example.com' } }
    expect(lookUp({ username: 'ada' }, { formFields })).toEqual(EMPTY)
    expect(lookUp({ email: 'ada@example.com' }, { formFields }).chosen).toHaveLength(1)
  })

  it.each([{}, { email: '' }, { email: '  ' }, { mail: 'ada@example.com' }])(
    'finds no address in %j (ENU-02)',
    (query) => {
      expect(lookUp(query)).toEqual(EMPTY)
    },
  )

  it.each(['ada', 'ada@@example.com', 'ada@example.com, grace@example.com'])(
    'refuses %j',
    (email) => {
      expect(() => lookUp({ email })).toThrow(
        expect.objectContaining({ type: 'InvalidRequest', message: '`email` is not an address.' }),
      )
    },
  )
})

describe('The look-up of passkeys by fields of the application', () => {
  const getUserInfo: GetUserInfo = () => null
  const formFields = {
    username: { type: 'text' },
    plant: { type: 'hidden', value: 'North' },
    floor: { type: 'HIDDEN', value: 2 },
    wing: { type: 'text', value: 'East' },
    none: { type: 'hidden' },
    padded: { type: 'hidden', value: ' South ' },
  }

  it.each<[Readonly<Record<string, string>>, LookupFields]>([
    [{}, EMPTY],
    [{ other: 'x', email: 'x' }, EMPTY],
    [{ username: ' \t' }, EMPTY],
    [{ username: ' Ａda ' }, { fields: { username: 'ada' }, chosen: [['username', 'ada']] }],
    [
      { username: 'ada', plant: 'North', floor: '2' },
      { fields: { username: 'ada', plant: 'north', floor: '2' }, chosen: [['username', 'ada']] },
    ],
    [{ plant: 'South' }, { fields: { plant: 'south' }, chosen: [['plant', 'south']] }],
    [{ wing: 'East' }, { fields: { wing: 'east' }, chosen: [['wing', 'east']] }],
    [{ padded: 'south' }, { fields: { padded: 'south' }, chosen: [] }],
    [
      { username: '´ada' },
      { fields: { username: '\u0301ada' }, chosen: [['username', '\u0301ada']] },
    ],
    [{ none: 'undefined' }, { fields: { none: 'undefined' }, chosen: [['none', 'undefined']] }],
  ])('reads %j as %j (ENU-02)', (query, expected) => {
    expect(lookUp(query, { formFields, getUserInfo })).toEqual(expected)
  })

  it('uses the address where there are no other fields (ENU-02)', () => {
    expect(lookUp({ email: ' ADA ', username: 'x' }, { getUserInfo })).toEqual({
      fields: { email: 'ada' },
      chosen: [['email', 'ada']],
    })
  })
})
