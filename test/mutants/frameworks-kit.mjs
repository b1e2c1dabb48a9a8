const suite = 'frameworks/sveltekit/src/index.test.ts'
const lib = 'frameworks/sveltekit/src/lib'
const OPEN = 'packages/core/src/lib/framework/open-scope.ts'
const VISITS = 'packages/core/src/lib/framework/visits.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'KIT-remote-url',
    bug: 'Actions are found by the address of the event, which in a remote call is whatever the client says.',
    file: `${lib}/hooks.ts`,
    find: 'operations().owns(request.url)',
    replace: 'operations().owns(event.url)',
    suite,
  },
  {
    rule: 'KIT-prerender',
    bug: 'The session is read while pages are prerendered.',
    file: `${lib}/hooks.ts`,
    find: '= isPrerendering(event)',
    replace: '= false',
    suite,
  },
  {
    rule: 'KIT-prerender',
    bug: 'The crawler of prerendered pages is answered by the actions.',
    path: 'actions',
    file: `${lib}/hooks.ts`,
    find: 'open ? operations().handle(request) : new Response(null, { status: 204 })',
    replace: 'operations().handle(request)',
    suite,
  },
  {
    rule: 'KIT-data-redirect',
    bug: 'A data request is sent back to the address of the data.',
    file: `${lib}/event.ts`,
    find: 'if (!isDataRequest) return request.url',
    replace: 'if (!isDataRequest || isDataRequest) return request.url',
    suite,
  },
  {
    rule: 'KIT-data-redirect',
    bug: 'Cookies are lost where the redirection of a data request becomes JSON.',
    path: 'cookies',
    file: `${lib}/outcome.ts`,
    find: '    leave(location, status)\n',
    replace: '',
    suite,
  },
  {
    rule: 'KIT-thrown-cookies',
    bug: 'Cookies are lost where a hook throws a redirection.',
    file: `${lib}/hooks.ts`,
    find: '          keepCookies(visit)\n',
    replace: '',
    suite,
  },
  {
    rule: 'KIT-thrown-cookies',
    bug: 'A cookie that the event sets is one that scripts can read.',
    path: 'attributes',
    file: `${lib}/event.ts`,
    find: '    ...attributes,\n',
    replace: '',
    suite,
  },
  {
    rule: 'KIT-late-read',
    bug: 'A session is extended after the head of the response is made.',
    file: OPEN,
    find: '      } finally {\n        isClosed = true\n',
    replace: '      } finally {\n        isClosed = false\n',
    suite,
  },
  {
    rule: 'KIT-late-read',
    bug: 'A session whose reading has begun is not waited for.',
    path: 'begun',
    file: OPEN,
    find: 'const result = await next()\n        await waitForReading()\n',
    replace: 'const result = await next()\n',
    suite,
  },
  {
    rule: 'KIT-require-session',
    bug: 'A request without a session is let through on a route.',
    file: VISITS,
    find: "if (verdict.kind === 'allow' && session) return session",
    replace: 'return session as S',
    suite,
  },
  {
    rule: 'KIT-require-session',
    bug: 'A cache may keep the refusal of a route.',
    path: 'cache',
    file: VISITS,
    find: '      refusal = verdict\n      return refuse(verdict)\n',
    replace: '      return refuse(verdict)\n',
    suite,
  },
  {
    rule: 'KIT-guard',
    bug: 'The guard lets through what the callback refuses.',
    file: `${lib}/hooks.ts`,
    find: 'return page ? leave(page) : refused',
    replace: 'return page ? leave(page) : resolve(event)',
    suite,
  },
  {
    rule: 'KIT-guard',
    bug: 'An enhanced form of a stranger is refused in a way that its script does not understand.',
    path: 'enhanced form',
    file: `${lib}/hooks.ts`,
    find: 'isEnhancedForm(event) && (await findSignInPage(visit, verdict))',
    replace: 'undefined',
    suite,
  },
  {
    rule: 'CSR-04',
    bug: 'The form action signs in without a look at where the form comes from.',
    path: 'form action of SvelteKit',
    file: 'packages/core/src/lib/framework/form-actions.ts',
    find: `    const outcome = await visit
      .requireScope()
      .form(action, await readBody(form))
      .catch(toFormFailure)`,
    replace: `    const body = await readBody(form)
    const { signIn: start, signOut: end } = visit.requireScope()
    const provider = String(Reflect.apply(Reflect.get(body, 'get'), body, ['provider']))
    const outcome = await (action === 'signin' ? start(provider, body as FormData) : end()).catch(toFormFailure)`,
    suite,
  },
]
