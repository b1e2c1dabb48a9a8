/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'CSR-04',
    bug: 'Sec-Fetch-Site is not looked at.',
    file: 'packages/core/src/lib/csrf/origin-check.ts',
    find: "if (site !== null && site !== 'same-origin' && site !== 'none') {",
    replace: "if (site === 'never') {",
    suite: 'test/flows/csrf.test.ts',
    test: 'CSR-04',
  },
  {
    rule: 'CSR-02',
    bug: 'The token is not bound to the session.',
    file: 'packages/core/src/lib/csrf/token.ts',
    find: 'return `${token}|${issuedAt}|${binding}`',
    replace: 'return `${token}|${issuedAt}|${binding.length > 1e6}`',
    suite: 'test/flows/csrf.test.ts',
    test: 'CSR-02',
  },
  {
    rule: 'CSR-03',
    bug: 'A token that comes twice is taken.',
    file: 'packages/core/src/lib/csrf/token.ts',
    find: "if (!matches || request.duplicates.has('csrfToken')) {",
    replace: 'if (!matches) {',
    suite: 'test/flows/csrf.test.ts',
    test: 'two tokens',
  },
]
