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
]
