const file = 'frameworks/remix/src/index.ts'
const suite = 'frameworks/remix/src/index.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'REMIX-read-body',
    bug: 'The fields that form-data middleware has read are not handed over to the actions.',
    file,
    find: 'request.bodyUsed ? findFields(context) : undefined',
    replace: 'undefined',
    suite,
  },
  {
    rule: 'REMIX-late-reading',
    bug: 'A session that is read after the head is extended, and its cookie lost.',
    file,
    find: '        return isSent\n',
    replace: '        return false\n',
    suite,
  },
  {
    rule: 'CKI-12',
    bug: 'The cookie of a renewed session is lost.',
    path: 'Remix',
    file,
    find: 'return scope.apply(await next())',
    replace: 'return await next()',
    suite,
  },
  {
    rule: 'REMIX-owns',
    bug: 'Pages of the application under the base path are taken for actions.',
    file,
    find: 'operations().owns(request.url)',
    replace: "new URL(request.url).pathname.startsWith('/auth/')",
    suite,
  },
  {
    rule: 'ALT-02',
    bug: 'A route that needs a session runs without one.',
    path: 'Remix',
    file,
    find: 'const verdict = await find(context).requireSession(options)\n    return toVerdictResponse(verdict, context.request) ?? next()',
    replace:
      'const verdict = await find(context).requireSession(options)\n    return next(verdict)',
    suite,
  },
  {
    rule: 'ALT-02',
    bug: 'A route that the callback refuses runs.',
    path: 'Remix, authorize',
    file,
    find: 'const verdict = await find(context).authorize(options)\n    return toVerdictResponse(verdict, context.request) ?? next()',
    replace: 'const verdict = await find(context).authorize(options)\n    return next(verdict)',
    suite,
  },
  {
    rule: 'CSR-04',
    bug: 'A form of the application signs in without a look at where it is from.',
    path: 'Remix',
    file,
    find: 'await find(context).form(action, fields)',
    replace: "await find(context).signIn('credentials', fields)",
    suite,
    test: 'throws for wrong credentials and for a form from another site (CSR-04)',
  },
]
