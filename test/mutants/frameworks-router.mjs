const INDEX = 'frameworks/react-router/src/index.ts'
const lib = 'frameworks/react-router/src/lib'
const suite = 'frameworks/react-router/src/index.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'ROUTER-shared-context',
    bug: 'A context that several requests share is not reported.',
    file: `${lib}/visits.ts`,
    find: 'if (earlier) markShared(context)',
    replace: '',
    suite,
  },
  {
    rule: 'ROUTER-shared-context',
    bug: 'A context that several requests share shows one person the session of another.',
    path: 'isolation',
    file: `${lib}/visits.ts`,
    find: 'const served = current()',
    replace: 'const served = known(context)',
    suite,
  },
  {
    rule: 'ALT-02',
    bug: 'A route that the callback refuses, or that needs a session, runs without one.',
    path: 'React Router',
    file: `${lib}/guards.ts`,
    find: 'if (!refusal) return next()',
    replace: 'if (!refusal || refusal.response.status < 400) return next()',
    suite,
  },
  {
    rule: 'ROUTER-data',
    bug: 'The script of the router is given an error where a page would be sent to the sign-in page.',
    file: `${lib}/visits.ts`,
    find: "isData && refused?.kind === 'redirect' ?",
    replace: "!isData && refused?.kind === 'redirect' ?",
    suite,
  },
  {
    rule: 'ROUTER-data',
    bug: 'A cache may keep the data of one person for others.',
    path: 'cache',
    file: `${lib}/visits.ts`,
    find: "    applied.headers.set('cache-control', 'private, no-store')\n",
    replace: '',
    suite,
  },
  {
    rule: 'ROUTER-data',
    bug: 'Actions are not found at the addresses of the data of pages.',
    path: 'actions',
    file: INDEX,
    find: 'engine.owns(findPageAddress(args.request.url))',
    replace: 'engine.owns(args.request.url)',
    suite,
  },
  {
    rule: 'CSR-04',
    bug: 'A form action signs in without a look at where the form is from.',
    path: 'React Router',
    file: `${lib}/actions.ts`,
    find: `  const outcome = await findScope(context)
    .form(action, await request.formData())
    .catch(toFormFailure)`,
    replace: `  const body = await request.formData()
  const { signIn, signOut } = findScope(context)
  const outcome = await (action === 'signin' ? signIn(String(body.get('provider')), body) : signOut()).catch(toFormFailure)`,
    suite,
  },
  {
    rule: 'ROUTER-redirection',
    bug: 'The script of the router looks for the sign-in page among the routes of the application.',
    file: `${lib}/visits.ts`,
    find: "response.headers.set(RELOAD, 'true')",
    replace: 'void RELOAD',
    suite,
  },
]
