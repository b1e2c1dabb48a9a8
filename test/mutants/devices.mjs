const FLOW = 'packages/core/src/lib/actions/devices.ts'
const SESSIONS = 'packages/core/src/lib/sessions/api/list.ts'
const ACTION = 'test/flows/devices-action.test.ts'

const TOLD = 'packages/core/src/lib/sessions/endings/told.ts'
const WHY = 'test/flows/told-why.test.ts'

const STRATEGIES = ['jwt', 'database']

/** @type {import('./row.d.ts').Rows} */
const onBoth = [
  {
    rule: 'REV-12',
    bug: 'The page ends the sessions of other devices for anybody who has an old session.',
    file: FLOW,
    find: 'requireFresh(config, current, freshFor(context))',
    replace: '',
    suite: ACTION,
    test: 'REV-12 requires a new sign-in',
  },
  {
    rule: 'SES-13',
    bug: 'Signing out everywhere else signs out here as well.',
    file: FLOW,
    find: 'id: owner, except, generation }',
    replace: 'id: owner }',
    suite: ACTION,
    test: 'SES-13 ends all other sessions',
  },
  {
    rule: 'SES-13',
    bug: 'Signing out everywhere leaves the browser signed in that asks for it.',
    file: FLOW,
    find: "if (asked.end === 'all') return signOut(context)",
    replace: '',
    suite: ACTION,
    test: 'SES-13 ends every session of the user',
  },
  {
    rule: 'REV-13',
    bug: 'The list calls a device by the id of its session.',
    file: SESSIONS,
    find: 'id: await deviceId(config, sessionId),',
    replace: 'id: sessionId,',
    suite: ACTION,
    test: 'SES-13 REV-13 shows a page',
  },
  {
    rule: 'CSR-01',
    bug: 'Sessions of other devices are ended without a CSRF token, and for other sites.',
    file: 'packages/core/src/lib/actions/actions.ts',
    find: 'POST: { ...CHANGE, run: async (context) => (await devices()).endDevices(context) },',
    replace: 'POST: { ...READ, run: async (context) => (await devices()).endDevices(context) },',
    suite: ACTION,
    test: 'CSR-01 ends nothing',
  },
  {
    rule: 'ALT-02',
    bug: 'A page of the application at the address of the list is open to everybody.',
    file: 'packages/core/src/lib/engine/authorize.ts',
    find: 'if (pathname.startsWith(actionBase) && isFree(config, pathname.slice(actionBase.length)))\n    return false',
    replace: '',
    suite: ACTION,
    test: 'does not exist without `session.devices`',
  },
  {
    rule: 'SES-13',
    bug: 'A script that names a device of somebody else is told another thing than one that names none.',
    file: FLOW,
    find: 'else if (!acceptsPage(context.request)) throw noSuchDevice()',
    replace:
      "else if (!acceptsPage(context.request)) throw asked.device.length > 20 ? new Error('x') : noSuchDevice()",
    suite: ACTION,
    test: 'SES-13 has the same response for the device of another user',
  },
]

/** @type {import('./row.d.ts').Rows} */
const aboutReasons = [
  {
    rule: 'REV-14',
    bug: 'Why a session is over is said again and again.',
    file: TOLD,
    find: 'jar: jar.delete(cookie) }',
    replace: 'jar }',
    suite: WHY,
    test: 'REV-14 says once',
  },
  {
    rule: 'REV-14',
    bug: 'Any word of a cookie counts as the reason of an ending.',
    file: TOLD,
    find: 'isWord(word) ? word : undefined',
    replace: "isWord(word) ? word : 'other'",
    suite: WHY,
    test: 'REV-14 shows nothing of a cookie with other words',
  },
  {
    rule: 'REV-14',
    bug: 'Nothing is said where the session was refused without a cookie.',
    file: 'packages/core/src/lib/sessions/why-ended.ts',
    find: "return read((await strategy.read(context, 'server')).jar)",
    replace: 'return read(context.jar)',
    suite: WHY,
    test: 'REV-14 says so in another process',
  },
]

