const WAYS = 'packages/core/src/lib/sign-in/ways-in.ts'
const DELETION = 'packages/core/src/lib/sign-in/delete-authenticator.ts'
const SIGN_IN = 'packages/core/src/lib/sign-in/passkey/account.ts'
const CALLBACK = 'packages/core/src/lib/sign-in/passkey/callback.ts'
const REMOVAL = 'test/flows/passkey-removal.test.ts'

const CHANGES = 'packages/core/src/lib/actions/account-changes.ts'
const NAME = 'packages/core/src/lib/sign-in/passkey/passkey-name.ts'
const REGISTRATION = 'packages/core/src/lib/sign-in/passkey/register.ts'
const NAMES = 'test/flows/passkey-names.test.ts'
const NAME_SUITE = 'packages/core/src/lib/sign-in/passkey/passkey-name.test.ts'

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
const returns = [
  {
    rule: 'ALT-05',
    bug: 'An account is put back after its user has come to belong to somebody else.',
    file: WAYS,
    find: 'if (!(await keepsWayIn(config, { store, account, user, again }))) {',
    replace: 'if (config.providers.size < 0) {',
    suite: 'packages/core/src/lib/sign-in/ways-in.test.ts',
    test: 'does not put an account back after the first proof',
  },
  {
    rule: 'ALT-05',
    bug: 'An account was removed, and its sessions stay, where the store does not say what is left.',
    file: WAYS,
    find: 'if (!(cause instanceof SessionRequired)) await putBack(config, user, way)',
    replace: '',
    suite: 'packages/core/src/lib/sign-in/ways-in.test.ts',
    test: 'puts an account back, to be removed again',
  },
]

/** @type {import('./row.d.ts').Rows} */
const renames = [
  {
    rule: 'REV-12',
    bug: 'An old session renames passkeys.',
    file: CHANGES,
    find: 'requireFresh(config, current, freshFor(config))',
    replace: '',
    suite: NAMES,
    test: 'REV-12 WAN-12 with page',
  },
  {
    rule: 'CSR-01',
    bug: 'Passkeys are renamed without a CSRF token.',
    file: 'packages/core/src/lib/actions/actions.ts',
    find: 'POST: { ...CHANGE, run: async (context) => (await account()).changeWays(context) },',
    replace: 'POST: { ...READ, run: async (context) => (await account()).changeWays(context) },',
    suite: NAMES,
    test: 'CSR-01 is not changed without',
  },
  {
    rule: 'SES-13',
    bug: 'A name that is given is not stored.',
    file: CHANGES,
    find: 'await config.adapter?.renameAuthenticator?.({ credentialID, userId, name })',
    replace: '',
    suite: NAMES,
    test: 'SES-13 is in the JSON',
  },
].flatMap((row) =>
  STRATEGIES.map((path) => ({
    ...row,
    path,
    test: `strategy ${path} and a configuration that is made once, ${row.test}`,
  })),
)

/** @type {import('./row.d.ts').Rows} */
const names = [
  {
    rule: 'PAG-06',
    bug: 'A name may have characters that turn the text around it.',
    file: NAME,
    find: '!FORBIDDEN.test(name) &&',
    replace: '',
    suite: NAME_SUITE,
  },
  {
    rule: 'PAG-06',
    bug: 'A name is of any length.',
    file: NAME,
    find: 'name.length <= LONGEST_NAME &&',
    replace: '',
    suite: NAME_SUITE,
  },
  {
    rule: 'PAG-06',
    bug: 'A name shows nothing.',
    file: NAME,
    find: 'VISIBLE.test(name)',
    replace: 'VISIBLE.global === false',
    suite: NAME_SUITE,
  },
  {
    rule: 'WAN-06',
    bug: 'An adapter that keeps no names is given one.',
    file: REGISTRATION,
    find: 'if (capabilities?.authenticatorNames !== true) return record',
    replace: '',
    suite: NAMES,
    test: 'does without names where the adapter has never kept any',
  },
  {
    rule: 'WAN-06',
    bug: 'A security key is called by the browser it was added in.',
    file: REGISTRATION,
    find: "transports.includes('internal') &&",
    replace: 'transports.length > 0 &&',
    suite: NAMES,
    test: 'is called by nothing, as a security key',
  },
  {
    rule: 'WAN-06',
    bug: 'A passkey of a phone is called by the browser beside it.',
    file: REGISTRATION,
    find: " && authenticatorAttachment !== 'cross-platform'",
    replace: '',
    suite: NAMES,
    test: 'is not called by the browser where a phone',
  },
]

/** Whose authenticator is deleted or renamed, in stores that need no server. */
const OWNER = 'leaves the authenticator of another user'

/** @type {import('./row.d.ts').Rows} */
const stores = [
  {
    rule: 'SES-13',
    bug: 'An authenticator is deleted whoever it belongs to.',
    path: 'unstorage',
    file: 'adapters/unstorage/src/lib/owned.ts',
    find: 'if (userId !== undefined && record?.userId !== userId) return',
    replace: '',
    suite: 'adapters/unstorage/src/conformance.test.ts',
    test: `deleteAuthenticator ${OWNER}`,
  },
  {
    rule: 'SES-13',
    bug: 'An authenticator is renamed whoever it belongs to.',
    path: 'unstorage',
    file: 'adapters/unstorage/src/lib/owned.ts',
    find: 'if (before === null || (userId !== undefined && before.userId !== userId)) return null',
    replace: 'if (before === null) return null',
    suite: 'adapters/unstorage/src/conformance.test.ts',
    test: `renameAuthenticator ${OWNER}`,
  },
  {
    rule: 'SES-13',
    bug: 'An authenticator is deleted whoever it belongs to.',
    path: 'SQLite',
    file: 'adapters/sql/src/lib/authenticators.ts',
    find: 'authenticators.delete({ credentialID, userId })',
    replace: 'authenticators.delete({ credentialID })',
    suite: 'adapters/sql/src/layouts.test.ts',
    test: `deleteAuthenticator ${OWNER}`,
  },
  {
    rule: 'SES-13',
    bug: 'An authenticator is renamed whoever it belongs to.',
    path: 'SQLite',
    file: 'adapters/sql/src/lib/authenticators.ts',
    find: 'authenticators.change({ credentialID, userId }, records',
    replace: 'authenticators.change({ credentialID }, records',
    suite: 'adapters/sql/src/layouts.test.ts',
    test: `renameAuthenticator ${OWNER}`,
  },
]

/** @type {import('./row.d.ts').Rows} */
export const mutants = [...removal, ...returns, ...renames, ...names, ...stores]
