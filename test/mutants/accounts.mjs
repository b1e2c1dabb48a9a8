const FRESH = 'test/flows/require-fresh.test.ts'
const OAUTH = 'packages/core/src/lib/sign-in/oauth/account.ts'
const WEBAUTHN = 'packages/core/src/lib/sign-in/passkey/account.ts'

const LINKS = 'isLink ? await earlierSignIn(context) : undefined'
const ADDS = 'adds ? await earlierSignIn(context) : undefined'

/** What is wrong with `account.requireFresh` in a session of either strategy. */
const fresh = [
  {
    bug: 'An account is linked in a session whose sign-in was long ago.',
    path: 'account',
    file: OAUTH,
    find: LINKS,
    replace: 'undefined',
    test: 'refuses to link an account after an older sign-in',
  },
  {
    bug: 'A passkey is added in a session whose sign-in was long ago.',
    path: 'passkey',
    file: WEBAUTHN,
    find: ADDS,
    replace: 'undefined',
    test: 'refuses to add a passkey after an older sign-in',
  },
  {
    bug: 'Linking an account makes the sign-in newer.',
    path: 'account, after it',
    file: OAUTH,
    find: LINKS,
    replace: 'isLink ? (await earlierSignIn(context), undefined) : undefined',
    test: 'links an account at exactly that age',
  },
  {
    bug: 'Adding a passkey makes the sign-in newer.',
    path: 'passkey, after it',
    file: WEBAUTHN,
    find: ADDS,
    replace: 'adds ? (await earlierSignIn(context), undefined) : undefined',
    test: 'adds a passkey at exactly that age',
  },
  {
    bug: 'A sign-in with a linked account is refused in an older session.',
    path: 'known account',
    file: OAUTH,
    find: LINKS,
    replace: 'await earlierSignIn(context)',
    test: 'does not refuse a sign-in with a known account or passkey',
  },
  {
    bug: 'A sign-in with a passkey is refused in an older session.',
    path: 'known passkey',
    file: WEBAUTHN,
    find: ADDS,
    replace: 'signedIn && (await earlierSignIn(context))',
    test: 'does not refuse a sign-in with a known account or passkey',
  },
  {
    bug: 'Without the option an older session is refused as well.',
    path: 'without the option',
    file: 'packages/core/src/lib/session/fresh.ts',
    find: 'if (seconds === undefined) return',
    replace: '',
    test: 'refuses nothing without the option',
  },
  {
    bug: 'The sign-in has to be newer than the option says.',
    path: 'exactly as old',
    file: 'packages/core/src/lib/session/fresh.ts',
    find: '- signedInAt <= seconds',
    replace: '- signedInAt < seconds',
    test: 'links an account at exactly that age',
  },
]

