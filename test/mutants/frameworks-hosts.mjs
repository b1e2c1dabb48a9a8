const HONO = 'frameworks/hono/src/index.ts'
const HONO_SCOPES = 'frameworks/hono/src/lib/scopes.ts'
const HONO_ENGINES = 'frameworks/hono/src/lib/engines.ts'
const HONO_RESPONSE = 'frameworks/hono/src/lib/response.ts'
const HONO_TEST = 'frameworks/hono/src/index.test.ts'

const FASTIFY = 'frameworks/fastify/src/index.ts'
const FASTIFY_TEST = 'frameworks/fastify/src/index.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'CKI-12',
    bug: 'A session that a handler reads is never renewed.',
    path: 'Hono',
    file: HONO_SCOPES,
    find: 'if (applied !== context.res) replaceResponse(context, applied)',
    replace: 'void applied',
    suite: HONO_TEST,
    test: 'renewed cookie',
  },
  {
    rule: 'CKI-12',
    bug: 'The headers of the response before win over those that are added.',
    path: 'Hono',
    file: HONO_RESPONSE,
    find: '  Object.assign(context, { res: undefined })\n',
    replace: '',
    suite: HONO_TEST,
  },
  {
    rule: 'CKI-12',
    bug: 'Cookies of the application are lost on the response of an action.',
    path: 'Hono',
    file: 'packages/core/src/lib/framework/response-headers.ts',
    find: "if (name === 'vary' || name === 'set-cookie') headers.append(name, value)",
    replace: "if (name === 'vary') headers.append(name, value)",
    suite: HONO_TEST,
    test: 'Cookies of the application',
  },
  {
    rule: 'CSR-04',
    bug: 'A form of the application signs in without a look at where it is from.',
    path: 'Hono',
    file: HONO,
    find: 'submit(context, action, await readBody(context))',
    replace:
      'operations.signIn(context, "credentials", Object.fromEntries(Object.entries(await readBody(context))))',
    suite: HONO_TEST,
    test: 'A form from another site and a wrong password throw an error in Hono and sign nobody in (CSR-04)',
  },
  {
    rule: 'INIT-function',
    bug: 'A configuration function is not given the bindings of a Worker.',
    path: 'Hono',
    file: HONO_ENGINES,
    find: '(request) => config(request, found as Bindings) : config',
    replace: '(request) => config(request, {} as Bindings) : config',
    suite: HONO_TEST,
    test: 'Bindings of a Worker',
  },
  {
    rule: 'CKI-12',
    bug: 'Of the cookies of an action one arrives.',
    path: 'Fastify',
    file: FASTIFY,
    find: 'for (const cookie of cookies) void',
    replace: 'for (const cookie of cookies.slice(1)) void',
    suite: FASTIFY_TEST,
  },
  {
    rule: 'CSR-04',
    bug: 'A form of the application signs in without a look at where it is from.',
    path: 'Fastify',
    file: FASTIFY,
    find: 'await scope(request).form(action, fields)',
    replace: "await scope(request).signIn('credentials', fields as Record<string, unknown>)",
    suite: FASTIFY_TEST,
    test: 'A form from another site and a wrong password fail with an error in Fastify, and sign nobody in (CSR-04)',
  },
  {
    rule: 'ALT-02',
    bug: 'A route that needs a session runs without one.',
    path: 'Fastify',
    file: FASTIFY,
    find: 'return refused && reply.send(refused)',
    replace: 'return refused && undefined',
    suite: FASTIFY_TEST,
    test: 'requireSession',
  },
]
