/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'REL-02',
    bug: 'An authorized callback that throws lets everybody pass.',
    file: 'packages/core/src/lib/authorize.ts',
    find: "config.log.error(new AccessDenied('The `authorized` callback threw.', { err: asError(cause) }))",
    replace: 'return true',
    suite: 'test/flows/server-operations.test.ts',
    test: 'REL-02',
  },
  {
    rule: 'LOG-04',
    bug: 'A failure of the configuration is named to strangers.',
    file: 'packages/core/src/lib/answers/answer-failure.ts',
    find: "return row.page === 'error' && row.param === 'Configuration' ? 'Configuration' : error.type",
    replace:
      "return row.page === 'error' && row.param === 'Callback' ? 'Configuration' : error.type",
    suite: 'test/flows/configuration.test.ts',
    test: 'REL-02',
  },
  {
    rule: 'LOG-04',
    bug: 'What authorize throws reaches the caller as it is.',
    file: 'packages/core/src/lib/flows/callback/credentials.ts',
    find: 'if (isAuthError(cause)) throw cause',
    replace: `if (isAuthError(cause)) throw cause
    if (cause instanceof Error) throw cause`,
    suite: 'test/flows/credentials.test.ts',
    test: 'LOG-04',
  },
  {
    rule: 'OAU-05',
    bug: 'The answer to a sign-in that is not OAuth counts again and again.',
    file: 'packages/core/src/lib/flows/callback/oauth.ts',
    find: 'const jar = id === undefined ? sent : expireTransaction(sent, profile, id)',
    replace:
      'const jar = id === undefined || provider.config.protocol ? sent : expireTransaction(sent, profile, id)',
    suite: 'test/flows/redirect-protocol.test.ts',
    test: 'counts once',
  },
  {
    rule: 'OAU-05',
    bug: 'The `state` of a sign-in that is not OAuth is looked up, and not compared.',
    file: 'packages/core/src/lib/flows/callback/oauth.ts',
    find: "if (state !== undefined && !constantTimeEqual(state, parameters.get('state') ?? '')) {",
    replace:
      "if (state !== undefined && !provider.config.protocol && !constantTimeEqual(state, parameters.get('state') ?? '')) {",
    suite: 'test/flows/redirect-protocol.test.ts',
    test: 'with another state',
  },
  {
    rule: 'OAU-11',
    bug: 'A parameter of an answer that is not OAuth may stand there twice.',
    file: 'packages/core/src/lib/flows/callback/oauth.ts',
    find: '? request.duplicates.size > 0',
    replace: "? request.duplicates.has('state')",
    suite: 'test/flows/redirect-protocol.test.ts',
    test: 'stands there twice',
  },
  {
    rule: 'LNK-01',
    bug: 'Who is stored under another spelling of an address gets a second user.',
    file: 'packages/core/src/lib/flows/complete-sign-in.ts',
    find: 'return user ?? (otherSpelling === undefined ? null : getUserByEmail(otherSpelling))',
    replace: 'return user',
    suite: 'test/flows/accounts.test.ts',
    test: 'spelling of before',
  },
  {
    rule: 'RDR-07',
    bug: 'A page that is the action itself leads to itself.',
    file: 'packages/core/src/lib/flows/pages.ts',
    find: 'if (!url || url.pathname === new URL(original.url).pathname) return undefined',
    replace: "if (!url || original.url === '') return undefined",
    suite: 'test/flows/redirects.test.ts',
    test: 'RDR-07',
  },
]
