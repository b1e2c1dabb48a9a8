import type { Defect } from './defects.ts'

/** Defects of calls about unknown records. */
export const ABSENT_DEFECTS: readonly Defect[] = [
  {
    what: 'an updateUser that resolves for an unknown user',
    adapter: (sound) => ({
      ...sound,
      async updateUser(changes) {
        const user = await sound.getUser(changes.id)
        if (user !== null) return sound.updateUser(changes)
        return { email: '', emailVerified: null, ...changes }
      },
    }),
    group: 'what is not there',
    fails: [
      'updateUser rejects an unknown id',
      'updateUser rejects the id of a user who was deleted',
    ],
  },
  {
    what: 'a deleteUser that rejects an unknown user',
    adapter: (sound) => ({
      ...sound,
      async deleteUser(id) {
        if ((await sound.getUser(id)) === null) throw new Error('no such user')
        await sound.deleteUser(id)
      },
    }),
    group: 'what is not there',
    fails: ['deleteUser does nothing for an unknown id, and the second time'],
  },
  {
    what: 'an unlinkAccount that rejects an unknown account',
    adapter: (sound) => ({
      ...sound,
      async unlinkAccount(key) {
        if ((await sound.getUserByAccount(key)) === null) throw new Error('no such account')
        await sound.unlinkAccount(key)
      },
    }),
    group: 'what is not there',
    fails: ['unlinkAccount does nothing for an unknown account, and the second time'],
  },
  {
    what: 'an updateSession that rejects an unknown session',
    adapter: (sound) => ({
      ...sound,
      async updateSession(changes) {
        const found = await sound.getSessionAndUser(changes.sessionToken)
        if (found === null) throw new Error('no such session')
        await sound.updateSession(changes)
      },
    }),
    group: 'what is not there',
    fails: [
      'updateSession does nothing for an unknown token, and makes no session',
      'updateSession does not restore a deleted session',
    ],
  },
  {
    what: 'a deleteSession that rejects an unknown session',
    adapter: (sound) => ({
      ...sound,
      async deleteSession(token) {
        if ((await sound.getSessionAndUser(token)) === null) throw new Error('no such session')
        await sound.deleteSession(token)
      },
    }),
    group: 'what is not there',
    fails: ['deleteSession does nothing for an unknown token, and the second time'],
  },
  {
    what: 'an updateSession that restores a deleted session',
    adapter: (sound) => {
      const owners = new Map<string, string>()
      return {
        ...sound,
        createSession(session) {
          owners.set(session.sessionToken, session.userId)
          return sound.createSession(session)
        },
        async updateSession({ sessionToken, expires = new Date(0) }) {
          const userId = owners.get(sessionToken)
          if (userId !== undefined) await sound.createSession({ sessionToken, userId, expires })
        },
      }
    },
    group: 'what is not there',
    fails: ['updateSession does not restore a deleted session'],
  },
]
