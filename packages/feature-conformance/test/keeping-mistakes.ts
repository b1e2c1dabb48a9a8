import {
  faultyNotes,
  type Mistake,
  notes,
  ownNotes,
  suite,
  withActions,
  withTable,
} from './mistakes.ts'

const seen = {
  name: 'auth_notes_seen',
  fields: { id: { kind: 'id' }, userId: { kind: 'id' }, until: { kind: 'time' } },
  key: ['id'],
  lookups: ['userId'],
  expires: 'until',
} as const

/** What is lost, left behind or given away. */
export const KEEPING: readonly Mistake[] = [
  suite(
    'a failure of the store that is taken for a success',
    withActions({
      wrong: {
        kind: 'change',
        load: async () => ({
          async run({ records, user, random }) {
            await records
              .insert(notes, { userId: user?.id ?? '', id: random(16), text: '' })
              .catch(() => undefined)
            return { to: 'list' }
          },
        }),
      },
    }),
    'wrong: does all or says',
    /half an effect/,
  ),
  suite(
    'a write that is not waited for',
    withActions({
      wrong: {
        kind: 'change',
        load: async () => ({
          run({ records, user, random }) {
            records
              .insert(notes, { userId: user?.id ?? '', id: random(16), text: '' })
              .catch(() => undefined)
            return { to: 'list' }
          },
        }),
      },
    }),
    'wrong: does all or says',
    /half an effect|answers before the store/,
  ),
  suite(
    'a page that is empty where the store fails',
    withActions({
      list: {
        kind: 'page',
        load: async () => ({
          async run({ records, user }) {
            const rows = await ownNotes(records, user?.id).catch(() => [])
            return { page: { title: `${rows.length}`, blocks: [] } }
          },
        }),
      },
    }),
    'list: does all or says',
    /half an effect/,
  ),
  suite(
    'a refusal in place of a failure of the store',
    withActions({
      wrong: {
        kind: 'change',
        load: async () => ({
          async run({ records, user }) {
            const rows = await ownNotes(records, user?.id).catch(() => undefined)
            return rows ? { to: 'list' } : { refused: 'full' }
          },
        }),
      },
    }),
    'wrong: does all or says',
    /logged 0 times/,
  ),
  suite(
    'a table without an owner that is about people',
    faultyNotes(() => {
      const { owner: _, ...table } = notes
      const fields = { ...table.fields, until: { kind: 'time' } }
      return { tables: [{ ...table, fields, lookups: ['userId'], expires: 'until' }] }
    }),
    'has an owner where fields are about a person',
    /stay when the user is deleted/,
  ),
  suite(
    'rows that stay when their user is deleted',
    withTable(seen, {
      wrong: {
        kind: 'change',
        load: async () => ({
          async run({ records, user, random, now }) {
            await records.insert(seen, {
              id: random(),
              userId: user?.id ?? '',
              until: now() + 60_000,
            })
            return { to: 'list' }
          },
        }),
      },
    }),
    'nothing stays of a user who is deleted',
    /stay when the user is deleted/,
  ),
  suite(
    'what was sent, in the log',
    withActions({
      add: {
        kind: 'change',
        inputs: { text: { kind: 'text' } },
        load: async () => ({
          run({ log, inputs }) {
            log('debug', `Adding ${inputs['text']}`)
            return { to: 'list' }
          },
        }),
      },
    }),
    'log, events, sessions and addresses',
    /The log has/,
  ),
  suite(
    'what was sent, in the message of an error',
    withActions({
      add: {
        kind: 'change',
        inputs: { text: { kind: 'text' } },
        load: async () => ({
          async run({ records, user, inputs }) {
            const rows = await ownNotes(records, user?.id)
            if (rows.length > 2) throw new Error(`There is no place for ${inputs['text']}.`)
            await records.insert(notes, {
              userId: user?.id ?? '',
              id: crypto.randomUUID(),
              text: '',
            })
            return { to: 'list' }
          },
        }),
      },
    }),
    'log, events, sessions and addresses',
    /The log has/,
  ),
]
