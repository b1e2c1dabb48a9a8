import type { ReadRecords, Records } from '@latchstring/core/features'
import { faultyNotes, type Mistake, notes, withActions, withTable } from './mistakes.ts'

const suite = (
  what: string,
  options: Mistake['options'],
  found: string,
  says: RegExp,
): Mistake => ({
  what,
  by: 'suite',
  options,
  found,
  says,
})

const seen = {
  name: 'auth_notes_seen',
  fields: { id: { kind: 'id' }, userId: { kind: 'id' }, until: { kind: 'time' } },
  key: ['id'],
  lookups: ['userId'],
  expires: 'until',
} as const

/** Rows that are found by their ids alone. */
const shared = {
  name: 'auth_notes_shared',
  fields: { id: { kind: 'id' }, userId: { kind: 'id' }, text: { kind: 'text' } },
  key: ['id'],
  owner: 'userId',
} as const

const ownNotes = async (records: ReadRecords, id: string | undefined) =>
  (await records.find(notes, 'userId', id ?? '')).rows

/** The notes with what a change leaves to a page. */
function smuggling(): Mistake['options'] {
  let kept: Records | undefined
  return withActions({
    list: {
      kind: 'page',
      load: async () => ({
        async run({ user }) {
          await kept?.insert(notes, { userId: user?.id ?? '', id: crypto.randomUUID(), text: '' })
          return { page: { title: 'x', blocks: [] } }
        },
      }),
    },
    add: {
      kind: 'change',
      inputs: { text: { kind: 'text', max: 100 } },
      load: async () => ({
        run({ records }) {
          kept = records
          return { to: 'list' }
        },
      }),
    },
  })
}

/** Pages that show what they should not, or not the same to all. */
const PAGES: readonly Mistake[] = [
  suite(
    'a page that writes by what a change has left',
    smuggling(),
    'list: writes nothing',
    /writes/,
  ),
  suite(
    'a page with something random',
    withActions({
      wrong: {
        kind: 'page',
        load: async () => ({ run: ({ random }) => ({ page: { title: random(), blocks: [] } }) }),
      },
    }),
    'wrong: writes nothing',
    /another one the second time/,
  ),
  suite(
    'a page of any user by an input',
    withActions({
      wrong: {
        kind: 'page',
        inputs: { of: { kind: 'text', optional: true } },
        load: async () => ({
          async run({ records, inputs, user }) {
            const rows = await ownNotes(records, String(inputs['of'] ?? user?.id))
            const items = rows.map(({ text }) => ({ title: text }))
            return { page: { title: 'x', blocks: [{ kind: 'list', items }] } }
          },
        }),
      },
    }),
    'wrong: neither shows nor changes',
    /shows the canary/,
  ),
  suite(
    'a public page with the name behind an address',
    withActions({
      wrong: {
        kind: 'page',
        session: 'none',
        inputs: { email: { kind: 'text', optional: true } },
        load: async () => ({
          async run({ users, inputs }) {
            const user = await users.findByEmail(String(inputs['email']))
            return { page: { title: user?.name ?? 'x', blocks: [] } }
          },
        }),
      },
    }),
    'wrong: neither shows nor changes',
    /shows the name/,
  ),
  suite(
    'a page that is kept for the next user',
    faultyNotes((sound) => {
      const kept: string[] = []
      return {
        actions: {
          ...sound.actions,
          wrong: {
            kind: 'page',
            load: async () => ({
              run({ user }: { user: { email: string | null } | null }) {
                kept.push(user?.email ?? '')
                return { page: { title: kept[0] ?? '', blocks: [] } }
              },
            }),
          },
        },
      }
    }),
    'pages show to each user their own',
    /shows the email/,
  ),
  suite(
    'a page of the memory of one process',
    faultyNotes((sound) => {
      const kept: string[] = []
      return {
        actions: {
          ...sound.actions,
          add: {
            kind: 'change',
            inputs: { text: { kind: 'text' } },
            load: async () => ({
              run: ({ inputs }: { inputs: Record<string, string> }) => (
                kept.push(inputs['text'] ?? ''),
                { to: 'list' }
              ),
            }),
          },
          list: {
            kind: 'page',
            load: async () => ({ run: () => ({ page: { title: `${kept.length}`, blocks: [] } }) }),
          },
        },
      }
    }),
    'two processes show the same',
    /another page in another process/,
  ),
  suite(
    'a form for no action',
    withActions({
      wrong: {
        kind: 'page',
        load: async () => ({
          run: () => ({
            page: { title: 'x', blocks: [{ kind: 'form', action: 'delete', submit: 'x' }] },
          }),
        }),
      },
    }),
    'wrong: writes nothing',
    /is no change/,
  ),
  suite(
    'a form without an input of its action',
    withActions({
      wrong: {
        kind: 'page',
        load: async () => ({
          run: () => ({
            page: { title: 'x', blocks: [{ kind: 'form', action: 'add', submit: 'x' }] },
          }),
        }),
      },
    }),
    'wrong: writes nothing',
    /lacks its input "text"/,
  ),
  suite(
    'a form with an input that is not declared',
    withActions({
      wrong: {
        kind: 'page',
        load: async () => ({
          run: () => ({
            page: {
              title: 'x',
              blocks: [
                {
                  kind: 'form',
                  action: 'add',
                  submit: 'x',
                  fields: [{ name: 'text', label: 'x' }],
                  hidden: { owner: '1' },
                },
              ],
            },
          }),
        }),
      },
    }),
    'wrong: writes nothing',
    /"owner", which it does not take/,
  ),
  suite(
    'a link to no page',
    withActions({
      wrong: {
        kind: 'page',
        load: async () => ({
          run: () => ({
            page: { title: 'x', blocks: [{ kind: 'link', page: 'add', label: 'x' }] },
          }),
        }),
      },
    }),
    'wrong: writes nothing',
    /is no page/,
  ),
]

