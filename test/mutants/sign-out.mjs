const FLOW = 'packages/core/src/lib/sign-out/end-session.ts'
const PROOF = 'test/flows/first-proof.test.ts'
const EVERYWHERE = 'test/flows/sign-out-everywhere.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'REL-03',
    bug: 'Who signs out of a sealed session while the store is down stays signed in.',
    path: 'jwt, signout',
    file: FLOW,
    find: 'await (isSealed ? revokeSealed(context) : revoke(context))',
    replace: 'await (isSealed ? revoke(context) : revoke(context)); void revokeSealed',
    suite: PROOF,
    test: 'signs out by a form while the store is down',
  },
  {
    rule: 'REL-03',
    bug: 'Who signs out of a taken-over session while the store is down stays signed in.',
    path: 'jwt, taken over, signout',
    file: FLOW,
    find: 'const jar = clearSessionCookie(context)',
    replace: `const { profile } = context
  const jar = context.jar.deleteChunked(profile.cookies.sessionToken)
  void clearSessionCookie`,
    suite: 'test/peer/first-proof.test.ts',
    test: 'signs out while the store is down',
  },
  {
    rule: 'REL-03',
    bug: 'The sign-out of a session in the store loses the cookie although the store failed.',
    path: 'database, signout',
    file: FLOW,
    find: "const isSealed = context.config.session.strategy === 'jwt'",
    replace: 'const isSealed = true',
    suite: 'test/flows/sessions-database.test.ts',
    test: 'REL-03 keeps the cookie when a sign-out could not delete the session',
  },
  {
    rule: 'REL-03',
    bug: 'A server that signs out while the store is down is not told of the cookies.',
    path: 'jwt, server operation',
    file: FLOW,
    find: 'if (error instanceof SignOutError) error.cookies = jar.changes()',
    replace: '',
    suite: PROOF,
    test: 'ends in the browser also at a sign-out by the server of the application (REL-03)',
  },
  {
    rule: 'REL-03',
    bug: 'A server action that signs out while the store is down leaves the cookie.',
    path: 'jwt, server action',
    file: 'frameworks/next/src/lib/server-functions.ts',
    find: 'await work(await currentRequest()).catch(failWithCookies)',
    replace: 'await work(await currentRequest())',
    suite: 'frameworks/next/src/lib/server-functions.test.ts',
    test: 'signOut that fails',
  },
  {
    rule: 'REL-05',
    bug: 'The page says that nobody was signed out, although the cookie was deleted.',
    path: 'jwt, page',
    file: 'packages/core/src/lib/failures/failure-result.ts',
    find: 'const texts = endsSession(failure) ? 500 : status',
    replace: 'const texts = status; void endsSession',
    suite: PROOF,
    test: 'signs out by a form while the store is down',
  },
  {
    rule: 'REL-03',
    bug: 'A page shows somebody as signed in whose sealed session ended with a sign-out that failed.',
    path: 'jwt, page of React',
    file: 'packages/client/src/lib/session-store.ts',
    find: `await refresh(true).catch(() => undefined)
      throw error`,
    replace: 'throw error',
    suite: 'packages/react/src/lib/actions.test.tsx',
    test: 'handle a failing sign-out of a session that',
  },
  {
    rule: 'REL-03',
    bug: 'Other tabs are not told of a sign-out that failed.',
    path: 'jwt, other tabs',
    file: 'packages/client/src/lib/sign-out.ts',
    find: 'formPost(fields)).finally(connection.notify)',
    replace: 'formPost(fields))',
    suite: 'packages/client/src/lib/auth-client.test.ts',
    test: 'rejects a failed sign-out and stays on the page',
  },
  ...['jwt', 'database']
    .flatMap((strategy) => [
      {
        rule: 'SES-13',
        bug: 'A sign-out everywhere ends the session of one browser.',
        path: `${strategy}, signout`,
        file: FLOW,
        find: 'if (isForAll(context)) await (await loadEverywhere()).endOthers(context)',
        replace: '',
        suite: EVERYWHERE,
        test: `strategy ${strategy} SES-13 with the fields {"everywhere":"true"}`,
      },
      {
        rule: 'SES-13',
        bug: 'A sign-out everywhere where sessions cannot be ended pretends to have ended them.',
        path: `${strategy}, signout`,
        file: FLOW,
        find: 'if (isForAll(context)) (await loadEverywhere()).requireEndings(context.config)',
        replace: '',
        suite: EVERYWHERE,
        test: `strategy ${strategy} names what is missing`,
      },
      {
        rule: 'REV-01',
        bug: 'A session that has ended ends those that its user has opened since.',
        path: `${strategy}, signout`,
        file: 'packages/core/src/lib/sign-out/everywhere.ts',
        find: 'if (!current) return',
        replace:
          "if (!current) return endSessions(config, { kind: 'user', id: 'id-of-ada' }, 'sign-out')",
        suite: EVERYWHERE,
        test: `strategy ${strategy} REV-01 does nothing`,
      },
    ])
    .filter(
      ({ rule, path, bug }) =>
        !(rule === 'REV-01' && path.startsWith('jwt')) &&
        !(bug.includes('pretends') && path.startsWith('database')),
    ),
]
