const COOKIE = 'packages/core/src/lib/sign-in/last-used.ts'
const AFTER = 'packages/core/src/lib/sign-in/after.ts'
const PAGES = 'packages/core/src/lib/actions/pages.ts'
const SUITE = 'test/flows/last-used.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'PAGE-last-used',
    bug: 'Each value that a browser sends has a template of its own.',
    path: 'what a browser sends',
    file: COOKIE,
    find: 'return id !== undefined && context.config.providers.has(id) ? id : undefined',
    replace: 'return id || undefined',
    suite: 'packages/core/src/lib/pages/template.test.ts',
    test: 'has none for what a browser says that it used last',
  },
  {
    rule: 'PAGE-last-used',
    bug: 'The way in is remembered although the theme says not to.',
    path: 'option',
    file: COOKIE,
    find: 'config.theme.lastUsed !== false && ',
    replace: '',
    suite: SUITE,
    test: 'where the theme says so',
  },
  {
    rule: 'PAGE-last-used',
    bug: 'The way in is remembered for a page that does not show it.',
    path: 'own page',
    file: COOKIE,
    find: "config.pages.signIn === undefined && sameSite !== 'none'",
    replace: "sameSite !== 'none'",
    suite: SUITE,
    test: 'for a sign-in page of the application',
  },
  {
    rule: 'PAGE-last-used',
    bug: 'The way in is remembered in frames, where no built-in page is shown.',
    path: 'embedded',
    file: COOKIE,
    find: " && sameSite !== 'none'",
    replace: ' && sameSite !== undefined',
    suite: SUITE,
    test: 'in frames of other sites',
  },
  {
    rule: 'PAGE-last-used',
    bug: 'A way in that is added to a session counts as the last one used.',
    path: 'linking',
    file: AFTER,
    find: 'isSignIn ? await keepWayIn(context, identity) : context.jar',
    replace: 'await keepWayIn(context, identity)',
    suite: SUITE,
    test: 'is not changed by one that is added to a session',
  },
  {
    rule: 'PAGE-last-used',
    bug: 'A single way in is remembered.',
    path: 'single way in',
    file: AFTER,
    find: '!account || config.providers.size < 2',
    replace: '!account',
    suite: SUITE,
    test: 'or for a single way in',
  },
  {
    rule: 'PAGE-unknown-provider',
    bug: 'A provider that is not there shows the sign-in page without a word.',
    path: 'unknown provider',
    file: PAGES,
    find: "return config.leftOut.some((one) => one.id === id) ? 'ours' : 'unknown'",
    replace: 'return undefined',
    suite: SUITE,
    test: 'says so, with a configuration',
  },
]
