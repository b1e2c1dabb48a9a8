import type { Backend, OwnedRecord, SessionRecord } from './backend.ts'
import type { RunScript } from './client.ts'
import type { NameKey } from './keys.ts'
import { CREATE_TOKEN, READ_TOKEN, TAKE_TOKEN } from './script.ts'
import {
  COMPARE_AND_SET_SESSION,
  CREATE_OWNED,
  CREATE_SESSION,
  CREATE_USER,
  DELETE_USER,
  LIST_OWNED,
  LIST_SESSIONS,
  READ_OWNED,
  READ_SESSION,
  READ_USER,
  READ_USER_BY_ACCOUNT,
  READ_USER_BY_EMAIL,
  REMOVE_OWNED,
  REMOVE_SESSION,
  REMOVE_SESSIONS,
  REMOVE_SOME_SESSIONS,
  UPDATE_OWNED,
  UPDATE_SESSION,
  UPDATE_USER,
  USE_AUTHENTICATOR,
} from './whole-scripts.ts'

const emailFields = (email: string): readonly string[] => (email === '' ? [] : ['#email', email])

const ownedParameters = ({ kind, id, owner, fields }: OwnedRecord) => [kind, id, owner, ...fields]

const sessionParameters = ({ token, owner, expires, fields }: SessionRecord) => [
  token,
  owner,
  expires,
  ...fields,
]

/** The operations as one atomic script each, on a single server. */
export function wholeBackend(runScript: RunScript, prefix: string, key: NameKey): Backend {
  const run = (...[script, ...parameters]: [Parameters<RunScript>[0], ...string[]]) =>
    runScript(script, `${prefix}:`, ...parameters)
  return {
    createUser: (id, email, fields) =>
      run(CREATE_USER, id, email, ...emailFields(email), ...fields),
    readUser: (id) => run(READ_USER, id),
    readUserByEmail: (email) => run(READ_USER_BY_EMAIL, email),
    readUserByAccount: (account) => run(READ_USER_BY_ACCOUNT, account),
    updateUser: (id, email, fields) =>
      run(UPDATE_USER, id, email === undefined ? '0' : '1', email ?? '', ...fields),
    deleteUser: (id) => run(DELETE_USER, id),
    readOwned: (kind, id) => run(READ_OWNED, kind, id),
    createOwned: (record) => run(CREATE_OWNED, ...ownedParameters(record)),
    updateOwned: (record) => run(UPDATE_OWNED, ...ownedParameters(record)),
    useAuthenticator: (id, counter, fields) => run(USE_AUTHENTICATOR, id, counter, ...fields),
    removeOwned: (kind, id, owner) =>
      run(REMOVE_OWNED, kind, id, ...(owner === undefined ? [] : [owner])),
    listOwned: (kind, owner) => run(LIST_OWNED, kind, owner),
    createSession: (session) => run(CREATE_SESSION, ...sessionParameters(session)),
    readSession: (token) => run(READ_SESSION, token),
    updateSession: (session) => run(UPDATE_SESSION, ...sessionParameters(session)),
    compareAndSetSession: (token, from, to) => run(COMPARE_AND_SET_SESSION, token, from, to),
    removeSession: (token) => run(REMOVE_SESSION, token),
    listSessions: (owner) => run(LIST_SESSIONS, owner),
    removeSessions: (owner, except) => run(REMOVE_SESSIONS, owner, except),
    async removeEverySession() {
      let cursor = '0'
      do cursor = String(await run(REMOVE_SOME_SESSIONS, cursor))
      while (cursor !== '0')
    },
    createToken: (id, expires, fields) =>
      runScript(CREATE_TOKEN, key('token', id), expires, ...fields),
    readToken: (id) => runScript(READ_TOKEN, key('token', id)),
    takeToken: (id) => runScript(TAKE_TOKEN, key('token', id)),
  }
}
