const AUTH = 'frameworks/nuxt/src/lib/nuxt-auth.ts'
const PAGE = 'frameworks/nuxt/src/runtime/page-auth.ts'
const MIDDLEWARE = 'frameworks/nuxt/src/runtime/middleware.ts'
const suite = 'frameworks/nuxt/src/nuxt.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'NUXT-seed',
    bug: 'A page that is kept for everybody says that nobody is signed in.',
    file: AUTH,
    find: 'isForAll(event) || isErrorPage(event) ? undefined',
    replace: 'isErrorPage(event) ? undefined',
    suite,
  },
  {
    rule: 'NUXT-seed',
    bug: 'Every page shows who asked first.',
    path: 'isolation',
    file: PAGE,
    find: 'seed: () => auth.seed(event)',
    replace:
      'seed: () => ((auth as { first?: ReturnType<PageAuth["seed"]> }).first ??= auth.seed(event))',
    suite,
  },
  {
    rule: 'NUXT-refusal',
    bug: 'A cache may give the redirection of one person to others.',
    file: AUTH,
    find: "if (verdict.kind !== 'allow') event.node.res.setHeader('cache-control', UNCACHED)",
    replace: '',
    suite,
  },
  {
    rule: 'NUXT-refusal',
    bug: 'The guard of the server lets through what the callback refuses.',
    path: 'authorize',
    file: AUTH,
    find: 'isErrorPage(event) ? undefined : inner.authorize(event, wanted)',
    replace: 'isErrorPage(event) ? undefined : void inner.authorize(event, wanted)',
    suite,
  },
  {
    rule: 'NUXT-error-page',
    bug: 'A query with the name of the error page opens every page.',
    file: AUTH,
    find: '/^[^?]*\\/__nuxt_error(?:\\?|$)/',
    replace: '/\\/__nuxt_error(?:\\?|$)/',
    suite,
  },
  {
    rule: 'NUXT-page',
    bug: 'The browser shows a page for those who are signed in to strangers.',
    file: MIDDLEWARE,
    find: 'if (known) return undefined',
    replace: 'if (known !== undefined) return undefined',
    suite: 'frameworks/nuxt/src/runtime/middleware.test.ts',
  },
]
