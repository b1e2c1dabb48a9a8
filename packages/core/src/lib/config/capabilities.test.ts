import { describe, expect, it } from 'vitest'
import type { Adapter, AdapterCapabilities } from '../types/adapter.ts'
import { checkCapabilities } from './capabilities.ts'

const adapter = (capabilities: AdapterCapabilities): Adapter => ({ capabilities })

describe('an option that needs a capability', () => {
  it.each([
    [{ adapterRequires: ['transactions'] as const }, 'adapterRequires', 'transactions'],
    [{ session: { endAllOnSignOut: true } }, 'session.endAllOnSignOut', 'revocation'],
    [{ account: { updateOnSignIn: true } }, 'account.updateOnSignIn', 'accountUpdates'],
  ] as const)('%j is refused without it, with the ways out', (input, option, capability) => {
    const attempt = (given?: AdapterCapabilities) => () => {
      checkCapabilities({ ...input, ...(given ? { adapter: adapter(given) } : {}) }, 'database')
    }
    const message = new RegExp(
      `\`${option}\`.*"${capability}".*adapter-sql.*or leave the option out`,
    )
    expect(attempt({ atomicConsume: true })).toThrow(message)
    expect(attempt({ [capability]: false })).toThrow(/the adapter does not declare/)
    expect(attempt()).toThrow(/there is no adapter/)
    expect(attempt({ [capability]: true })).not.toThrow()
  })

  it('that is not there at all is named, with those there are', () => {
    // What a configuration without types may have.
    const adapterRequires = ['time travel'] as unknown as readonly ['ttl']
    expect(() => {
      checkCapabilities({ adapterRequires, adapter: adapter({}) }, 'jwt')
    }).toThrow(/unknown capability "time travel".*atomicConsume, .*ttl/)
  })

  it('cannot end sessions that are no records', () => {
    const input = { session: { endAllOnSignOut: true }, adapter: adapter({ revocation: true }) }
    expect(() => {
      checkCapabilities(input, 'jwt')
    }).toThrow(/session\.strategy.*database/)
  })

  it('asks for nothing when it is off', () => {
    const off = { session: { endAllOnSignOut: false }, account: { updateOnSignIn: false } }
    expect(() => {
      checkCapabilities(off, 'jwt')
    }).not.toThrow()
  })
})
