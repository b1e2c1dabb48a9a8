const CORE = 'packages/core/src/lib'
const SUITE = 'test/flows/limits.test.ts'

const SPEND = `${CORE}/limits/spend.ts`

/** Part of the title of the test about a warning in time. @type {(strategy: string, config: string, counting: string) => string} */
const inTime = (strategy, config, counting) =>
  `Mails, with '${strategy}' sessions, '${config}' and counting '${counting}', are warned of once`

/** @type {import('./row.d.ts').Rows} */
const unwarned = ['jwt', 'database'].flatMap((strategy) =>
  ['an object', 'a function'].flatMap((config) =>
    ['in memory', 'in the store'].map((counting) => ({
      rule: 'LIM-near',
      bug: 'Nobody is warned before the mails of all are used up.',
      path: `${strategy}, ${config}, ${counting}`,
      file: SPEND,
      find: "if (action === 'mail') await warnWhenNear(context, dues)",
      replace: '',
      suite: SUITE,
      test: inTime(strategy, config, counting),
    })),
  ),
)

/** What is counted for the warning, in memory and in the store. @type {import('./row.d.ts').Rows} */
const miscounted = [
  { counting: 'in memory', broken: '(limits.store?.spend(plain(beside)) ?? { allowed: true })' },
  {
    counting: 'in the store',
    broken: '(limits.store ? { allowed: true } : limits.counters.spend([beside]))',
  },
].flatMap(({ counting, broken }) =>
  [
    {
      bug: 'Mails are counted for the warning in the other place only.',
      find: '(limits.store?.spend(plain(beside)) ?? limits.counters.spend([beside]))',
      replace: broken,
    },
    {
      bug: 'The warning comes only once the mails of all are used up.',
      find: 'const NEAR = 0.8',
      replace: 'const NEAR = 1',
    },
    {
      bug: 'The warning comes with the first mail.',
      find: 'if (!spent.allowed)\n      log.warn(',
      replace: 'if (spent.allowed)\n      log.warn(',
    },
    {
      bug: 'What is counted for the warning is taken from the mails themselves.',
      find: 'key: `near-${due.key}`',
      replace: 'key: due.key',
    },
  ].map((row) => ({
    ...row,
    rule: 'LIM-near',
    path: counting,
    file: SPEND,
    suite: SUITE,
    test: inTime('jwt', 'an object', counting),
  })),
)

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  ...unwarned,
  ...miscounted,
  {
    rule: 'LIM-01',
    bug: 'Passwords are compared without spending anything.',
    file: `${CORE}/flows/credentials/callback.ts`,
    find: 'const tried = await spendTry(context, config, names)',
    replace: 'const tried = { giveBack: async () => undefined }',
    suite: SUITE,
    test: 'are verified five times from one address, and then refused (LIM-01, LIM-14)',
  },
  {
    rule: 'LIM-02',
    bug: 'Nothing is counted by account.',
    file: `${CORE}/limits/subjects.ts`,
    find: 'account: names,',
    replace: 'account: [],',
    suite: SUITE,
    test: '" from 40 addresses are verified ten times, with the same response for all (LIM-02, LIM-13)',
  },
  {
    rule: 'LIM-03',
    bug: 'A right password counts as a failure.',
    path: 'credentials',
    file: `${CORE}/flows/credentials/callback.ts`,
    find: '  await tried.giveBack()\n',
    replace: '',
    suite: SUITE,
    test: 'do not count when they are correct (LIM-03)',
  },
  {
    rule: 'LIM-10',
    bug: 'A known browser spends the budget of the account.',
    file: `${CORE}/limits/subjects.ts`,
    find: 'if (device) return { device }',
    replace: '',
    suite: SUITE,
    test: 'LIM-10',
  },
  {
    rule: 'LIM-10',
    bug: 'A browser that is known for one account is known for all.',
    file: `${CORE}/limits/device.ts`,
    find: "if (await macs.verify('device', describe(account), mac)) return device.id",
    replace: 'if (mac) return device.id',
    suite: SUITE,
    test: 'for one account in browsers known for another account share a budget (LIM-02, LIM-10)',
  },
  {
    rule: 'LIM-13',
    bug: 'A try that the account refuses is told.',
    file: `${CORE}/flows/credentials/callback.ts`,
    find: "if (tried.subject !== 'account') throw tooMany('password', tried)",
    replace: "throw tooMany('password', tried)",
    suite: SUITE,
    test: "equals the response to a wrong password when the account's budget is used up, cookies included (LIM-13)",
  },
  {
    rule: 'LIM-05',
    bug: 'Everybody whose address is unknown shares one budget.',
    file: `${CORE}/limits/subjects.ts`,
    find: 'address: listed(address),',
    replace: "address: [address ?? 'unknown'],",
    suite: SUITE,
    test: 'from unknown addresses do not share one budget of an address (LIM-05)',
  },
  {
    rule: 'LIM-09',
    bug: 'The first entry of a forwarded header counts.',
    file: `${CORE}/budgets/client-address.ts`,
    find: "value.split(',').at(-hops)",
    replace: "value.split(',').at(hops - 1)",
    suite: `${CORE}/budgets/client-address.test.ts`,
    test: 'LIM-09',
  },
  {
    rule: 'LIM-04',
    bug: 'IPv6 addresses count in full.',
    file: `${CORE}/budgets/address.ts`,
    find: "key: groups.slice(0, 4).join(':')",
    replace: "key: groups.join(':')",
    suite: `${CORE}/budgets/address.test.ts`,
    test: 'LIM-04',
  },
  {
    rule: 'LIM-05',
    bug: 'A private peer counts as the address of the client.',
    file: `${CORE}/budgets/client-address.ts`,
    find: 'return peer.isPublic && !isPassedOn ? peer : undefined',
    replace: 'return !isPassedOn ? peer : undefined',
    suite: `${CORE}/budgets/client-address.test.ts`,
    test: 'LIM-05',
  },
  {
    rule: 'LIM-06',
    bug: 'When there is no room, new keys are let through.',
    file: `${CORE}/budgets/memory.ts`,
    find: 'return times.size < maxKeys ? 0 : PAUSE',
    replace: 'return 0',
    suite: `${CORE}/budgets/memory.test.ts`,
    test: 'LIM-06',
  },
  {
    rule: 'LIM-15',
    bug: 'An attempt that the first budget refuses has keys made for all of them.',
    file: `${CORE}/limits/spend.ts`,
    find: 'const retryAfter = limits?.counters.wait(due) ?? 0',
    replace: 'const retryAfter = 0',
    suite: `${CORE}/limits/spend.test.ts`,
    test: 'has no key made for the budgets after the one that refuses (LIM-15)',
  },
  {
    rule: 'LIM-16',
    bug: 'While the store is away everything is let through.',
    file: `${CORE}/limits/spend.ts`,
    find: 'return due && refusal(due, { allowed, retryAfter })',
    replace: 'return due && undefined',
    suite: SUITE,
    test: 'LIM-16',
  },
  {
    rule: 'LIM-12',
    bug: 'What follows a plus sign is another mailbox.',
    file: `${CORE}/limits/names.ts`,
    find: ".split('+')",
    replace: ".split('\\n')",
    suite: SUITE,
    test: 'to one mailbox are limited to five an hour over 200 browsers and addresses and four spellings, with the same response (MAG-11, LIM-12, LIM-13)',
  },
  {
    rule: 'LIM-11',
    bug: 'Codes are compared without counting those of other mails.',
    file: `${CORE}/flows/email/callback.ts`,
    find: 'const tried = await spendGuess(context, transactions)',
    replace: 'const tried = { giveBack: async () => undefined }',
    suite: SUITE,
    test: 'LIM-11',
  },
  {
    rule: 'LIM-18',
    bug: 'Retry-After is rounded down.',
    file: `${CORE}/limits/spend.ts`,
    find: 'const seconds = Math.ceil(retryAfter / 1000)',
    replace: 'const seconds = Math.floor(retryAfter / 1000) - 1',
    suite: SUITE,
    test: 'LIM-07',
  },
  {
    rule: 'LIM-17',
    bug: 'The keys in the store are readable.',
    file: `${CORE}/limits/subjects.ts`,
    find: 'key: mac.slice(0, 22)',
    replace: 'key: `${mac.slice(0, 2)}${identity}`',
    suite: SUITE,
    test: 'LIM-17',
  },
  {
    rule: 'LOG-03',
    bug: 'Sign-ins that are refused over HTTP are told nobody.',
    path: 'HTTP',
    file: `${CORE}/auth.ts`,
    find: 'if (attempt) await',
    replace: 'if (!attempt && known.config && attempt) await',
    suite: 'test/flows/refused-sign-ins.test.ts',
    test: 'LOG-03',
  },
  {
    rule: 'LOG-03',
    bug: 'Sign-ins that are refused in code are told nobody.',
    path: 'signIn() in code',
    file: `${CORE}/server-operations.ts`,
    find: '    await tellRefused({ ...context, request }, thrown)\n',
    replace: '',
    suite: 'test/flows/refused-sign-ins.test.ts',
    test: 'LOG-03',
  },
]
