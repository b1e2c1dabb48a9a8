const folder = 'packages/core/src/lib/framework'
const suite = `${folder}/visits.test.ts`

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'VISIT-isolation',
    bug: 'What is called while a request is served does not find it.',
    file: `${folder}/visits.ts`,
    find: 'run: (visit, work) => (storage ? storage.run(visit, work) : work()),',
    replace: 'run: (_visit, work) => work(),',
    suite,
  },
  {
    rule: 'VISIT-session',
    bug: 'A request without a session is let through where the verdict allows it.',
    file: `${folder}/visits.ts`,
    find: "if (verdict.kind === 'allow' && session) return session",
    replace: "if (verdict.kind === 'allow') return session as S",
    suite,
  },
  {
    rule: 'VISIT-session',
    bug: 'A session is enough, whatever the verdict says.',
    path: 'verdict',
    file: `${folder}/visits.ts`,
    find: "if (verdict.kind === 'allow' && session) return session",
    replace: 'if (session) return session',
    suite,
  },
  {
    rule: 'VISIT-sign-in-page',
    bug: 'A script that is refused for a failure of the server is sent to sign in.',
    file: `${folder}/visits.ts`,
    find: "(verdict.kind === 'refuse' && verdict.status === 401)",
    replace: "verdict.kind === 'refuse'",
    suite,
  },
  {
    rule: 'VISIT-late-reading',
    bug: 'A session that is read after the response is extended, and its cookie lost.',
    file: `${folder}/open-scope.ts`,
    find: '      } finally {\n        isClosed = true\n',
    replace: '      } finally {\n        isClosed = false\n',
    suite,
  },
  {
    rule: 'VISIT-late-reading',
    bug: 'The page about an error cannot renew the session.',
    path: 'served again',
    file: `${folder}/open-scope.ts`,
    find: '    async serve(next, { done, failed }) {\n      isClosed = false\n',
    replace: '    async serve(next, { done, failed }) {\n',
    suite,
  },
  {
    rule: 'VISIT-redirection',
    bug: 'Code that wants no redirection is redirected.',
    file: `${folder}/form-actions.ts`,
    find: "'redirect' in options && options.redirect === false",
    replace: "'redirect' in options && options.redirect === true",
    suite,
  },
  {
    rule: 'CKI-12',
    bug: 'Headers that were prepared make a response public.',
    path: 'withHeaders',
    file: `${folder}/response-headers.ts`,
    find: "else if (wins === 'prepared' || !headers.has(name)) headers.set(name, value)",
    replace: 'else headers.set(name, value)',
    suite,
  },
]