/** Changes that trust what was sent. */
const CHANGES: readonly Mistake[] = [
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

/** What is lost, left behind or given away. */
const KEEPING: readonly Mistake[] = [
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

const german = (change: object) =>
  faultyNotes(({ translate }) => ({
    translate: async (language: string) => {
      const texts = await translate?.(language)
      return texts && { ...texts, ...change }
    },
  }))

const notesTexts = { title: 'x', add: 'x', remove: 'x', text: 'x', full: 'x', about: 'x' }

let made = 0

/** Descriptions that are not whole. */
const DESCRIPTIONS: readonly Mistake[] = [
  suite(
    'a sentence that a language does not have',
    german({ full: undefined }),
    'has every text',
    /"full" .* missing in de/,
  ),
  suite(
    'a sentence without its value in a language',
    german({ title: 'Notizen' }),
    'has every text',
    /other values in braces/,
  ),
  suite(
    'a sentence of a language that there is not',
    german({ titel: 'x' }),
    'has every text',
    /none of the texts/,
  ),
  suite(
    'another name each time',
    faultyNotes(() => {
      made += 1
      return { texts: { ...notesTexts, extra: `x${made}` } }
    }),
    'is the same each time',
    /x/,
  ),
  suite(
    'a part of the account page that is kept for the next user',
    faultyNotes(() => {
      const kept: string[] = []
      return {
        account: {
          load: async () => ({
            show({ user }: { user: { email: string | null } | null }) {
              kept.push(user?.email ?? '')
              return [{ kind: 'text', text: kept[0] ?? '' }]
            },
          }),
        },
      }
    }),
    'pages show to each user their own',
    /The account page shows the email/,
  ),
  suite(
    'a part of the account page that fails',
    faultyNotes(() => ({
      account: { load: async () => ({ show: () => Promise.reject(new Error('It fails.')) }) },
    })),
    'the account page writes nothing',
    /It fails/,
  ),
]

/** Faulty variants of the notes. */
export const NOTES: readonly Mistake[] = [...PAGES, ...CHANGES, ...KEEPING, ...DESCRIPTIONS]
