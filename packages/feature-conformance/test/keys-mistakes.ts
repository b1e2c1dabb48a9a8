import { type AnyFeature, keyOf } from '@latchstring/core/features'
import {
  keys,
  keysFeature,
  type KeysFeature,
  PREFIX,
} from '../../../test/flows/src/keys-feature.ts'
import type { TestFeatureOptions } from '../src/index.ts'
import { type Mistake, suite, type SuiteOptions } from './mistakes.ts'

type Read = NonNullable<Parameters<typeof keysFeature>[0]>
type System = NonNullable<KeysFeature['system']>

/** Options for the keys, also faulty ones. */
export const keysOptions = (
  feature: () => KeysFeature = keysFeature,
  create?: (key: string) => string,
): SuiteOptions => {
  const options: Omit<
    TestFeatureOptions<object, { create(userId: string, scope: string): Promise<string> }>,
    'runner'
  > = {
    feature,
    prepare: ({ system }, { id }) => system.create(id, 'read'),
    async credential({ system }, { id }) {
      const key = await system.create(id, 'read')
      return create?.(key) ?? key
    },
  }
  // The operations are not looked at.
  return options as unknown as SuiteOptions
}

function withoutCredential(): SuiteOptions {
  const { credential: _, ...options } = keysOptions()
  return options
}

const withRead = (read: Read): SuiteOptions => keysOptions(() => keysFeature(read))

/** The keys whose system keeps something else of a key. */
const withSystem = (system: Partial<System>, read?: Read): SuiteOptions =>
  keysOptions(() => {
    const sound = keysFeature(read)
    // Both have the operations of the sound feature.
    const all = { ...sound.system, ...system } as System
    return { ...sound, system: all }
  })

type Run = Awaited<ReturnType<NonNullable<AnyFeature['wellKnown']>[string]['load']>>['run']

const withDocument = (run: Run): SuiteOptions =>
  keysOptions(() => ({
    ...keysFeature(),
    wellKnown: { 'acme-keys.json': { load: async () => ({ run }) } },
  }))

async function find({ records }: Parameters<Read>[0], credential: string) {
  const row = await records.get(keys, { hash: await keyOf(credential) })
  return row && { userId: row.userId, kind: 'key' as const, data: { scopes: [row.scope] } }
}

/** The user of the last credential, which is kept from one request to the next. */
function remembering(): Read {
  let last: Awaited<ReturnType<Read>> = null
  return async (context, credential) => (last ??= await find(context, credential))
}

const READERS: readonly Mistake[] = [
  suite(
    'a reader that remembers the last user',
    keysOptions(() => keysFeature(remembering())),
    'a valid credential is that of its user',
    /A valid credential is of the user/,
  ),
  suite(
    'a credential that does not begin with the prefix',
    keysOptions(keysFeature, (key) => key.slice(PREFIX.length)),
    'a valid credential is that of its user',
    /without the prefix/,
  ),
  suite(
    'a reader that looks at the beginning alone',
    withSystem(
      {
        async create({ records, random }, userId, scope) {
          const key = PREFIX + random()
          await records.insert(keys, { hash: await keyOf(key.slice(0, 40)), userId, scope })
          return key
        },
      },
      (context, credential) => find(context, credential.slice(0, 40)),
    ),
    'a credential that was changed is refused',
    /A credential that was changed is of the user/,
  ),
  suite(
    'a credential that is kept as it is',
    withSystem(
      {
        async create({ records, random }, userId, scope) {
          const key = PREFIX + random()
          await records.insert(keys, { hash: key, userId, scope })
          return key
        },
      },
      async ({ records }, credential) => {
        const row = await records.get(keys, { hash: credential })
        return row && { userId: row.userId, kind: 'key', data: { scopes: [row.scope] } }
      },
    ),
    'no credential is in rows',
    /A row of the feature has a credential/,
  ),
  suite(
    'a reader that logs the end of a credential',
    withRead((context, credential) => {
      context.log('debug', `asked about ${credential.slice(-12)}`)
      return find(context, credential)
    }),
    'no credential is in rows',
    /The log has a credential/,
  ),
  suite(
    'a reader that hands the credential on',
    withRead(async (context, credential) => {
      const found = await find(context, credential)
      return found && { ...found, data: { scopes: [credential] } }
    }),
    'no credential is in rows',
    /What the application is given has a credential/,
  ),
  suite(
    'a reader that knows no credential where the store fails',
    withRead((context, credential) => find(context, credential).catch(() => null)),
    'a credential fails where the store does',
    /a valid credential is refused/,
  ),
  suite(
    'a suite without a credential',
    withoutCredential(),
    'a valid credential is that of its user',
    /Give the option `credential`/,
  ),
]

const DOCUMENTS: readonly Mistake[] = [
  suite(
    'a document that counts',
    (() => {
      let count = 0
      return withDocument(() => ({ json: { count: (count += 1) } }))
    })(),
    'acme-keys.json is the same for everyone',
    /is not the same for everyone/,
  ),
  suite(
    'a document with the time',
    withDocument(({ now }) => ({ json: { now: now() } })),
    'acme-keys.json is the same for everyone',
    /is not the same for everyone/,
  ),
  suite(
    'a document that is empty where the store fails',
    withDocument(async ({ records }) => {
      const none = { rows: [{ hash: 'none' }] }
      const { rows } = await records.find(keys, 'userId', 'x').catch(() => none)
      return { json: { count: rows.length } }
    }),
    'acme-keys.json says that it failed',
    /with something else where find fails/,
  ),
  {
    ...suite(
      'a document that writes',
      withDocument(async ({ records }) => {
        // @ts-expect-error -- a document has no verb that writes
        await records.insert(keys, { hash: 'x', userId: 'x', scope: 'x' })
        return { json: {} }
      }),
      'acme-keys.json is the same for everyone',
      /insert is not a function/,
    ),
    by: 'run',
  },
]

/** Faulty variants of the keys. */
export const KEYS: readonly Mistake[] = [...READERS, ...DOCUMENTS]
