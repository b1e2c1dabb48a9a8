const INDEX = 'frameworks/h3/src/index.ts'
const SCOPES = 'frameworks/h3/src/lib/scopes.ts'
const OPERATIONS = 'frameworks/h3/src/lib/operations.ts'
const SUITE = 'frameworks/h3/src/index.test.ts'
const V1 = 'frameworks/h3/src/v1.ts'
const EVENTS = 'frameworks/h3/src/lib/node-events.ts'
const NODE_SCOPES = 'frameworks/h3/src/lib/node-scopes.ts'
const V1_SUITE = 'frameworks/h3/src/v1.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'CKI-12',
    bug: 'The cookie of a renewed session is lost.',
    path: 'h3 2',
    file: SCOPES,
    find: 'return visit.own.apply(await makeResponse(event, value))',
    replace: 'return makeResponse(event, value)',
    suite: SUITE,
  },
  {
    rule: 'CKI-12',
    bug: 'The cookie of a session that was read before a failure is lost.',
    path: 'h3 2, failure',
    file: SCOPES,
    find: '      if (!refused) prepare(event, visit.own)\n',
    replace: '',
    suite: SUITE,
  },
  {
    rule: 'CKI-12',
    bug: 'Headers that were prepared make an action public.',
    path: 'h3 2, actions',
    file: INDEX,
    find: 'return withHeaders(response, await takePrepared(event, response.status))',
    replace: "return withHeaders(response, await takePrepared(event, response.status), 'prepared')",
    suite: SUITE,
  },
  {
    rule: 'NITRO-cache',
    bug: 'What a rule keeps for others carries the cookie of who asked first.',
    file: SCOPES,
    find: 'if (isCached(event)) visit.own.takeCookies()',
    replace: '',
    suite: SUITE,
  },
  {
    rule: 'NITRO-cache',
    bug: 'A handler that a cache runs for everybody is told who asked first.',
    path: 'cached handler',
    file: SCOPES,
    find: 'const isInside = readCookies(event) !== visit.cookie',
    replace: 'const isInside = false',
    suite: SUITE,
  },
  {
    rule: 'CSR-04',
    bug: 'A form of the application signs in without a look at where it is from.',
    path: 'h3',
    file: OPERATIONS,
    find: 'submit(event, action, body ?? (await readBody(event)))',
    replace:
      "operations.signIn(event, 'credentials', Object.fromEntries((await readBody(event)) as FormData))",
    suite: SUITE,
    test: 'A form from another site and a wrong password throw an error in h3 2 and sign nobody in (CSR-04)',
  },
  {
    rule: 'NITRO-owns',
    bug: 'Pages of the application under the base path are taken for actions.',
    file: INDEX,
    find: '!engine().owns(req.url)',
    replace: "!new URL(req.url).pathname.startsWith('/auth/')",
    suite: SUITE,
  },
  {
    rule: 'NITRO-cache',
    bug: 'What a rule of Nitro 2 keeps for everybody shows who asked first.',
    path: 'h3 1, rule',
    file: EVENTS,
    find: 'return isKept || isInsideCache(event)',
    replace: 'return (isKept && false) || isInsideCache(event)',
    suite: V1_SUITE,
  },
  {
    rule: 'NITRO-cache',
    bug: 'A handler that a cache of Nitro 2 runs for everybody is told who asked first.',
    path: 'h3 1, cached handler',
    file: EVENTS,
    find: 'return isKept || isInsideCache(event)',
    replace: 'return isKept',
    suite: V1_SUITE,
  },
  {
    rule: 'NITRO-body',
    bug: 'The body that middleware has read is not handed over to the actions.',
    path: 'h3 1',
    file: V1,
    find: '    await shareBody(req)\n',
    replace: '',
    suite: V1_SUITE,
  },
  {
    rule: 'NITRO-late-reading',
    bug: 'A request of the application to itself extends a session whose cookie it cannot set.',
    path: 'h3 1',
    file: NODE_SCOPES,
    find: 'isNested(event) ? readOnly(source) : source',
    replace: 'source',
    suite: V1_SUITE,
  },
  {
    rule: 'CKI-12',
    bug: 'What was read before a sign-out in the same request sets the session again.',
    path: 'h3 1',
    file: V1,
    find: '    drop(event)\n',
    replace: '',
    suite: V1_SUITE,
  },
]
