import type { Feature } from '@latchstring/core/features'

/** What is called for the user of a request. */
export interface DeskOperations {
  look(): Promise<string>
  change(): Promise<string>
}

/** What was done, by whom and for whom. */
export interface Deed {
  readonly word: string
  readonly user: string | undefined
  readonly actor: string | undefined
}

/** A feature by which one user, the administrator, acts for others, with a change of each kind. */
export function createDesk(administrator: string): {
  readonly feature: Feature<DeskOperations>
  readonly deeds: Deed[]
} {
  const deeds: Deed[] = []
  const note =
    (word: string) =>
    async ({ user, actor }: Pick<Deeds, 'user' | 'actor'>) => {
      deeds.push({ word, user: user?.id, actor: actor?.sub })
      return { json: { word } }
    }
  const feature: Feature<DeskOperations> = {
    name: 'desk',
    texts: { title: 'Desk', forbidden: 'Not for you.' },
    errors: { forbidden: { status: 403, text: 'forbidden' } },
    actions: {
      act: {
        kind: 'change',
        session: 'fresh',
        begins: 'acting',
        inputs: { user: { kind: 'text' } },
        load: async () => ({
          run: ({ user, inputs }) =>
            // Ids that a store counts may be numbers.
            String(user?.id) === administrator
              ? { actAs: String(inputs['user']) }
              : { refused: 'forbidden' },
        }),
      },
      show: {
        kind: 'page',
        load: async () => ({
          run: ({ user, actor, text }) => ({
            page: { title: text('title'), lead: `${user?.id} ${actor?.sub}`, blocks: [] },
          }),
        }),
      },
      secret: {
        kind: 'page',
        session: 'fresh',
        load: async () => ({ run: ({ text }) => ({ page: { title: text('title'), blocks: [] } }) }),
      },
      change: { kind: 'change', load: async () => ({ run: note('change') }) },
      open: { kind: 'change', session: 'none', load: async () => ({ run: note('open') }) },
      lock: {
        kind: 'change',
        actor: 'allowed',
        load: async () => ({
          async run({ endSessions, user }) {
            await endSessions(user?.id ?? '', 'password-changed')
            return { json: {} }
          },
        }),
      },
      help: { kind: 'change', actor: 'allowed', load: async () => ({ run: note('help') }) },
    },
    actor: { look: 'allowed' },
    operations: {
      look: async ({ user, actor }) => `${user.id} ${actor?.sub}`,
      change: async ({ user }) => user.id,
    },
  }
  return { feature, deeds }
}

/** What a change is given of who sent it. */
interface Deeds {
  readonly user: { readonly id: string } | null
  readonly actor: { readonly sub: string } | null
}
