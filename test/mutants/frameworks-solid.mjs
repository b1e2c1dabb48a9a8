const lib = 'frameworks/solid-start/src/lib'
const suite = 'frameworks/solid-start/src/index.test.ts'
const VINXI = 'frameworks/solid-start/src/vinxi.ts'
const VINXI_SUITE = 'frameworks/solid-start/src/vinxi.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'CKI-12',
    bug: 'Headers that were prepared make an action public.',
    path: 'SolidStart, actions',
    file: `${lib}/middleware.ts`,
    find: "merge(await operations().handle(req), res, 'response')",
    replace: "merge(await operations().handle(req), res, 'prepared')",
    suite,
  },
  {
    rule: 'CKI-12',
    bug: 'The cookie of a renewed session is lost.',
    path: 'SolidStart',
    file: `${lib}/middleware.ts`,
    find: '        open.scope.applyTo(res.headers, res.status)\n',
    replace: '',
    suite,
  },
  {
    rule: 'CKI-12',
    bug: 'The cookie of a session that was read before a failure is lost.',
    path: 'SolidStart, failure',
    file: `${lib}/middleware.ts`,
    find: '        open.scope.applyTo(res.errHeaders)\n',
    replace: '',
    suite,
  },
  {
    rule: 'SOLID-cache',
    bug: 'A page that Nitro keeps for everybody shows who asked first.',
    file: `${lib}/middleware.ts`,
    find: 'toSource(isShared ? withoutCookies(req) : req)',
    replace: 'toSource(req)',
    suite,
  },
  {
    rule: 'SOLID-cache',
    bug: 'Actions are cached for everybody.',
    path: 'actions',
    file: `${lib}/middleware.ts`,
    find: '      if (isShared) throw new Error(CACHED_ACTIONS)\n',
    replace: '',
    suite,
  },
  {
    rule: 'SOLID-form',
    bug: 'A form that failed is kept in a cookie, with its password.',
    file: `${lib}/outcome.ts`,
    find: '  if (isScripted(event)) return failure\n',
    replace: '  if (event) return failure\n',
    suite,
  },
  {
    rule: 'CSR-04',
    bug: 'The work of an action signs in without a look at where the form is from.',
    path: 'SolidStart',
    file: 'packages/core/src/lib/framework/form-actions.ts',
    find: `    const outcome = await visit
      .requireScope()
      .form(action, await readBody(form))
      .catch(toFormFailure)`,
    replace: `    const body = await readBody(form)
    const { signIn: start, signOut: end } = visit.requireScope()
    const outcome = await (action === 'signin' ? start('credentials', body as FormData) : end()).catch(toFormFailure)`,
    suite,
  },
  {
    rule: 'ALT-02',
    bug: 'The guard lets through what the callback refuses.',
    path: 'SolidStart',
    file: 'frameworks/solid-start/src/index.ts',
    find: '(await askAuthorized(find())) ?? next()',
    replace: '(await askAuthorized(find())) && next()',
    suite,
  },
  {
    rule: 'SOLID-prerender',
    bug: 'Actions are answered while pages are prerendered.',
    path: 'SolidStart 1',
    file: VINXI,
    find: '!isPrerendering({ req, res }) && (await node.answer(req, res))',
    replace: 'await node.answer(req, res)',
    suite: VINXI_SUITE,
  },
]
