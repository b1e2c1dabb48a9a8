export const rows = String.raw`
MIGRATE-codemod Pages that withAuth guarded are open after the codemod.
  packages/cli/src/lib/codemod/find-move.ts
  - { ...context, authorized }
  + { ...context, authorized: undefined }
  packages/cli/src/codemod.test.ts
MIGRATE-codemod A guard that asks for a role admits every signed-in user.
  packages/cli/src/lib/codemod/guard-rules.ts
  - === 'token' && PRESENCE.test(text)
  + === 'token'
  packages/cli/src/codemod.test.ts
PERF-16 A batch waits for locked rows and keeps its own locked.
  packages/cli/src/lib/prune.ts
  - limit \${rows} for update skip locked
  + limit \${rows} for update
  packages/cli/src/prune.test.ts
REV-16 Stored sessions of others are deleted as well.
  packages/cli/src/lib/revoke.ts
  - if (whose === 'all') return
  + return
  packages/cli/src/revoke.test.ts
REV-16 An ending has the generation of the latest one.
  packages/cli/src/lib/revoke.ts
  - (await findLatest(connection, table, about)) + 1
  + await findLatest(connection, table, about)
  packages/cli/src/revoke.test.ts
REV-16 An id is put into a statement as it is.
  packages/cli/src/lib/revoke.ts
  - return \`'\${text.replaceAll("'", "''")}'\`
  + return \`'\${text}'\`
  packages/cli/src/revoke.test.ts
`
