/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'LNK-03',
    bug: 'An address that a process had claimed when it died is taken for ever.',
    file: 'adapters/unstorage/src/lib/addresses.ts',
    find: `const found = await holder(address)
          return found !== null && found.id !== user.id`,
    replace: `const found = await find(address)
          return found !== undefined && found !== user.id`,
    suite: 'adapters/unstorage/src/single-writer-faults.test.ts',
    test: 'unstorageAdapter with the option singleWriter lets another user take what',
  },
  {
    rule: 'LNK-03',
    bug: 'A write that failed leaves behind what it had claimed.',
    file: 'adapters/unstorage/src/lib/guard.ts',
    find: 'await takeBack().catch(() => undefined)',
    replace: '',
    suite: 'adapters/unstorage/src/single-writer-faults.test.ts',
    test: 'leaves no claim when',
  },
  {
    rule: 'LNK-04',
    bug: 'A process that writes alone looks whether a key is free, and somebody else takes it before the write.',
    file: 'adapters/unstorage/src/lib/guard.ts',
    find: 'run: queue.run,',
    replace: 'run: (_key, work) => work(),',
    suite: 'adapters/unstorage/src/single-writer.test.ts',
    test: 'let one of',
  },
  {
    rule: 'SES-11',
    bug: 'A session that was ended can be used for as long as another call still writes it.',
    file: 'adapters/unstorage/src/lib/queue.ts',
    find: 'const result = (last.get(key) ?? Promise.resolve()).then(work)',
    replace: 'const result = work()',
    suite: 'adapters/unstorage/src/session-writes.test.ts',
    test: 'not even for a moment',
  },
  {
    rule: 'SES-11',
    bug: 'A session keeps the user as it was before a change at the same time.',
    file: 'adapters/unstorage/src/lib/session-writes.ts',
    find: "if (copy !== null && copy.revision === now?.revision) return 'kept'",
    replace: "if (copy !== null) return 'kept'",
    suite: 'adapters/unstorage/src/interleavings.test.ts',
    test: 'leaves no session with an outdated user after',
  },
  {
    rule: 'SES-13',
    bug: 'A session whose deletion failed half-way cannot be ended with the others any more.',
    file: 'adapters/unstorage/src/lib/session-writes.ts',
    find: `await store.remove('session', id)
    await store.forget(note)`,
    replace: `await store.forget(note)
    await store.remove('session', id)`,
    suite: 'adapters/unstorage/src/session-writes.test.ts',
    test: 'leaves no session that the next try does not delete:',
  },
  {
    rule: 'SES-13',
    bug: 'A session that was ended comes back when another process is just writing it.',
    file: 'adapters/unstorage/src/lib/session-writes.ts',
    find: 'if (ended) {',
    replace: 'if (ended && now === null) {',
    suite: 'adapters/unstorage/src/interleavings.test.ts',
    test: 'does not restore a deleted session after',
  },
  {
    rule: 'LNK-03',
    bug: 'A deletion that fails half-way leaves a deleted user signed in.',
    file: 'adapters/unstorage/src/lib/users.ts',
    find: `// First, because sessions answer from copies: a deletion that fails half-way leaves nobody signed in.
    await sessions.endAll(userId)`,
    replace: '',
    suite: 'adapters/unstorage/src/session-writes.test.ts',
    test: 'leaves no session of the user, and is completed by the next deleteUser',
  },
]
