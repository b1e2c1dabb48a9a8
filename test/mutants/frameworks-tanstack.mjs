const INDEX = 'frameworks/tanstack-start/src/index.ts'
const lib = 'frameworks/tanstack-start/src/lib'
const suite = 'frameworks/tanstack-start/src/index.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'START-owns',
    bug: 'Pages of the application under the base path are taken for actions.',
    file: INDEX,
    find: 'engine.owns(request.url)',
    replace: "new URL(request.url).pathname.startsWith('/auth/')",
    suite,
  },
  {
    rule: 'CKI-12',
    bug: 'The cookie of a renewed session is lost.',
    path: 'TanStack Start',
    file: `${lib}/visits.ts`,
    find: '  requireScope().applyTo(headers, response.status)\n',
    replace: '',
    suite,
  },
  {
    rule: 'CKI-12',
    bug: 'The cookie of a renewed session is lost on a response whose headers cannot be changed.',
    path: 'TanStack Start, fetched response',
    file: `${lib}/visits.ts`,
    find: 'return requireScope().apply(response)',
    replace: 'return result',
    suite,
  },
  {
    rule: 'START-call',
    bug: 'A cache may keep the result of a server function for others.',
    path: 'cache',
    file: `${lib}/visits.ts`,
    find: "    headers.set('cache-control', 'private, no-store')\n",
    replace: '',
    suite,
  },
  {
    rule: 'START-call',
    bug: 'A server function that is refused does not lead to the sign-in page.',
    file: `${lib}/guards.ts`,
    find: 'isCall(event) ? await findSignInPage(verdict) : undefined',
    replace: 'isCall(event) ? undefined : undefined',
    suite,
  },
  {
    rule: 'ALT-02',
    bug: 'What the callback refuses goes on.',
    path: 'TanStack Start',
    file: INDEX,
    find: 'if (refusal) throw refusal',
    replace: 'void refusal',
    suite,
  },
  {
    rule: 'CSR-04',
    bug: 'A form signs in without a look at where it is from.',
    path: 'TanStack Start',
    file: INDEX,
    find: 'findScope().form(action, body)',
    replace: 'findScope().signIn("credentials", body as FormData)',
    suite,
  },
  {
    rule: 'START-prerender',
    bug: 'The session is read while pages are prerendered.',
    file: `${lib}/visits.ts`,
    find: "if (processEnv()['TSS_PRERENDERING'] === 'true') return undefined",
    replace: 'void processEnv',
    suite,
  },
]