/** @type {import('./row.d.ts').Rows} */
const freshOnBoth = ['jwt', 'database'].flatMap((strategy) =>
  fresh.map(({ path, test, ...row }) => ({
    ...row,
    rule: 'LNK-fresh',
    path: `${strategy}, ${path}`,
    suite: FRESH,
    test: `strategy ${strategy} ${test}`,
  })),
)

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'LNK-fresh',
    bug: 'That nothing notes when people sign in is told each of them, and not the application.',
    path: 'database, configuration',
    file: 'packages/core/src/lib/config/validate.ts',
    find: "strategy === 'jwt' || session?.devices",
    replace: 'strategy !== undefined || session?.devices',
    suite: FRESH,
    test: 'needs the time of the sign-in',
  },
  ...freshOnBoth,
  {
    rule: 'LNK-fresh',
    bug: 'A session whose sign-in has no time counts as new.',
    path: 'database, without a time',
    file: 'packages/core/src/lib/session/fresh.ts',
    find: 'if (signedInAt !== undefined && ',
    replace: 'if (signedInAt === undefined || ',
    suite: FRESH,
    test: 'refuses a session that was opened before its time was noted',
  },
  {
    rule: 'CSR-09',
    bug: 'The account of somebody else switches the user.',
    file: 'packages/core/src/lib/sign-in/oauth/decide-link.ts',
    find: 'const other = signedInUser !== null && !sameId(signedInUser.id, userByAccount.id)',
    replace: 'const other = false',
    suite: 'packages/core/src/lib/sign-in/oauth/decide-link.test.ts',
    test: 'CSR-09',
  },
  {
    rule: 'LNK-01',
    bug: 'Accounts are linked by address without permission.',
    file: 'packages/core/src/lib/sign-in/oauth/decide-link.ts',
    find: 'return linkingAllowed && bothVerified',
    replace: 'return bothVerified',
    suite: 'packages/core/src/lib/sign-in/oauth/decide-link.test.ts',
    test: 'LNK-01',
  },
  {
    rule: 'LNK-02',
    bug: 'A store that leaves the member out makes every address verified.',
    file: 'packages/core/src/lib/sign-in/oauth/decide-link.ts',
    find: 'const bothVerified = providerVerified && isProven(userByEmail)',
    replace: 'const bothVerified = providerVerified && userByEmail.emailVerified !== null',
    suite: 'packages/core/src/lib/sign-in/oauth/decide-link.test.ts',
    test: 'LNK-02',
  },
  {
    rule: 'LNK-02',
    bug: 'Accounts are linked by an address the provider has not verified.',
    file: 'packages/core/src/lib/sign-in/oauth/decide-link.ts',
    find: 'const bothVerified = providerVerified && isProven(userByEmail)',
    replace: 'const bothVerified = Boolean(userByEmail.emailVerified)',
    suite: 'packages/core/src/lib/sign-in/oauth/decide-link.test.ts',
    test: 'LNK-02',
  },
  {
    rule: 'LNK-02',
    bug: 'Accounts are linked to an address nobody has proven.',
    file: 'packages/core/src/lib/sign-in/oauth/decide-link.ts',
    find: 'const bothVerified = providerVerified && isProven(userByEmail)',
    replace: 'const bothVerified = providerVerified',
    suite: 'packages/core/src/lib/sign-in/oauth/decide-link.test.ts',
    test: 'LNK-02',
  },
  {
    rule: 'LNK-01',
    bug: 'Who links an account that another user has just linked is told that the store failed.',
    file: 'packages/core/src/lib/sign-in/oauth/user.ts',
    find: "if (user) throw refusal('belongs-to-another-user', evidence)",
    replace: '',
    suite: 'test/flows/accounts.test.ts',
    test: 'link at the same moment',
  },
  {
    rule: 'LNK-03',
    bug: 'A user whose id only begins like the suggested one is deleted.',
    file: 'packages/core/src/lib/sign-in/roll-back.ts',
    find: 'if (user?.id === id && !theirs) await store.deleteUser?.(id)',
    replace: 'await store.deleteUser?.(id)',
    suite: 'test/flows/account-faults.test.ts',
    test: 'LNK-03 a user who cannot be created does not affect users whose id is a prefix of the suggested id',
  },
  {
    rule: 'LNK-05',
    bug: 'The signIn callback cannot refuse.',
    file: 'packages/core/src/lib/sign-in/gate.ts',
    find: 'if (verdict === true) return undefined',
    replace: 'if (verdict === true || verdict === false) return undefined',
    suite: 'test/flows/credentials.test.ts',
    test: 'LNK-05',
  },
  {
    rule: 'LNK-03',
    bug: 'Who had an address before its owner keeps the account and the session.',
    file: 'packages/core/src/lib/sign-in/first-proof.ts',
    find: 'if (sameId(user.id, signedInUserId) && !isBeingProven(user)) {',
    replace: 'if (!isBeingProven(user)) {',
    suite: 'test/flows/capabilities.test.ts',
    test: 'signs out a user who had the address without a proof',
  },
]