const CHANGES = 'test/flows/account-changes.test.ts'
const NEW = 'test/flows/new-device.test.ts'

/** @type {import('./row.d.ts').Rows} */
const aboutPeople = [
  {
    rule: 'REV-15',
    bug: 'A new password leaves the other sessions open.',
    file: 'packages/core/src/lib/sessions/api/changes.ts',
    find: "'password-changed': { ends: 'others',",
    replace: "'password-changed': { ends: 'none',",
    suite: CHANGES,
    test: 'REV-15 A change of an account',
  },
  {
    rule: 'REV-15',
    bug: 'A disabled user stays signed in where the request is theirs.',
    file: 'packages/core/src/lib/sessions/api/changes.ts',
    find: "'user-disabled': { ends: 'all',",
    replace: "'user-disabled': { ends: 'others',",
    suite: CHANGES,
    test: 'REV-15 A change of an account',
  },
  {
    rule: 'REV-15',
    bug: 'What the application says in place of the table is not heeded.',
    file: 'packages/core/src/lib/sessions/api/changes.ts',
    find: 'ends: endOn[change] ?? ends',
    replace: 'ends',
    suite: CHANGES,
    test: 'ends what `session.endOn` says',
  },
  {
    rule: 'LOG-03',
    bug: 'A browser is new at every sign-in.',
    file: 'packages/core/src/lib/limits/new-device.ts',
    find: 'device?.users.some((one) => macs.includes(one)) ?? false',
    replace: 'false',
    suite: NEW,
    test: 'LOG-03 The event newDevice',
  },
  {
    rule: 'LOG-03',
    bug: 'The limits forget for whom a browser is known to the event.',
    file: 'packages/core/src/lib/limits/device.ts',
    find: 'jar.next(profile.device.name)',
    replace: 'jar.get(profile.device.name)',
    suite: NEW,
    test: 'tells of a sign-in in another browser',
  },
]

/** @type {import('./row.d.ts').Rows} */
const onOne = [
  {
    rule: 'REV-05',
    bug: 'A session that a clock behind has opened after an ending of all is not listed.',
    path: 'jwt, opened',
    file: 'packages/core/src/lib/sessions/devices/registry.ts',
    find: 'Math.max(config.clock(), since + 1)',
    replace: 'config.clock() + 0 * since',
    suite: 'test/flows/sessions-list.test.ts',
    test: 'opened and used after an ending of all',
  },
  {
    rule: 'REV-05',
    bug: 'A session that a clock behind has extended after an ending of all is not listed any more.',
    path: 'jwt, extended',
    file: 'packages/core/src/lib/sessions/devices/registry.ts',
    find: 'Math.max(config.clock(), device.lastSeenAt.getTime())',
    replace: 'config.clock()',
    suite: 'test/flows/sessions-list.test.ts',
    test: 'opened and used after an ending of all',
  },
  {
    rule: 'REV-13',
    bug: 'The list has sessions that another process ended, until this one has heard of it.',
    path: 'jwt',
    file: 'packages/core/src/lib/sessions/api/sessions.ts',
    find: 'await catchUpTo(context.config, 0)',
    replace: '',
    suite: 'test/flows/sessions-api.test.ts',
    test: 'strategy jwt REV-13 lists no session that another process has ended',
  },
  {
    rule: 'REV-14',
    bug: 'Nothing is said by a process that has not heard of the ending yet.',
    path: 'jwt',
    file: 'packages/core/src/lib/sessions/why-ended.ts',
    find: 'await askForEndings(context.config)',
    replace: '',
    suite: WHY,
    test: 'strategy jwt REV-14 says so in a process that has not heard of it',
  },
  {
    rule: 'REV-12',
    bug: 'A session that another process has just ended can end the others of its user.',
    path: 'jwt',
    file: 'packages/core/src/lib/actions/require-session-page.ts',
    find: 'await catchUpTo(context.config, 0)',
    replace: '',
    suite: ACTION,
    test: 'strategy jwt REV-12 shows nothing to a session that another process has ended',
  },
  {
    rule: 'REV-13',
    bug: 'A store that cannot end the sessions of a user may list them.',
    path: 'database',
    file: 'packages/core/src/lib/config/store.ts',
    find: "devices && strategy === 'database'",
    replace: 'false',
    suite: 'packages/core/src/lib/config/capabilities.test.ts',
    test: 'needs the capability "revocation" only for sessions in a database',
  },
  {
    rule: 'LGO-04',
    bug: 'The list has sessions whose provider ended all those of its user.',
    path: 'jwt',
    file: 'packages/core/src/lib/sessions/endings/look-up.ts',
    find: ' || endedWithSubject(known, device)',
    replace: '',
    suite: 'test/flows/backchannel-logout.test.ts',
    test: 'are not listed by another process',
  },
  {
    rule: 'REV-14',
    bug: 'Whoever signed out is told that the session is over.',
    path: 'jwt',
    file: TOLD,
    find: 'if (reason === undefined || UNTOLD.has(reason)) return undefined',
    replace: 'if (reason === undefined) return undefined',
    suite: WHY,
    test: 'strategy jwt says nothing of why after a sign-out',
  },
  {
    rule: 'REV-14',
    bug: 'A store of sessions forgets why they ended.',
    path: 'database',
    file: 'packages/core/src/lib/sessions/endings/endings.ts',
    find: 'await keepReason(config, sessionIds, {',
    replace: 'await keepReason(config, [], {',
    suite: WHY,
    test: 'strategy database REV-14 says once',
  },
]

