const AUTH = 'frameworks/node/src/lib/node-auth.ts'
const HEAD = 'packages/core/src/lib/framework/node-head.ts'
const RESPONSE = 'frameworks/node/src/lib/response.ts'
const SUITE = 'frameworks/node/src/node.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'CKI-12',
    bug: 'What was read before a sign-out in the same request sets the session again.',
    file: AUTH,
    find: 'scopes.get(request)?.takeCookies()',
    replace: 'scopes.get(request)',
    suite: SUITE,
    test: 'undo a sign-out',
  },
  {
    rule: 'CKI-12',
    bug: 'Cookies of the application are thrown away where ours are set.',
    path: 'setHeader',
    file: HEAD,
    find: 'const values = [...readValues(response, name), value]',
    replace: 'const values = [value]',
    suite: SUITE,
    test: 'is set beside cookies of the application, whatever wraps `writeHead` (CKI-12)',
  },
  {
    rule: 'CKI-12',
    bug: 'Of cookies that are given to `writeHead` the last is kept.',
    path: 'writeHead',
    file: HEAD,
    find: 'known.has(name.toLowerCase()) ? readValues(response, name) : []',
    replace: '[]',
    suite: SUITE,
    test: 'in turn',
  },
  {
    rule: 'CKI-12',
    bug: 'Cookies of a response of the web are joined into one.',
    path: 'Response',
    file: RESPONSE,
    find: "for (const cookie of from.headers.getSetCookie()) headers.append('set-cookie', cookie)",
    replace: "headers.append('set-cookie', from.headers.getSetCookie().join(', '))",
    suite: SUITE,
    test: 'is streamed, with each cookie in a header of its own (CKI-12)',
  },
  {
    rule: 'CKI-12',
    bug: 'Headers that cannot be sent take the cookie of the session with them.',
    path: 'failure',
    file: HEAD,
    find: '    // What it throws for a header that cannot be sent, it throws before anything has changed.\n',
    replace: "    Reflect.set(response, 'writeHead', original)\n",
    suite: SUITE,
    test: 'is set on the error response after headers that cannot be sent (CKI-12)',
  },
]
