import type { Feature } from '@latchstring/core/features'
import { WORD } from './door-feature.ts'

/** What a user has put into the locker. */
export const lockerThings = {
  name: 'auth_locker_things',
  fields: { userId: { kind: 'id' }, id: { kind: 'id' } },
  key: ['userId', 'id'],
  owner: 'userId',
} as const

/** What an application does with any locker. */
export interface LockerSystem {
  put(userId: string, id: string): Promise<string>
  count(userId: string): Promise<number>
}

/** What an application does with the locker of the user of a request. */
export interface LockerOperations {
  put(id: string): Promise<string>
}

/** What happens around the storing of a thing. */
export interface LockerOptions {
  /** Waited for before it is stored. */
  readonly before?: () => Promise<unknown>
  /** Waited for after it was stored, unless that has thrown. */
  readonly after?: () => Promise<unknown>
  /** `every`: each sign-in waits at the gate. Default: those of users with something in their locker. */
  readonly asks?: 'every'
}

type Locker = Feature<LockerOperations, LockerSystem>

/** A feature whose gate wants the word of users who have put something into their locker, as a second factor does. */
export function lockerFeature({ before, after, asks }: LockerOptions = {}): Locker {
  const put = async (
    records: Parameters<NonNullable<Locker['system']>['put']>[0]['records'],
    userId: string,
    id: string,
  ): Promise<string> => {
    await before?.()
    const row = await records.insert(lockerThings, { userId, id })
    await after?.()
    return typeof row === 'string' ? row : 'stored'
  }
  return {
    name: 'locker',
    needs: ['records', 'mail'],
    tables: [lockerThings],
    texts: { title: 'Locker', word: 'Word', wrong: 'That is wrong.' },
    errors: { wrong: { status: 400, text: 'wrong' } },
    gate: {
      phase: 'assure',
      load: async () => ({
        async ask({ records, signIn: { user, done } }) {
          if (done) return 'pass'
          const { rows } = await records.find(lockerThings, 'userId', user?.id ?? '')
          return rows.length > 0 || asks === 'every' ? { step: 'knock' } : 'pass'
        },
      }),
    },
    operations: { put: ({ records, user }, id) => put(records, user.id, id) },
    system: {
      put: ({ records }, userId, id) => put(records, userId, id),
      async count({ records }, userId) {
        return (await records.find(lockerThings, 'userId', userId)).rows.length
      },
    },
    actions: {
      put: {
        kind: 'change',
        inputs: { id: { kind: 'text' } },
        load: async () => ({
          run: async ({ records, user, inputs }) => ({
            json: { put: await put(records, user?.id ?? '', String(inputs['id'])) },
          }),
        }),
      },
      knock: {
        kind: 'page',
        session: 'pending',
        load: async () => ({ run: ({ text }) => ({ page: { title: text('title'), blocks: [] } }) }),
      },
      say: {
        kind: 'change',
        session: 'pending',
        step: 'knock',
        inputs: { word: { kind: 'text' } },
        load: async () => ({
          run: ({ inputs }) =>
            inputs['word'] === WORD ? { passed: ['kba'] } : { refused: 'wrong' },
        }),
      },
      enrol: {
        kind: 'change',
        session: 'pending',
        step: 'knock',
        inputs: { id: { kind: 'text' } },
        load: async () => ({
          async run({ records, user, inputs }) {
            await put(records, user?.id ?? '', String(inputs['id']))
            return { to: 'knock' }
          },
        }),
      },
    },
  }
}
