import type { Feature } from '@latchstring/core/features'

/** A table of the feature. */
export const notes = {
  name: 'auth_notes_notes',
  fields: {
    userId: { kind: 'id' },
    id: { kind: 'id' },
    text: { kind: 'text', max: 100, personal: true },
  },
  key: ['userId', 'id'],
  owner: 'userId',
} as const

const GERMAN = {
  title: 'Notizen von {name}',
  add: 'Hinzufügen',
  remove: 'Entfernen',
  text: 'Text',
  full: 'Es sind zu viele Notizen.',
  about: 'Über Notizen',
}

/** What an application calls for the user of a request. */
export interface NotesOperations {
  add(text: string): Promise<string>
  count(): Promise<number>
}

/** What an application calls for any user. */
export interface NotesSystem {
  countOf(userId: string): Promise<number>
}

/** A small feature with each kind of action: it keeps notes of people. */
export const notesFeature = (): Feature<NotesOperations, NotesSystem> => ({
  name: 'notes',
  tables: [notes],
  texts: {
    title: 'Notes of {name}',
    add: 'Add',
    remove: 'Remove',
    text: 'Text',
    full: 'There are too many notes.',
    about: 'About notes',
  },
  translate: async (language) => (language === 'de' ? GERMAN : undefined),
  errors: { full: { status: 409, text: 'full' } },
  actions: {
    list: {
      kind: 'page',
      load: async () => ({
        async run({ records, user, text }) {
          const { rows } = await records.find(notes, 'userId', user?.id ?? '')
          return {
            page: {
              title: text('title', { name: user?.name ?? '' }),
              blocks: [
                {
                  kind: 'list',
                  items: rows.map(({ id, text: title }) => ({
                    title,
                    forms: [
                      { kind: 'form', action: 'remove', hidden: { id }, submit: text('remove') },
                    ],
                  })),
                },
                {
                  kind: 'form',
                  action: 'add',
                  fields: [{ name: 'text', label: text('text') }],
                  submit: text('add'),
                },
              ],
            },
          }
        },
      }),
    },
    add: {
      kind: 'change',
      inputs: { text: { kind: 'text', max: 100 } },
      load: async () => ({
        async run({ records, user, inputs, random }) {
          const { rows } = await records.find(notes, 'userId', user?.id ?? '')
          if (rows.length >= 3) return { refused: 'full' }
          const row = { userId: user?.id ?? '', id: random(16), text: String(inputs['text']) }
          await records.insert(notes, row)
          return { to: 'list' }
        },
      }),
    },
    remove: {
      kind: 'change',
      session: 'fresh',
      inputs: { id: { kind: 'text', max: 128 } },
      load: async () => ({
        async run({ records, user, inputs }) {
          const row = await records.get(notes, { userId: user?.id ?? '', id: String(inputs['id']) })
          if (row) await records.drop(notes, row)
          return { to: 'list' }
        },
      }),
    },
    about: {
      kind: 'page',
      session: 'none',
      load: async () => ({
        run: ({ text, user }) => ({
          page: { title: text('about'), lead: user?.name ?? 'visitor', blocks: [] },
        }),
      }),
    },
    echo: {
      kind: 'machine',
      inputs: { word: { kind: 'text' }, times: { kind: 'int', optional: true } },
      load: async () => ({
        run: ({ inputs, user }) => ({ json: { ...inputs, user }, status: 201 }),
      }),
    },
  },
  operations: {
    async add({ records, user, random }, text) {
      const id = random(16)
      await records.insert(notes, { userId: user.id, id, text })
      return id
    },
    count: async ({ records, user }) => (await records.find(notes, 'userId', user.id)).rows.length,
  },
  system: {
    countOf: async ({ records }, userId) =>
      (await records.find(notes, 'userId', userId)).rows.length,
  },
})
