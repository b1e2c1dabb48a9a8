import type { Records } from '@latchstring/core/features'
import { faultyNotes, type Mistake, notes, ownNotes, suite, withActions } from './mistakes.ts'

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
export const PAGES: readonly Mistake[] = [
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
    // The library refuses the page; each answer has a reference of its own.
    /another one the second time/,
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
    // The library refuses the page; each answer has a reference of its own.
    /another one the second time/,
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
    // The library refuses the page; each answer has a reference of its own.
    /another one the second time/,
  ),
]
