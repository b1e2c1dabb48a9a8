const redirectUri = {
  rule: 'OAU-07',
  suite: 'test/flows/redirect-uri.test.ts',
}

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    ...redirectUri,
    bug: 'A token request of its own may name another redirect URI.',
    path: 'token.send',
    file: 'packages/core/src/lib/oauth/token-request.ts',
    find: "parameters.set('redirect_uri', transaction.redirectUri)",
    replace: "parameters.append('redirect_uri', transaction.redirectUri)",
    test: 'a token request of its own',
  },
  {
    ...redirectUri,
    bug: 'The parameters of a provider name the redirect URI.',
    path: 'authorization.params',
    file: 'packages/core/src/lib/oauth/authorization-request.ts',
    find: 'redirect_uri: transaction.redirectUri,',
    replace: "redirect_uri: url.searchParams.get('redirect_uri') ?? transaction.redirectUri,",
    test: 'parameters of its own',
  },
  {
    ...redirectUri,
    bug: 'The redirect URI of the token request has a slash more.',
    path: 'standard request',
    file: 'packages/core/src/lib/oauth/token-request.ts',
    find: 'transaction.redirectUri,\n    transaction.codeVerifier',
    replace: '`${transaction.redirectUri}/`,\n    transaction.codeVerifier',
    test: 'OpenID Connect',
  },
  {
    ...redirectUri,
    bug: 'The slash at the end of the address of a redirect proxy is doubled.',
    path: 'redirect proxy',
    file: 'packages/core/src/lib/oauth/beginning.ts',
    find: "${redirectProxyUrl.replace(/\\/$/, '')}/callback",
    replace: '${redirectProxyUrl}/callback',
    test: 'a slash at its',
  },
  {
    rule: 'LNK-07',
    bug: 'The session of a returning person has the new address of the provider.',
    path: 'jwt',
    file: 'packages/core/src/lib/accounts/find-or-create.ts',
    find: 'return { user: decision.user, isNewUser: false, linked: false }',
    replace:
      'return { user: { ...decision.user, email: evidence.user.email ?? decision.user.email }, isNewUser: false, linked: false }',
    suite: 'test/flows/provider-addresses.test.ts',
    test: 'By jwt, with mail',
  },
  {
    rule: 'LNK-07',
    bug: 'The address of a returning person is changed in the store.',
    path: 'database',
    file: 'packages/core/src/lib/accounts/find-or-create.ts',
    find: 'await renewTokens(context, evidence, decision.user.id)',
    replace:
      'await adapter.updateUser?.({ id: decision.user.id, email: evidence.user.email ?? decision.user.email })',
    suite: 'test/flows/provider-addresses.test.ts',
    test: 'By database, with mail',
  },
]
