const folder = 'packages/core/src/lib/crypto'

const ENDS = 'A function that ends gives undefined as well.'
const FASTER = 'Only a shorter way: whoever asks for a key again is given the one that was derived.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const crypto = [
  {
    file: `${folder}/encoding.ts`,
    line: 'for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)',
    original: 'index < binary.length',
    replacement: 'index <= binary.length',
    reason: 'Writing behind the end of an array of bytes does nothing.',
  },
  {
    file: `${folder}/derived-id.ts`,
    line: "const hex = Array.from(digest ?? [], (byte) => byte.toString(16).padStart(2, '0')).join('')",
    original: '[]',
    reason: 'A hash is base64url; the compiler does not know.',
  },
  {
    file: `${folder}/primitives-web.ts`,
    line: 'for (let index = 0; index < left.length; index++) {',
    original: 'index < left.length',
    replacement: 'index <= left.length',
    reason: 'Behind their ends two arrays are alike: what is not there counts as zero.',
  },
  {
    file: `${folder}/jwe.ts`,
    line: "const [, iv = '', ciphertext = '', tag = ''] = match",
    original: "''",
    reason: 'All three groups are in every match; the compiler does not know.',
  },
  {
    file: `${folder}/encoding.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: ENDS,
  },
  {
    file: `${folder}/decrypt-once.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: ENDS,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (last?.header === header) return last',
    original: 'last?.header === header',
    replacement: 'false',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'key === undefined && known.size < different.length',
    replacement: 'true',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'key === undefined && known.size < different.length',
    replacement: 'key === undefined || known.size < different.length',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'key === undefined',
    replacement: 'true',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'known.size < different.length',
    replacement: 'true',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'known.size < different.length',
    replacement: 'known.size <= different.length',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'last = key ?? last',
    original: 'key ?? last',
    replacement: 'key && last',
    reason: FASTER,
  },
  {
    file: `${folder}/primitives-node.ts`,
    line: 'if (iv.length !== 16 || tag.length !== 32) return null',
    original: 'iv.length !== 16',
    replacement: 'false',
    reason: 'No cipher is made with such an IV, and what is thrown is caught; a second lock.',
  },
  {
    file: `${folder}/primitives-node.ts`,
    line: "const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])",
    original: "'utf8'",
    replacement: '""',
    reason: 'Node.js takes an empty name for this encoding.',
  },
  {
    file: `${folder}/primitives-web.ts`,
    line: "const imported = await subtle.importKey('raw', key, algorithm, false, ['sign'])",
    original: 'false',
    replacement: 'true',
    reason: 'The imported key is given to nobody.',
  },
  {
    file: `${folder}/sealed-box.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: ENDS,
  },
]

const protocol = 'packages/core/src/lib/sign-in/oauth'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const oauth = [
  {
    file: `${protocol}/profile.ts`,
    line: "return requireProfile(provider, 'userinfo.request', () => userinfo.request?.(asked))",
    original: 'userinfo.request?.(asked)',
    replacement: 'userinfo.request(asked)',
    reason: 'Called only where there is one; the compiler does not know inside a function.',
  },
  {
    file: `${protocol}/authenticate.ts`,
    line: "if (state !== undefined && !constantTimeEqual(state, parameters.get('state') ?? '')) {",
    original: "''",
    reason: 'Neither text is a state that was sent.',
  },
  {
    file: `${protocol}/authorization-request.ts`,
    line: 'if (endpoint !== undefined && URL.canParse(endpoint)) {',
    original: 'endpoint !== undefined && URL.canParse(endpoint)',
    replacement: 'endpoint !== undefined || URL.canParse(endpoint)',
    reason:
      'An endpoint that is named is an absolute URL: the configuration and the document have been looked at.',
  },
  {
    file: `${protocol}/authorization-request.ts`,
    line: 'if (endpoint !== undefined && URL.canParse(endpoint)) {',
    original: 'endpoint !== undefined',
    replacement: 'true',
    reason: 'The text `undefined`, which is parsed then, is not an absolute URL.',
  },
  {
    file: `${protocol}/authorization-request.ts`,
    line: "return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)",
    original: 'value !== null',
    replacement: 'true',
    reason: 'As JSON, `null` is the same text.',
  },
  {
    file: `${protocol}/token-response.ts`,
    line: 'const options = { requireIdToken: true, ...(nonce === undefined ? {} : { expectedNonce: nonce }) }',
    original: 'nonce === undefined',
    replacement: 'false',
    reason: 'A member that is undefined means the same to `oauth4webapi` as none.',
  },
  {
    file: `${protocol}/dpop.ts`,
    line: "crypto.subtle.importKey('jwk', key, ALGORITHM, false, ['sign']),",
    original: 'false',
    reason: 'Nothing exports this key, and what it is made of is at hand anyway.',
  },
  {
    file: `${protocol}/signed-token.ts`,
    line: 'const result = await compactVerify(token, key, { algorithms }).catch(() => undefined)',
    original: '{ algorithms }',
    replacement: '{}',
    reason:
      'That there are several keys is found out once the algorithm has been compared; the line is a second lock.',
  },
  {
    file: `${protocol}/metadata.ts`,
    line: "const url = wellKnown ?? `${(issuer ?? '').replace(/\\/$/, '')}/.well-known/openid-configuration`",
    original: "''",
    reason:
      'What is discovered has one of the two addresses; the configuration is refused without. The other empty text is looked at.',
  },
  {
    file: `${protocol}/metadata.ts`,
    line: "const { origin } = new URL(provider.authorization.url ?? '')",
    original: "''",
    reason: 'What is not discovered has an authorization endpoint; the compiler does not know.',
  },
  {
    file: `${protocol}/userinfo-request.ts`,
    line: "const { access_token: token = '' } = tokens",
    original: "''",
    reason:
      'A token response without an access token has been refused; the compiler does not know.',
  },
  {
    file: `${protocol}/userinfo-claims.ts`,
    line: "const type = headers.get('content-type') ?? ''",
    original: "''",
    reason: 'Neither this text nor an empty one is a type that is taken.',
  },
  {
    file: `${protocol}/userinfo-claims.ts`,
    line: "const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''",
    original: "typeof claims?.['sub'] === 'string'",
    replacement: 'true',
    reason:
      'An ID token whose `sub` is not a string has been refused, and `oauth4webapi` refuses to compare with anything else.',
  },
  {
    file: `${protocol}/userinfo-claims.ts`,
    line: "const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''",
    original: "claims?.['sub']",
    replacement: "claims['sub']",
    reason: 'With OpenID Connect there are claims; the compiler does not know.',
  },
  {
    file: `${protocol}/userinfo-claims.ts`,
    line: "const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''",
    original: "''",
    reason: 'An ID token whose `sub` is not a string has been refused.',
  },
  {
    file: `${protocol}/redirect-proxy.ts`,
    line: "const { url: target, whole } = await openTarget(forwarding, parameters.get('state') ?? '')",
    original: "''",
    reason: 'Neither this text nor an empty one opens.',
  },
  {
    file: `${protocol}/requested-authentication.ts`,
    line: 'if (text === null) return {}',
    original: 'text === null',
    replacement: 'false',
    reason: 'Only a shorter way: `null` is JSON without members.',
  },
  {
    file: `${protocol}/requested-authentication.ts`,
    line: '...(maxAge === undefined ? {} : { maxAge }),',
    original: 'maxAge === undefined',
    replacement: 'false',
    reason: '`least` leaves out what is undefined.',
  },
  {
    file: `${protocol}/times.ts`,
    line: 'if (exp !== undefined && exp <= now - (tolerance ?? EXPIRY_TOLERANCE)) {',
    original: 'exp !== undefined',
    replacement: 'true',
    reason: 'Nothing undefined is less than a number; the compiler does not know.',
  },
  {
    file: `${protocol}/token-response.ts`,
    line: 'if (lifetime !== undefined && lifetime > 0 && lifetime < MAX_EXPIRES_IN) {',
    original: 'lifetime !== undefined',
    replacement: 'true',
    reason: 'Nothing undefined is more than a number; the compiler does not know.',
  },
  {
    file: `${protocol}/redirect-proxy.ts`,
    line: 'return redirectProxyUrl !== undefined && new URL(redirectProxyUrl).origin === origin.href',
    original: 'redirectProxyUrl !== undefined',
    replacement: 'true',
    reason: 'Asked only where there is one; the compiler does not know.',
  },
]
