import { type Mistake, notes, ownNotes, suite, withActions, withTable } from './mistakes.ts'

/** Rows that are found by their ids alone. */
const shared = {
  name: 'auth_notes_shared',
  fields: { id: { kind: 'id' }, userId: { kind: 'id' }, text: { kind: 'text' } },
  key: ['id'],
  owner: 'userId',
} as const

/** Changes that trust what was sent. */
export const CHANGES: readonly Mistake[] = [
  suite(
    'a change that ends sessions, and is open to who acts for the user',
    withActions({
      wrong: {
        kind: 'change',
        actor: 'allowed',
        load: async () => ({
          async run({ endSessions, user }) {
            await endSessions(user?.id ?? '', 'password-changed')
            return { to: 'list' }
          },
        }),
      },
    }),
    'wrong: runs for an administrator who acts for the user',
    /acts for a user, and ends no sessions/,
  ),
  suite(
    'a public change for the user that was sent',
    withActions({
      wrong: {
        kind: 'change',
        session: 'none',
        inputs: { userId: { kind: 'text', max: 128 } },
        load: async () => ({
          async run({ records, inputs, random }) {
            const row = { userId: String(inputs['userId']), id: random(16), text: '' }
            await records.insert(notes, row)
            return { to: 'about' }
          },
        }),
      },
    }),
    'wrong: neither shows nor changes',
    /stores rows of a user/,
  ),
  suite(
    'a change that ends the sessions of the user that was sent',
    withActions({
      wrong: {
        kind: 'change',
        inputs: { userId: { kind: 'text' } },
        load: async () => ({
          async run({ endSessions, inputs }) {
            await endSessions(String(inputs['userId']), 'user-disabled')
            return { to: 'list' }
          },
        }),
      },
    }),
    'wrong: neither shows nor changes',
    /ends the session of a user/,
  ),
  suite(
    'a program that reads the rows of the user that was sent',
    withActions({
      wrong: {
        kind: 'machine',
        inputs: { userId: { kind: 'text' } },
        load: async () => ({
          run: async ({ records, inputs }) => ({
            json: { rows: await ownNotes(records, String(inputs['userId'])) },
          }),
        }),
      },
    }),
    'wrong: neither shows nor changes',
    /shows the canary/,
  ),
  suite(
    'a change that drops a row by its id alone',
    withTable(shared, {
      share: {
        kind: 'change',
        inputs: { text: { kind: 'text' } },
        load: async () => ({
          async run({ records, user, inputs, random }) {
            await records.insert(shared, {
              id: random(),
              userId: user?.id ?? '',
              text: String(inputs['text']),
            })
            return { to: 'list' }
          },
        }),
      },
      wrong: {
        kind: 'change',
        inputs: { id: { kind: 'text' } },
        load: async () => ({
          async run({ records, inputs }) {
            const row = await records.get(shared, { id: String(inputs['id']) })
            if (row) await records.drop(shared, row)
            return { to: 'list' }
          },
        }),
      },
    }),
    'wrong: neither shows nor changes',
    /changes rows of a user/,
  ),
  suite(
    'a public change that needs a user after all',
    withActions({
      wrong: {
        kind: 'change',
        session: 'none',
        load: async () => ({
          // A cast is how the mistake is written.
          run: ({ user }) => ({ json: { id: (user as { readonly id: string }).id } }),
        }),
      },
    }),
    'wrong: answers without a user',
    /Cannot read properties of null/,
  ),
  suite(
    'an input that is longer than its field',
    withActions({
      add: {
        kind: 'change',
        inputs: { text: { kind: 'text', max: 500 } },
        load: async () => ({
          async run({ records, user, inputs, random }) {
            await records.insert(notes, {
              userId: user?.id ?? '',
              id: random(16),
              text: String(inputs['text']),
            })
            return { to: 'list' }
          },
        }),
      },
    }),
    'add: fails for no inputs',
    /not of the kind text, or longer than 100/,
  ),
  suite(
    'a second time that fails',
    withTable(shared, {
      wrong: {
        kind: 'change',
        load: async () => ({
          async run({ records, user }) {
            const row = await records.insert(shared, {
              id: user?.id ?? '',
              userId: user?.id ?? '',
              text: '',
            })
            if (typeof row === 'string') throw new Error(row)
            return { to: 'list' }
          },
        }),
      },
    }),
    'wrong: answers valid inputs',
    /taken/,
  ),
]
