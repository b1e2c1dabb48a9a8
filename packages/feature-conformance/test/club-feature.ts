import type { AnyFeature, Feature, WritingContext } from '@latchstring/core/features'

/** Users who may not sign in any more. */
export const clubExpelled = {
  name: 'auth_club_expelled',
  fields: { userId: { kind: 'id' }, reason: { kind: 'text', personal: true } },
  key: ['userId'],
  owner: 'userId',
} as const

/** What an application calls for any user. */
export interface ClubSystem {
  expel(userId: string, reason: string): Promise<void>
}

type Ask = Awaited<ReturnType<NonNullable<AnyFeature['gate']>['load']>>['ask']

/** The question of the club as it should be. */
export const askClub: Ask = async ({ records, signIn: { user } }) => {
  const row = user && (await records.get(clubExpelled, { userId: user.id }))
  return row ? { refused: 'expelled' } : 'pass'
}

/** A feature with a gate that refuses, and a part of the account page. */
export const clubFeature = (ask: Ask = askClub): Feature<object, ClubSystem> => ({
  name: 'club',
  tables: [clubExpelled],
  texts: { expelled: 'You are not a member any more.', member: 'You are a member: {name}' },
  errors: { expelled: { status: 403, text: 'expelled' } },
  gate: { phase: 'may', load: async () => ({ ask }) },
  account: {
    load: async () => ({
      show: ({ text, user }) => [
        { kind: 'text', text: text('member', { name: user?.name ?? '' }) },
      ],
    }),
  },
  system: {
    async expel({ records, endSessions }: WritingContext, userId, reason) {
      await records.insert(clubExpelled, { userId, reason })
      await endSessions(userId, 'user-disabled')
    },
  },
})
