const FLOW = 'test/flows/built-in-pages.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'DOES-kind-webauthn',
    bug: 'The style of passkeys never gets to the page.',
    path: 'option',
    file: 'packages/core/src/lib/actions/pages.ts',
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
    find: 'const mark = style ? providerMark(provider, markClass) : PASSKEY_ICON',
    replace: 'const mark = PASSKEY_ICON; void providerMark',
    suite: FLOW,
    test: 'shows the style of',
  },
  {
    rule: 'DOES-kind-webauthn',
    bug: 'The mark for passkeys is not in the colours of its style.',
    path: 'colours',
    file: 'packages/core/src/lib/pages/webauthn-form.ts',
    find: "style: style ? markStyle(markClass, provider) : '',",
    replace: "style: '',",
    suite: FLOW,
    test: 'shows the style of',
  },
]
