const folder = 'packages/core/src/lib/oauth'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const oauth = [
  {
    file: `${folder}/authenticate.ts`,
    line: "if (state !== undefined && !constantTimeEqual(state, parameters.get('state') ?? '')) {",
    original: "''",
    reason: 'Neither text is a state that was sent.',
  },
  {
    file: `${folder}/authorization-request.ts`,
    line: 'if (endpoint !== undefined && URL.canParse(endpoint)) {',
    original: 'endpoint !== undefined && URL.canParse(endpoint)',
    replacement: 'endpoint !== undefined || URL.canParse(endpoint)',
    reason:
      'An endpoint that is named is an absolute URL: the configuration and the document have been looked at.',
  },
  {
    file: `${folder}/authorization-request.ts`,
    line: 'if (endpoint !== undefined && URL.canParse(endpoint)) {',
    original: 'endpoint !== undefined',
    replacement: 'true',
    reason: 'The text `undefined`, which is parsed then, is not an absolute URL.',
  },
  {
    file: `${folder}/authorization-request.ts`,
    line: "return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)",
    original: 'value !== null',
    replacement: 'true',
    reason: 'As JSON, `null` is the same text.',
  },
  {
    file: `${folder}/token-response.ts`,
    line: 'const options = { requireIdToken: true, ...(nonce === undefined ? {} : { expectedNonce: nonce }) }',
    original: 'nonce === undefined',
    replacement: 'false',
    reason: 'A member that is undefined means the same to `oauth4webapi` as none.',
  },
  {
    file: `${folder}/dpop.ts`,
    line: "crypto.subtle.importKey('jwk', key, ALGORITHM, false, ['sign']),",
    original: 'false',
    reason: 'Nothing exports this key, and what it is made of is at hand anyway.',
  },
  {
    file: `${folder}/id-token.ts`,
    line: 'const result = await compactVerify(token, key, { algorithms }).catch(() => undefined)',
    original: '{ algorithms }',
    replacement: '{}',
    reason:
      'That there are several keys is found out once the algorithm has been compared; the line is a second lock.',
  },
  {
    file: `${folder}/metadata.ts`,
    line: "const url = wellKnown ?? `${(issuer ?? '').replace(/\\/$/, '')}/.well-known/openid-configuration`",
    original: "''",
    reason:
      'What is discovered has one of the two addresses; the configuration is refused without. The other empty text is looked at.',
  },
  {
    file: `${folder}/metadata.ts`,
    line: "const { origin } = new URL(provider.authorization.url ?? '')",
    original: "''",
    reason: 'What is not discovered has an authorization endpoint; the compiler does not know.',
  },
  {
    file: `${folder}/userinfo-request.ts`,
    line: "const { access_token: token = '' } = tokens",
    original: "''",
    reason:
      'A token response without an access token has been refused; the compiler does not know.',
  },
  {
    file: `${folder}/userinfo-claims.ts`,
    line: "const type = headers.get('content-type') ?? ''",
    original: "''",
    reason: 'Neither this text nor an empty one is a type that is taken.',
  },
  {
    file: `${folder}/userinfo-claims.ts`,
    line: "const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''",
    original: "typeof claims?.['sub'] === 'string'",
    replacement: 'true',
    reason:
      'An ID token whose `sub` is not a string has been refused, and `oauth4webapi` refuses to compare with anything else.',
  },
  {
    file: `${folder}/userinfo-claims.ts`,
    line: "const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''",
    original: "claims?.['sub']",
    replacement: "claims['sub']",
    reason: 'With OpenID Connect there are claims; the compiler does not know.',
  },
  {
    file: `${folder}/userinfo-claims.ts`,
    line: "const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''",
    original: "''",
    reason: 'An ID token whose `sub` is not a string has been refused.',
  },
  {
    file: `${folder}/redirect-proxy.ts`,
    line: "const { url: target, whole } = await openTarget(forwarding, parameters.get('state') ?? '')",
    original: "''",
    reason: 'Neither this text nor an empty one opens.',
  },
  {
    file: `${folder}/requested-authentication.ts`,
    line: 'if (text === null) return {}',
    original: 'text === null',
    replacement: 'false',
    reason: 'Only a shorter way: `null` is JSON without members.',
  },
  {
    file: `${folder}/requested-authentication.ts`,
    line: '...(maxAge === undefined ? {} : { maxAge }),',
    original: 'maxAge === undefined',
    replacement: 'false',
    reason: '`least` leaves out what is undefined.',
  },
  {
    file: `${folder}/times.ts`,
    line: 'if (exp !== undefined && exp <= now - (tolerance ?? EXPIRY_TOLERANCE)) {',
    original: 'exp !== undefined',
    replacement: 'true',
    reason: 'Nothing undefined is less than a number; the compiler does not know.',
  },
  {
    file: `${folder}/token-response.ts`,
    line: 'if (lifetime !== undefined && lifetime > 0 && lifetime < MAX_EXPIRES_IN) {',
    original: 'lifetime !== undefined',
    replacement: 'true',
    reason: 'Nothing undefined is more than a number; the compiler does not know.',
  },
  {
    file: `${folder}/redirect-proxy.ts`,
    line: 'return redirectProxyUrl !== undefined && new URL(redirectProxyUrl).origin === origin.href',
    original: 'redirectProxyUrl !== undefined',
    replacement: 'true',
    reason: 'Asked only where there is one; the compiler does not know.',
  },
]
