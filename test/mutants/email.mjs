/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'EML-02',
    bug: 'Invisible characters are in an address.',
    file: 'packages/core/src/lib/kit/email-address.ts',
    find: 'if (INVISIBLE.test(text) || ENCODED_WORD.test(text)) return true',
    replace: 'if (ENCODED_WORD.test(text)) return true',
    suite: 'packages/core/src/lib/kit/email-address.test.ts',
    test: 'EML-02',
  },
  {
    rule: 'EML-02',
    bug: 'An IPv4 address is a domain.',
    file: 'packages/core/src/lib/kit/email-address.ts',
    find: "return named && !/^\\d+$/.test(labels.at(-1) ?? '') && hostname.length <= 253",
    replace: 'return named && hostname.length <= 253',
    suite: 'packages/core/src/lib/kit/email-address.test.ts',
    test: 'EML-02',
  },
  {
    rule: 'EML-03',
    bug: 'Look-alike characters become another address.',
    file: 'packages/core/src/lib/kit/email-address.ts',
    find: "return text.normalize('NFKC') !== text",
    replace: 'return false',
    suite: 'packages/core/src/lib/kit/email-address.test.ts',
    test: 'EML-03',
  },
  {
    rule: 'EML-04',
    bug: 'A look-alike domain is stored as it looks.',
    file: 'packages/core/src/lib/kit/email-address.ts',
    find: 'const address = `${local.toLowerCase().normalize()}@${domain}`',
    replace: 'const address = `${local.toLowerCase().normalize()}@${trimmed.slice(at + 1)}`',
    suite: 'packages/core/src/lib/kit/email-address.test.ts',
    test: 'EML-04',
  },
]
