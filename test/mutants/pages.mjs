/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'PAG-06',
    bug: 'Anything is written as the path of a mark.',
    file: 'packages/core/src/lib/pages/provider-mark.ts',
    find: "return typeof value === 'string' && PATH_DATA.test(value) ? value : undefined",
    replace: "return typeof value === 'string' ? value : undefined",
    suite: 'packages/core/src/lib/pages/sign-in.test.ts',
    test: 'have their initials',
  },
]
