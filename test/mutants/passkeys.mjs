const WAYS = 'packages/core/src/lib/accounts/ways-in.ts'
const DELETION = 'packages/core/src/lib/accounts/delete-authenticator.ts'
const SIGN_IN = 'packages/core/src/lib/accounts/webauthn.ts'
const CALLBACK = 'packages/core/src/lib/flows/webauthn/callback.ts'
const REMOVAL = 'test/flows/passkey-removal.test.ts'

const STRATEGIES = ['jwt', 'database']

/** @type {import('./row.d.ts').Rows} */
const removal = [
  {
    rule: 'ALT-05',
    bug: 'The authenticator of a removed passkey stays.',
    file: WAYS,
    find: 'await deleteAuthenticator(config, account, authenticator)',
    replace: '',
    suite: REMOVAL,
    test: 'ALT-05 is deleted with its account',
  },
  {
    rule: 'ALT-05',
    bug: 'An authenticator that another account needs is deleted.',
    file: WAYS,
    find: 'if (authenticator && !isShared)',
    replace: 'if (authenticator)',
    suite: REMOVAL,
    test: 'keeps its row as long as',
  },
  {
    rule: 'ALT-05',
    bug: 'A passkey that is put back has lost its authenticator to another request.',
    file: WAYS,
    find: 'if (authenticator) await restoreAuthenticator(store, authenticator)',
    replace: '',
    suite: REMOVAL,
    test: 'ALT-05 is put back with its row',
  },
  {
    rule: 'ALT-05',
    bug: 'A passkey loses its authenticator to a request that had removed it before it was put back.',
    file: DELETION,
    find: 'if (isBack) await restoreAuthenticator(adapter, authenticator)',
    replace: '',
    suite: REMOVAL,
    test: 'ALT-05 has its row again',
  },
  {
    rule: 'ALT-05',
    bug: 'A method of an adapter that declares no deletion of authenticators is called.',
    file: DELETION,
    find: 'if (adapter.capabilities?.authenticatorDeletion !== true) return',
    replace: '',
    suite: REMOVAL,
    test: 'ALT-05 opens nothing and is not offered',
  },
  {
    rule: 'ALT-05',
    bug: 'A passkey whose row could not be deleted is removed, and nobody is told.',
    file: DELETION,
    find: '    log.error(asError(error))',
    replace: '    throw error',
    suite: REMOVAL,
    test: 'ALT-05 is removed for good',
  },
  {
    rule: 'WAN-04',
    bug: 'A passkey signs in that was removed while the application was asked.',
    file: SIGN_IN,
    find: "if (evidence.ceremony === 'authenticate') await requireLinked(evidence)",
    replace: '',
    suite: REMOVAL,
    test: 'WAN-04 opens no session where it is removed while the application is asked',
  },
  {
    rule: 'WAN-04',
    bug: 'A passkey signs in that was removed while the session was made.',
    file: CALLBACK,
    find: 'if (ceremony === WebAuthnAuthenticate) await requireLinked(evidence)',
    replace: '',
    suite: REMOVAL,
    test: 'WAN-04 opens no session where it is removed while that is made',
  },
].flatMap((row) =>
  STRATEGIES.map((path) => ({
    ...row,
    path,
    test: `strategy ${path} and a configuration that is made once, ${row.test}`,
  })),
)

/** @type {import('./row.d.ts').Rows} */
export const mutants = [...removal]
