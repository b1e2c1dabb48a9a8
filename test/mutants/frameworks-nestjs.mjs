const lib = 'frameworks/nestjs/src/lib'
const suite = 'frameworks/nestjs/src/index.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'ALT-02',
    bug: 'A handler behind a guard is called without a session.',
    path: 'NestJS',
    file: `${lib}/guards.ts`,
    find: "if (verdict.kind === 'allow') return true",
    replace: "if (verdict.kind !== 'respond') return true",
    suite,
  },
  {
    rule: 'NEST-guard',
    bug: 'A controller that is public to the guard of the application opens handlers with a guard of their own.',
    file: `${lib}/guards.ts`,
    find: 'if (this.isGlobal && isMarked(',
    replace: 'if (isMarked(',
    suite,
  },
  {
    rule: 'NEST-guard',
    bug: 'The address of the sign-in page is lost where Fastify writes the response.',
    path: 'redirection',
    file: `${lib}/refusal.ts`,
    find: "if (!name.startsWith('content-')) call.response.setHeader(name, value)",
    replace: 'void [name, value]',
    suite,
  },
  {
    rule: 'NEST-guard',
    bug: 'A call of GraphQL is answered with a redirection.',
    path: 'GraphQL',
    file: `${lib}/refusal.ts`,
    find: "if (call.kind !== 'http' || call.response === undefined)",
    replace: 'if (call.response === undefined)',
    suite,
  },
  {
    rule: 'NEST-socket',
    bug: 'A socket stays signed in as it was when it was opened.',
    file: `${lib}/scopes.ts`,
    find: ': addHandshake(engine, request)\n',
    replace: ': (scopes.get(request)?.() ?? addHandshake(engine, request))\n',
    suite,
  },
  {
    rule: 'NEST-socket',
    bug: 'A session that a socket reads is extended in the store, while no cookie can be set.',
    path: 'read only',
    file: `${lib}/scopes.ts`,
    find: 'const SENT = { headersSent: true } as ServerResponse',
    replace: 'const SENT = { headersSent: false } as ServerResponse',
    suite,
  },
  {
    rule: 'NEST-actions',
    bug: 'What answers an action lets handlers run too.',
    file: `${lib}/module.ts`,
    find: 'if (!isAnswered) next()',
    replace: 'void isAnswered\n        next()',
    suite,
  },
]
