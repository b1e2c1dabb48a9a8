import type { AnyFeature, ChangeContext, ReadRecords } from '@latchstring/core/features'
import { type Mistake, suite, type SuiteOptions, withTable } from './mistakes.ts'

const keys = {
  name: 'auth_notes_keys',
  fields: {
    userId: { kind: 'id' },
    secret: { kind: 'text', max: 60, secret: 'sealed' },
    hash: { kind: 'text', max: 60, secret: 'hash' },
  },
  key: ['userId'],
  owner: 'userId',
} as const

/** The row of a user, which is stored where it is not there yet. */
async function keep({ records, user, random }: ChangeContext) {
  const userId = user?.id ?? ''
  const found = await records.get(keys, { userId })
  if (found) return found
  const row = { userId, secret: `JBSWY3DP ${random(16)}`, hash: `$2b$12$${random(16)}` }
  return records.insert(keys, row)
}

type Run = (context: ChangeContext) => Promise<{ readonly to: 'list' }>

type Actions = NonNullable<AnyFeature['actions']>

const change = (run: Run): Actions[string] => ({ kind: 'change', load: async () => ({ run }) })

const keeping: Run = async (context) => {
  await keep(context)
  return { to: 'list' }
}

const ownRow = async (records: ReadRecords, userId = '') => records.get(keys, { userId })

const page = (field: 'secret' | 'hash'): Actions[string] => ({
  kind: 'page',
  load: async () => ({
    async run({ records, user, text }) {
      const lead = (await ownRow(records, user?.id))?.[field] ?? ''
      return { page: { title: text('about'), lead, blocks: [] } }
    },
  }),
})

/** The notes with a key of each user, and other actions. */
const withKeys = (actions: Actions, more: Partial<SuiteOptions> = {}): SuiteOptions =>
  withTable(keys, { keep: change(keeping), ...actions }, more)

const FOUND = 'what is sealed or hashed'

/** A page that shows what is sealed to its user, which is what it is for. */
export const SOUND: SuiteOptions = withKeys({ set: page('secret') }, { showsSecrets: ['set'] })

/** What is sealed or hashed, and seen. */
export const SECRETS: readonly Mistake[] = [
  suite(
    'a page that shows what is sealed',
    withKeys({ peek: page('secret') }),
    FOUND,
    /peek shows what is sealed/,
  ),
  suite(
    'a page that shows a hash, also where it may show what is sealed',
    withKeys({ peek: page('hash') }, { showsSecrets: ['peek'] }),
    FOUND,
    /peek shows what is hash/,
  ),
  suite(
    'what is sealed, in the log',
    withKeys({
      keep: change(async (context) => {
        const row = await keep(context)
        if (typeof row !== 'string') context.log('debug', `The key is ${row.secret}`)
        return { to: 'list' }
      }),
    }),
    FOUND,
    /The log has what is sealed/,
  ),
  suite(
    'a hash, in the message of an error',
    withKeys({
      wrong: change(async (context) => {
        const row = await ownRow(context.records, context.user?.id)
        if (row) throw new Error(`${row.hash} is none that is known.`)
        return { to: 'list' }
      }),
    }),
    FOUND,
    /The log has what is hash/,
  ),
  suite(
    'a program that is answered with what is sealed',
    withKeys({
      export: {
        kind: 'change',
        load: async () => ({
          async run(context) {
            const row = await ownRow(context.records, context.user?.id)
            return { page: { title: 'Rows', lead: JSON.stringify(row), blocks: [] } }
          },
        }),
      },
    }),
    FOUND,
    /export shows what is sealed/,
  ),
  suite(
    'secrets that no row has',
    withKeys({ keep: change(async () => ({ to: 'list' })) }),
    FOUND,
    /No row with a secret/,
  ),
]
