const SIGN_IN = 'packages/core/src/lib/pages/sign-in.ts'
const CREDENTIALS = 'packages/core/src/lib/pages/credentials-form.ts'
const REVEAL = 'packages/core/src/lib/pages/reveal.ts'
const MAIL = 'packages/core/src/lib/provider-kit/mail/sign-in-mail.ts'
const WAYS = 'packages/core/src/lib/pages/ways-in.test.ts'
const FORMS = 'packages/core/src/lib/pages/forms.test.ts'
const MAILS = 'packages/core/src/lib/provider-kit/mail/sign-in-mail.test.ts'
const BROWSER = 'test/flows/built-in-pages.chromium.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'PAGE-forms',
    bug: 'A form that could not be loaded once is missing from every later page.',
    path: 'template',
    file: SIGN_IN,
    find: 'forms: Object.keys(forms),',
    replace: 'forms: [],',
    suite: FORMS,
    test: 'until it can be loaded',
  },
  {
    rule: 'PAGE-forms',
    bug: 'A form that cannot be loaded takes the whole page away.',
    path: 'failure',
    file: 'packages/core/src/lib/pages/forms.ts',
    find: '      tell(type, cause)',
    replace: '      throw cause; void tell',
    suite: FORMS,
    test: 'lack one that cannot be loaded where the configuration is a function',
  },
  {
    rule: 'PAGE-message',
    bug: 'The message about a wrong password stands above all ways in.',
    path: 'one form',
    file: SIGN_IN,
    find: 'return { type, id: meant?.id }',
    replace: 'return { type, id: meant && undefined }',
    suite: WAYS,
    test: 'is in the form that it is about',
  },
  {
    rule: 'PAGE-message',
    bug: 'Of several forms, the first has the message.',
    path: 'several forms',
    file: SIGN_IN,
    find: '(others.length > 0 ? undefined : only)',
    replace: '(void others, only)',
    suite: WAYS,
    test: 'where it may be about several forms',
  },
  {
    rule: 'PAGE-reveal',
    bug: 'A page without passwords has the script of passwords.',
    path: 'no password',
    file: CREDENTIALS,
    find: "return Object.values(credentials).some(({ type }) => type?.toLowerCase() === 'password')",
    replace: 'return Object.values(credentials).length > -1',
    suite: WAYS,
    test: 'is missing, with its script and rules',
  },
  {
    rule: 'PAGE-reveal',
    bug: 'The button is there without a script.',
    path: 'no script',
    file: REVEAL,
    find: '    hidden\n',
    replace: '',
    suite: WAYS,
    test: 'what it does, once a script shows it',
  },
  {
    rule: 'PAGE-reveal',
    bug: 'A password that is shown is sent as text, which browsers remember.',
    path: 'submit',
    file: REVEAL,
    find: "  addEventListener('submit', hide, true)\n",
    replace: '',
    suite: BROWSER,
    test: 'is hidden again when it is sent',
  },
  {
    rule: 'PAG-03',
    bug: 'A page whose script makes no request may make some.',
    path: 'scripts that connect',
    file: 'packages/core/src/lib/pages/page-result.ts',
    find: '...(page.connects ? ["connect-src \'self\'"] : []),',
    replace: '...(scripts.length > 0 ? ["connect-src \'self\'"] : []),',
    suite: 'packages/core/src/lib/pages/page-result.test.ts',
    test: 'for those that connect',
  },
  {
    rule: 'PAG-06',
    bug: 'A mail loads its logo without TLS from another host.',
    path: 'logo in a mail',
    file: MAIL,
    find: 'url.origin === new URL(link).origin',
    replace: "url.protocol === 'http:'",
    suite: MAILS,
    test: 'shows no logo that mail programs do not show',
  },
  {
    rule: 'PAG-06',
    bug: 'A mail sends the password of an address with its logo.',
    path: 'logo in a mail, credentials',
    file: MAIL,
    find: 'loads && hasNoCredentials && ',
    replace: 'loads && (hasNoCredentials || true) && ',
    suite: MAILS,
    test: 'shows no logo that mail programs do not show',
  },
]
