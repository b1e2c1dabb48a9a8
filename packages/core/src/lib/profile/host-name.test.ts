import { describe, expect, it } from 'vitest'
import MercadoLibre from '../../providers/mercado-libre.ts'
import NetSuite from '../../providers/netsuite.ts'
import Shopify from '../../providers/shopify.ts'
import { checkedHostLabel, checkedHostName } from './host-name.ts'

const userinfo = 'https://1234567.restlets.api.netsuite.com/x'

/** Whatever would lead somewhere else, or nowhere. */
const NONSENSE = [
  'https://x',
  'evil.example/',
  'evil.example#',
  'evil.example?',
  'user@evil.example',
  'evil.example:8443',
  'a..b',
  '-a.example',
  'a b.example',
  '{issuer}',
]

describe.each([
  ['netsuite', 'accountID', (accountID: string) => NetSuite({ accountID, userinfo })],
  ['shopify', 'shop', (shop: string) => Shopify({ shop })],
  ['mercado-libre', 'domain', (domain: string) => MercadoLibre({ domain })],
] as const)('%s', (id, option, make) => {
  it.each(NONSENSE)(`reports %j as a wrong \`${option}\` without throwing`, (value) => {
    const { problem } = make(value)
    expect(problem).toContain(`\`${option}\` of the provider "${id}"`)
    expect(problem).toContain(JSON.stringify(value))
  })
})

describe('An option that becomes part of a host name', () => {
  it('is accepted where it is a valid label', () => {
    expect(Shopify({ shop: 'Shop.example.com' }).problem).toBeUndefined()
    expect(Shopify({ shop: 'Shop.example.com' }).wellKnown).toBe(
      'https://shop.example.com/.well-known/openid-configuration',
    )
    expect(NetSuite({ accountID: 'TSTDRV1234567', userinfo }).authorization).toMatchObject({
      url: 'https://tstdrv1234567.app.netsuite.com/app/login/oauth2/authorize.nl',
    })
    expect(MercadoLibre({ domain: 'mercadolivre.com.br' }).authorization).toMatchObject({
      url: 'https://auth.mercadolivre.com.br/authorization',
    })
  })
})

describe.each([
  ['A host name', checkedHostName],
  ['A label of a host name', checkedHostLabel],
])('%s', (_what, check) => {
  const option = { provider: 'acme', option: 'shop', example: 'a.example' }

  it.each([undefined, null, ''])('has neither host nor problem when it is %j', (value) => {
    expect(check({ ...option, value })).toEqual({})
  })

  it.each([7, ['a'], {}, true])('has a problem when it is %j', (value) => {
    const { host, problem } = check({ ...option, value })
    expect(host).toBeUndefined()
    expect(problem).toBe(
      `The option \`shop\` of the provider "acme" is ${JSON.stringify(value)}, which cannot be part of a host name. Write it as in \`{ shop: 'a.example' }\`, without scheme, path and port.`,
    )
  })
})
