const LIKENESS = 'packages/core/src/lib/config/likeness.ts'
const REUSE = 'packages/core/src/lib/config/reuse.ts'
const UNIT = 'packages/core/src/lib/config/reuse.test.ts'
const CONTRACT = 'test/contract/core-function.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'INIT-function',
    bug: 'Callbacks of an earlier request are called for a later one.',
    file: REUSE,
    find: 'callbacks: { ...input.callbacks },',
    replace: '',
    suite: UNIT,
    test: 'has callbacks, events and logger of its own',
  },
  {
    rule: 'INIT-function',
    bug: 'Providers have the functions of an earlier request.',
    file: REUSE,
    find: "return from('providers', 'adapter', 'logger').providers",
    replace: "return from('adapter', 'logger').providers",
    suite: UNIT,
    test: 'has providers with functions of its own',
  },
  {
    rule: 'INIT-function',
    bug: 'The store of an earlier request is written to.',
    file: REUSE,
    find: "return from('adapter', 'logger').adapter",
    replace: 'return config.adapter',
    suite: UNIT,
    test: 'has the store and the session functions of its own',
  },
  {
    rule: 'INIT-function',
    bug: 'What is said of a session goes to the store of an earlier request.',
    path: 'database',
    file: REUSE,
    find: "? ['adapter', 'logger'] : []",
    replace: '? [] : []',
    suite: UNIT,
    test: 'has a store that reports there',
  },
  {
    rule: 'INIT-function',
    bug: 'A configuration counts as the same though an object within it was changed.',
    file: REUSE,
    find: 'snapshot(content(input)) as',
    replace: 'content(input) as',
    suite: UNIT,
    test: 'since an object within it was changed',
  },
  {
    rule: 'INIT-function',
    bug: 'A tenant is given the configuration of another.',
    file: LIKENESS,
    find: "return alike ? 'same' : 'different'",
    replace: "return 'same'",
    suite: UNIT,
    test: 'in the secret is resolved by itself',
  },
  {
    rule: 'INIT-function',
    bug: 'What is kept has no bound.',
    file: REUSE,
    find: 'entries.slice(0, ENTRIES - 1)',
    replace: 'entries',
    suite: UNIT,
    test: 'has a bound, and what was used last stays',
  },
  {
    rule: 'INIT-function',
    bug: 'A function makes a new object for each request, and each sign-in discovers the server again.',
    file: REUSE,
    find: 'servers: createCache<StaleWhileRevalidate<unknown>>({ entries: SERVERS }),',
    replace: '',
    suite: CONTRACT,
    test: 'customFetch asks also for discovery document, keys and tokens',
  },
]
