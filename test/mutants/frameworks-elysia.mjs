const SCOPES = 'frameworks/elysia/src/lib/scopes.ts'
const SCOPES_TEST = 'frameworks/elysia/src/lib/scopes.test.ts'
const PLUGIN = 'frameworks/elysia/src/index.ts'
const PLUGIN_TEST = 'frameworks/elysia/src/index.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'CKI-12',
    bug: 'A session that a handler reads is never renewed, and a cache may keep its page.',
    path: 'Elysia',
    file: SCOPES,
    find: 'scope.apply(response) : response',
    replace: 'response : response',
    suite: SCOPES_TEST,
  },
  {
    rule: 'CKI-12',
    bug: 'Two plugins around a request set the cookie twice.',
    path: 'Elysia, twice',
    file: SCOPES,
    find: '    if (scopes.has(request)) return serve()\n',
    replace: '',
    suite: SCOPES_TEST,
  },
  {
    rule: 'ELYSIA-late-reading',
    bug: 'A session that a stream reads is extended, and its cookie lost.',
    file: SCOPES,
    find: '    isSent = true\n',
    replace: '',
    suite: SCOPES_TEST,
  },
  {
    rule: 'ELYSIA-owns',
    bug: 'Pages of the application under the base path are taken for actions.',
    file: SCOPES,
    find: 'engine().owns(request.url)',
    replace: "new URL(request.url).pathname.startsWith('/auth/')",
    suite: SCOPES_TEST,
  },
  {
    rule: 'ALT-02',
    bug: 'A route that needs a session runs without one.',
    path: 'Elysia',
    file: PLUGIN,
    find: 'return refused ?? { session: await scope.auth() }',
    replace: 'return refused && { session: await scope.auth() }',
    suite: PLUGIN_TEST,
  },
  {
    rule: 'ALT-02',
    bug: 'The verdict of the callback is asked for, and does not count.',
    path: 'Elysia, authorized',
    file: PLUGIN,
    find: 'refuse(context, await find(context.request).authorize()) ?? {}',
    replace: 'refuse(context, await find(context.request).authorize()) && {}',
    suite: PLUGIN_TEST,
  },
  {
    rule: 'ELYSIA-redirection',
    bug: 'The address of the sign-in page is lost, of which Elysia keeps the status alone.',
    file: PLUGIN,
    find: 'Object.assign(set.headers, Object.fromEntries(refused.headers))',
    replace: 'void set',
    suite: PLUGIN_TEST,
  },
]
