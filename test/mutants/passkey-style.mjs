const FLOW = 'test/flows/built-in-pages.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'DOES-kind-webauthn',
    bug: 'The style of passkeys never gets to the page.',
    path: 'option',
    file: 'packages/core/src/lib/flows/pages.ts',
    find: `webauthn: formOptions(config, provider.config),
        style: provider.config.style,`,
    replace: 'webauthn: formOptions(config, provider.config),',
    suite: FLOW,
    test: 'shows the style of',
  },
  {
    rule: 'DOES-kind-webauthn',
    bug: 'The button for passkeys has no mark.',
    path: 'mark',
    file: 'packages/core/src/lib/pages/webauthn-form.ts',
    find: 'const mark = provider.style && providerMark(provider, markClass)',
    replace: 'const mark = undefined; void markClass; void providerMark',
    suite: FLOW,
    test: 'shows the style of',
  },
  {
    rule: 'DOES-kind-webauthn',
    bug: 'The mark for passkeys is not in the colours of its style.',
    path: 'colours',
    file: 'packages/core/src/lib/pages/sign-in.ts',
    find: "const style = provider.style ? markStyle(markClass, provider) : ''",
    replace: "const style = ''",
    suite: FLOW,
    test: 'shows the style of',
  },
]
