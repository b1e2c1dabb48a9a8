const INDEX = 'frameworks/qwik/src/index.ts'
const lib = 'frameworks/qwik/src/lib'
const suite = 'frameworks/qwik/src/index.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'QWIK-form',
    bug: 'The page that shows a failed form is given its password.',
    file: `${lib}/outcome.ts`,
    find: '  event.sharedMap.delete(FORM_OF_ACTION)\n',
    replace: '  void FORM_OF_ACTION\n',
    suite,
  },
  {
    rule: 'CKI-12',
    bug: 'The cookie of a renewed session is lost.',
    path: 'Qwik City',
    file: `${lib}/event.ts`,
    find: '    scope.applyTo(toResponseHeaders(event))\n',
    replace: '',
    suite,
  },
  {
    rule: 'CKI-12',
    bug: 'Of several cookies the last is sent.',
    path: 'Qwik City, several',
    file: `${lib}/event.ts`,
    find: "if (name !== 'set-cookie') return headers.append(name, value)",
    replace: 'if (name) return headers.append(name, value)',
    suite,
  },
  {
    rule: 'CKI-12',
    bug: 'Headers that were set before make an action public.',
    path: 'Qwik City, actions',
    file: `${lib}/event.ts`,
    find: "if (name !== 'vary' && name !== 'set-cookie') event.headers.delete(name)",
    replace: 'void name',
    suite,
  },
  {
    rule: 'QWIK-data',
    bug: 'A cache may keep the data of one person for others.',
    file: `${lib}/event.ts`,
    find: 'if (isPersonal && isDataRequest(event))',
    replace: 'if (isPersonal && !isDataRequest(event))',
    suite,
  },
  {
    rule: 'QWIK-late-reading',
    bug: 'A session that is read once the page has begun is extended, and its cookie lost.',
    file: `${lib}/event.ts`,
    find: 'return event.headersSent',
    replace: 'return false',
    suite,
  },
  {
    rule: 'CSR-04',
    bug: 'The work of an action signs in without a look at where the form is from.',
    path: 'Qwik City',
    file: INDEX,
    find: '.form(action, form)',
    replace: ".signIn('credentials', { ...form })",
    suite,
  },
  {
    rule: 'ALT-02',
    bug: 'The guard lets through what the callback refuses.',
    path: 'Qwik City',
    file: INDEX,
    find: "if (verdict.kind !== 'allow') await refuse(visit, verdict)",
    replace: 'void verdict',
    suite,
  },
  {
    rule: 'QWIK-owns',
    bug: 'Pages of the application under the base path are taken for actions.',
    file: INDEX,
    find: '!engine.owns(event.request.url)',
    replace: "!new URL(event.request.url).pathname.startsWith('/auth/')",
    suite,
  },
]
