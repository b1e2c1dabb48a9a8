/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'MIGRATE-codemod',
    bug: 'The codemod forgets to take sessions over.',
    path: 'version 5',
    file: 'packages/cli/src/lib/codemod/options.ts',
    find: "lacks(object, 'migrate') ? [migrateMember(source, until, object)] : []",
    replace: '[]',
    suite: 'packages/cli/src/codemod.test.ts',
    test: 'the configuration of the documentation',
  },
  {
    rule: 'MIGRATE-codemod',
    bug: 'Pages that withAuth guarded are open after the codemod.',
    path: 'version 4',
    file: 'packages/cli/src/lib/codemod/find-move.ts',
    find: 'guarded: true',
    replace: 'guarded: false',
    suite: 'packages/cli/src/codemod.test.ts',
    test: 'a guard that is exported again closes its pages',
  },
  {
    rule: 'MIGRATE-codemod',
    bug: 'A guard that asks for a role is opened to everybody who is signed in.',
    path: 'version 4',
    file: 'packages/cli/src/lib/codemod/guard.ts',
    find: "names.includes('token') && PRESENCE.test(text)",
    replace: "names.includes('token')",
    suite: 'packages/cli/src/codemod.test.ts',
    test: 'a guard that asks for a role is left',
  },
]
