import assert from 'node:assert/strict'
import type { AdapterCapabilities } from '@latchstring/core/adapters'
import {
  BASE,
  BY_CAPABILITY,
  type ConformanceCapabilities,
  type Method,
  type Topic,
} from '../capabilities.ts'
import type { Case, Group } from '../options.ts'
import { createLinkedUser, sampleUser } from '../samples.ts'

const DECLARED: readonly (keyof AdapterCapabilities)[] = [
  'atomicConsume',
  'transactions',
  'uniqueConstraints',
  'uniqueTokens',
  'tokenReads',
  'compareAndSet',
  'ttl',
  'revocation',
  'accountUpdates',
  'authenticatorUse',
  'authenticatorDeletion',
  'records',
  'revocationFeed',
  'counters',
]

const hasMethods = (methods: readonly Method[]): Case['run'] =>
  async function run({ adapter }) {
    const missing = methods.filter((method) => typeof adapter[method] !== 'function')
    assert.deepEqual(missing, [], 'methods are missing')
    await Promise.resolve()
  }

const lacksMethods = (capability: string, methods: readonly Method[]): Case['run'] =>
  async function run({ adapter }) {
    const present = methods.filter((method) => adapter[method] !== undefined)
    assert.deepEqual(present, [], `declare ${capability}, or remove the methods`)
    await Promise.resolve()
  }

const declares: Case = {
  name: 'adapter.capabilities equals the capabilities in the options of the suite',
  async run({ adapter, capabilities }) {
    for (const capability of DECLARED) {
      assert.equal(
        Boolean(adapter.capabilities?.[capability]),
        Boolean(capabilities[capability]),
        capability,
      )
    }
    await Promise.resolve()
  },
}

const declaresKnown: Case = {
  name: 'adapter.capabilities has only known capabilities, as true or false',
  async run({ adapter }) {
    const known: ReadonlySet<string> = new Set(DECLARED)
    const declared = Object.entries(adapter.capabilities ?? {})
    const unknown = declared.filter(([name]) => !known.has(name)).map(([name]) => name)
    assert.deepEqual(unknown, [], 'adapter.capabilities has unknown members')
    const odd = declared.filter(([, value]) => value !== undefined && typeof value !== 'boolean')
    assert.deepEqual(odd, [], 'the value of a capability is neither true nor false')
    await Promise.resolve()
  },
}

const notUnique: Case = {
  name: 'without uniqueConstraints, a second user or account with the same key is stored',
  async run({ adapter }) {
    const { user, account } = await createLinkedUser(adapter)
    const attempts = await Promise.allSettled([
      (async () => adapter.createUser(sampleUser({ email: user.email })))(),
      (async () => adapter.linkAccount(account))(),
    ])
    assert.ok(
      attempts.some(({ status }) => status === 'fulfilled'),
      'the store refuses duplicates: declare uniqueConstraints',
    )
  },
}

const declarations = (topic: Topic, ...cases: readonly Case[]): Group => ({
  name: 'declarations',
  topic,
  cases,
})

/** Tests that the adapter has the declared capabilities, and no others. */
export function declarationGroups(capabilities: ConformanceCapabilities): readonly Group[] {
  const groups = [
    declarations('base', declares, declaresKnown, {
      name: 'the adapter has every required method',
      run: hasMethods(BASE),
    }),
    ...BY_CAPABILITY.map(([capability, methods]) =>
      declarations(
        capability,
        capabilities[capability] === true
          ? { name: `has the methods of ${capability}`, run: hasMethods(methods) }
          : { name: `does not have ${capability}`, run: lacksMethods(capability, methods) },
      ),
    ),
  ]
  return capabilities.uniqueConstraints === true
    ? groups
    : [...groups, declarations('uniqueConstraints', notUnique)]
}
