import type { Feature, HasContext, VerifiedForm, VerifyContext } from '@latchstring/core/features'
import type { TestFeatureOptions } from '../src/index.ts'
import { type Mistake, suite, type SuiteOptions } from './mistakes.ts'

/** The key of each user, as it is typed: what stands for a hash. */
const lockKeys = {
  name: 'auth_lock_keys',
  fields: { userId: { kind: 'id' }, key: { kind: 'text', max: 100 } },
  key: ['userId'],
  owner: 'userId',
} as const

interface LockSystem {
  set(userId: string, key: string): Promise<void>
}

type Verify = (context: VerifyContext) => Promise<VerifiedForm>

async function verifyKey({ inputs, users, records }: VerifyContext): Promise<VerifiedForm> {
  const user = await users.findByEmail(String(inputs['email']))
  const row = user && (await records.get(lockKeys, { userId: user.id }))
  return row && row.key === inputs['key'] ? { userId: row.userId } : null
}

type Has = (context: HasContext, userId: string) => Promise<boolean>

const hasKey: Has = async ({ records }, userId) =>
  (await records.get(lockKeys, { userId })) !== null

/** A feature with a form on the sign-in page. */
const lockFeature = (verify: Verify, has: Has): Feature<object, LockSystem> => ({
  name: 'lock',
  tables: [lockKeys],
  texts: { name: 'Key', email: 'Email', key: 'Key word', wrong: 'That key is wrong.' },
  provider: {
    id: 'lock',
    name: 'name',
    inputs: {
      email: { label: 'email', type: 'email' },
      key: { label: 'key', type: 'password', max: 100 },
    },
    refusal: 'wrong',
    load: async () => ({ verify, has }),
  },
  system: {
    async set({ records }, userId, key) {
      await records.insert(lockKeys, { userId, key })
    },
  },
})

/** Options for the feature, or for one that verifies in another way. */
export const lockOptions = (
  verify: Verify = verifyKey,
  has: Has = hasKey,
): Omit<TestFeatureOptions<object, LockSystem>, 'runner'> => ({
  feature: () => lockFeature(verify, has),
  prepare: ({ system, canary }, { id }) => system.set(id, `key-of-${canary}`),
  form: ({ canary }, { email }) => ({ email: String(email), key: `key-of-${canary}` }),
})

const withVerify = (verify: Verify, has?: Has): SuiteOptions =>
  // The operations are not looked at.
  lockOptions(verify, has) as unknown as SuiteOptions

/** Faulty variants of the form. */
export const LOCK: readonly Mistake[] = [
  suite(
    'a form that passes for the beginning of a key',
    withVerify(async ({ inputs, users, records }) => {
      const user = await users.findByEmail(String(inputs['email']))
      const row = user && (await records.get(lockKeys, { userId: user.id }))
      return row?.key.startsWith(String(inputs['key'])) ? { userId: row.userId } : null
    }),
    'no wrong form signs in',
    /A form with another "key" signs in/,
  ),
  suite(
    'a form that passes for the key of any user',
    withVerify(async ({ inputs, users }) => {
      const user = await users.findByEmail(String(inputs['email']))
      return user && /^key-of-canary-[0-9a-f]{16}$/.test(String(inputs['key']))
        ? { userId: user.id }
        : null
    }),
    'with what another user has',
    /A form with the "(?:email|key)" of another user signs in/,
  ),
  suite(
    'a form that passes where the store fails',
    withVerify(async ({ inputs, users, records }) => {
      const user = await users.findByEmail(String(inputs['email'])).catch(() => null)
      if (!user) return null
      const row = await records.get(lockKeys, { userId: user.id }).catch(() => undefined)
      return row === undefined || row?.key === inputs['key'] ? { userId: user.id } : null
    }),
    'no form signs in where the store goes wrong',
    /signs in where the store fails/,
  ),
  suite(
    'a form that fails for an unknown user',
    withVerify(async (context) => {
      const user = await context.users.findByEmail(String(context.inputs['email']))
      if (!user) throw new Error('There is no such user.')
      return verifyKey(context)
    }),
    'does not say who there is',
    /A wrong form makes the form fail/,
  ),
  suite(
    'a form that asks an unknown user to wait',
    withVerify(async (context) => {
      const user = await context.users.findByEmail(String(context.inputs['email']))
      return user ? verifyKey(context) : { busy: 1 }
    }),
    'does not say who there is',
    /is answered 503/,
  ),
  suite(
    'a form that never passes',
    withVerify(async () => null),
    'the right form signs in its user',
    /The right form does not sign in/,
  ),
  suite(
    'a form of another user',
    withVerify(async (context) => {
      const verified = await verifyKey(context)
      return verified && 'userId' in verified ? { userId: `${verified.userId}x` } : verified
    }),
    'the right form signs in its user',
    /The right form does not sign in/,
  ),
  suite(
    'a form that does not know its users',
    withVerify(verifyKey, async () => false),
    'counts as a way in',
    /The form of a user does not count/,
  ),
  suite(
    'a form that counts as a way in where the store fails',
    withVerify(verifyKey, async (context, userId) => hasKey(context, userId).catch(() => true)),
    'counts as a way in',
    /counts as a way in where the store fails/,
  ),
]