/** @type {import('./row.d.ts').Rows} */
const onEach = [...onBoth, ...aboutReasons].flatMap((row) =>
  STRATEGIES.map((path) => ({ ...row, path, test: `strategy ${path} ${row.test}` })),
)

/** @type {import('./row.d.ts').Rows} */
const aboutAccounts = [
  {
    rule: 'REV-12',
    bug: 'An old session removes accounts.',
    file: 'packages/core/src/lib/actions/account-changes.ts',
    find: 'requireFresh(config, current, freshFor(config))',
    replace: '',
    suite: 'test/flows/account-page.test.ts',
    test: 'REV-12 with page',
  },
  {
    rule: 'ALT-05',
    bug: 'Two removals at the same moment leave no way in.',
    file: 'packages/core/src/lib/sign-in/ways-in.ts',
    find: 'if (!canSpare(left)) {',
    replace: 'if (left === undefined) {',
    suite: 'test/flows/account-page.test.ts',
    test: 'ALT-05 LNK-06 leaves a way in',
  },
  {
    rule: 'ALT-05',
    bug: 'An address that nobody has proven counts as a way in.',
    file: 'packages/core/src/lib/sign-in/ways-in.ts',
    find: "hasKind(config, 'email') && isProven(user)",
    replace: "hasKind(config, 'email')",
    suite: 'test/flows/account-page.test.ts',
    test: 'ALT-05 with a mail provider and an unproven',
  },
  {
    rule: 'CSR-01',
    bug: 'Accounts are removed without a CSRF token.',
    file: 'packages/core/src/lib/actions/actions.ts',
    find: 'POST: { ...CHANGE, run: async (context) => (await account()).changeWays(context) },',
    replace: 'POST: { ...READ, run: async (context) => (await account()).changeWays(context) },',
    suite: 'test/flows/account-page.test.ts',
    test: 'CSR-01 removes nothing',
  },
].flatMap((row) =>
  STRATEGIES.map((path) => ({ ...row, path, test: `strategy ${path} ${row.test}` })),
)

/** @type {import('./row.d.ts').Rows} */
export const mutants = [...onEach, ...aboutPeople, ...onOne, ...aboutAccounts]
