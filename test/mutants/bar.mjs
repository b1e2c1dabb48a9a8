/** @typedef {import('./row.d.ts').Row} Row */

/**
 * @param {string} rule
 * @param {string} bug
 * @param {readonly [file: string, find: string, replace: string]} change
 * @param {readonly [suite: string, test: string, path?: string]} noticed
 * @returns {Row}
 */
const row = (rule, bug, [file, find, replace], [suite, test, path]) => ({
  rule,
  bug,
  ...(path === undefined ? {} : { path }),
  file: `packages/core/src/lib/${file}`,
  find,
  replace,
  suite,
  test,
})

/** @type {readonly [file: string, find: string, replace: string]} */
const ACROSS_SITES = [
  'transaction/cookies.ts',
  "crossSite ? ({ sameSite: 'none', secure: true } as const) : {}",
  'crossSite ? {} : {}',
]

const unit = 'packages/core/src/lib'
const flows = 'test/flows'

const redirectUri = {
  rule: 'OAU-07',
  suite: 'test/flows/redirect-uri.test.ts',
}

const ENUMERATION = 'test/flows/enumeration.test.ts'

const injection = { suite: 'test/flows/page-injection.test.ts' }

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    ...redirectUri,
    bug: 'A token request of its own may name another redirect URI.',
    path: 'token.send',
    file: 'packages/core/src/lib/sign-in/oauth/token-request.ts',
    find: "parameters.set('redirect_uri', transaction.redirectUri)",
    replace: "parameters.append('redirect_uri', transaction.redirectUri)",
    test: 'a token request of its own',
  },
  {
    ...redirectUri,
    bug: 'The parameters of a provider name the redirect URI.',
    path: 'authorization.params',
    file: 'packages/core/src/lib/sign-in/oauth/authorization-request.ts',
    find: 'redirect_uri: transaction.redirectUri,',
    replace: "redirect_uri: url.searchParams.get('redirect_uri') ?? transaction.redirectUri,",
    test: 'parameters of its own',
  },
  {
    ...redirectUri,
    bug: 'The redirect URI of the token request has a slash more.',
    path: 'standard request',
    file: 'packages/core/src/lib/sign-in/oauth/token-request.ts',
    find: 'transaction.redirectUri,\n      transaction.codeVerifier',
    replace: '`${transaction.redirectUri}/`,\n      transaction.codeVerifier',
    test: 'OpenID Connect',
  },
  {
    ...redirectUri,
    bug: 'The slash at the end of the address of a redirect proxy is doubled.',
    path: 'redirect proxy',
    file: 'packages/core/src/lib/sign-in/oauth/create-transaction.ts',
    find: "${redirectProxyUrl.replace(/\\/$/, '')}/callback",
    replace: '${redirectProxyUrl}/callback',
    test: 'a slash at its',
  },
  {
    rule: 'LNK-07',
    bug: 'The session of a returning person has the new address of the provider.',
    path: 'jwt',
    file: 'packages/core/src/lib/sign-in/oauth/user.ts',
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
    file: 'packages/core/src/lib/sign-in/oauth/user.ts',
    find: 'await renewTokens(context, store, evidence, decision.user.id)',
    replace:
      'await store.updateUser?.({ id: decision.user.id, email: evidence.user.email ?? decision.user.email })',
    suite: 'test/flows/provider-addresses.test.ts',
    test: 'By database, with mail',
  },
  {
    ...injection,
    rule: 'PAG-01',
    bug: 'A quotation mark ends an attribute.',
    path: 'attribute',
    file: 'packages/core/src/lib/pages/html.ts',
    find: 'replace(/[&<>"\']/g,',
    replace: "replace(/[&<>']/g,",
    test: '/signin',
  },
  {
    ...injection,
    rule: 'PAG-01',
    bug: 'Text is markup.',
    path: 'text',
    file: 'packages/core/src/lib/pages/html.ts',
    find: 'replace(/[&<>"\']/g,',
    replace: 'replace(/[&"\']/g,',
    test: 'one more step',
  },
  {
    ...injection,
    rule: 'PAG-01',
    bug: 'What is encoded in a text is decoded by the browser.',
    path: 'ampersand',
    file: 'packages/core/src/lib/pages/html.ts',
    find: 'replace(/[&<>"\']/g,',
    replace: 'replace(/[<>"\']/g,',
    test: 'The name of a provider is shown unchanged, and an address is prefilled unchanged (PAG-01)',
  },
  {
    ...injection,
    rule: 'PAG-01',
    bug: 'Any address is one of an image.',
    path: 'address',
    file: 'packages/core/src/lib/pages/url.ts',
    find: 'return IMAGE_DATA.test(reference) || isHttp(reference) ? reference : undefined',
    replace: 'return reference',
    test: '/signin',
  },
  {
    ...injection,
    rule: 'PAG-01',
    bug: 'A name with any character is the id of a provider.',
    path: 'provider id',
    file: 'packages/core/src/lib/config/requirements.ts',
    find: '/^(?!\\.\\.?$)[\\w.~-]+$/.test(id)',
    replace: 'id.length > 0',
    test: 'A text that cannot be part of a URL is refused as the id of a provider (PAG-01)',
  },
  {
    ...injection,
    rule: 'PAG-06',
    bug: 'The colour of a theme is written as it was configured.',
    path: 'pages',
    file: 'packages/core/src/lib/pages/theme-style.ts',
    find: "property('brand', brand) + property",
    replace: '`--brand:${String(theme?.brandColor)};` + property',
    test: '/error',
  },
  {
    ...injection,
    rule: 'PAG-06',
    bug: 'The colour of a theme is written as it was configured.',
    path: 'mail',
    file: 'packages/core/src/lib/provider-kit/mail/sign-in-mail.ts',
    find: '`background-color:${toHex(back)};color',
    replace: '`background-color:${String(theme?.brandColor)};color',
    test: 'A mail and the pages it opens contain no element, attribute or script from a text in the configuration (PAG-01, PAG-06)',
  },
  {
    ...injection,
    rule: 'PAG-06',
    bug: 'Any address is the logo of a theme.',
    path: 'logo',
    file: 'packages/core/src/lib/pages/layout.ts',
    find: 'const logo = imageSource(theme.value.logo)',
    replace: 'const logo = theme.value.logo',
    test: '/error',
  },
  {
    rule: 'LNK-03',
    bug: 'A passkey that was stored before the connection was lost is said to be of somebody else.',
    path: 'passkey, with transactions',
    file: 'packages/core/src/lib/sign-in/passkey/account.ts',
    find: 'if (isThis(stored, evidence)) return',
    replace: '',
    suite: 'test/flows/fault-enumeration.test.ts',
    test: 'The registration of a passkey',
  },
  {
    rule: 'LNK-03',
    bug: 'A passkey that was stored before the connection was lost has no account.',
    path: 'passkey, without transactions',
    file: 'packages/core/src/lib/sign-in/passkey/account.ts',
    find: 'if (outer.transaction || (await isStored(store, evidence))) throw error',
    replace: 'if (outer.transaction) throw error',
    suite: 'test/flows/fault-enumeration.test.ts',
    test: 'The registration of a passkey',
  },
  {
    rule: 'CCH-03',
    bug: 'A shared cache keeps the session of somebody.',
    file: 'packages/core/src/lib/http/result.ts',
    find: "'Cache-Control': 'private, no-store',",
    replace: "'Cache-Control': 'public, max-age=60',",
    suite: 'test/flows/shared-cache.test.ts',
    test: 'that overlooks cookies, shares no cookie or response between users, with sessions by jwt',
  },
  {
    rule: 'WAN-13',
    bug: 'Half a key is stored of an attestation that ends too early.',
    file: 'packages/core/src/lib/sign-in/passkey/register.ts',
    find: 'if (length !== authData.length) throw',
    replace: 'if (length < 0) throw',
    suite: 'test/flows/webauthn-mutated-answers.test.ts',
    test: 'A passkey response to register whose members are shorter by one byte',
  },
  // At a provider
  row(
    'OAU-02',
    'A code verifier has 128 random bits.',
    ['crypto/random.ts', 'randomToken(bytes: number = 32)', 'randomToken(bytes: number = 16)'],
    [`${unit}/crypto/random.test.ts`, 'OAU-02'],
  ),
  row(
    'OAU-03',
    'A provider that does not list S256 gets neither PKCE nor `nonce`.',
    [
      'oauth/authorization-request.ts',
      "return new Set(['state', 'nonce'])",
      "return new Set(['state'])",
    ],
    [`${flows}/authorization-response.test.ts`, 'OAU-03', 'oidc'],
  ),
  row(
    'OAU-03',
    'A provider that does not list S256 gets no PKCE.',
    [
      'oauth/authorization-request.ts',
      "if (provider.kind === 'oidc') return new Set(['state', 'nonce'])",
      "if (provider.kind) return new Set(['state', 'nonce'])",
    ],
    [`${unit}/oauth/authorization-request.test.ts`, 'OAU-03', 'oauth'],
  ),
  row(
    'OAU-08',
    'A sign-in ends at another provider than it was started with.',
    [
      'oauth/authenticate.ts',
      'if (transaction.provider !== provider.id) {',
      'if (transaction.provider === undefined) {',
    ],
    [`${flows}/redirect-protocol.test.ts`, 'OAU-08', 'protocol'],
  ),
  row(
    'OAU-08',
    'A code goes to another issuer than the sign-in was started at.',
    ['oauth/authorization-response.ts', 'if (issuer === metadata.issuer) return', 'if (id) return'],
    [`${flows}/one-transaction.test.ts`, 'OAU-08', 'issuer'],
  ),
  row(
    'OAU-10',
    'An error counts before `iss` and `state` of the response are compared.',
    [
      'oauth/authorization-response.ts',
      'const state = transaction.state ?? oauth.skipStateCheck',
      'const state = transaction.state ?? oauth.skipStateCheck\n  const error = parameters.get(\'error\')\n  if (error) throw new OAuthCallbackError(`The provider "${id}" answered with an error.`, { error })',
    ],
    [`${flows}/authorization-response.test.ts`, 'OAU-10'],
  ),
  row('OAU-12', 'The check cookies of a form post are not sent across sites.', ACROSS_SITES, [
    `${flows}/form-post.test.ts`,
    'OAU-12',
    'oauth',
  ]),
  row('OAU-12', 'The check cookies of a form post are not sent across sites.', ACROSS_SITES, [
    `${flows}/oidc.test.ts`,
    'OAU-12',
    'oidc',
  ]),
  row(
    'OAU-13',
    'An access token that came through the browser is overlooked.',
    [
      'oauth/authorization-response.ts',
      "if (!parameters.has('access_token')) return",
      'if (parameters) return',
    ],
    [`${flows}/authorization-response.test.ts`, 'OAU-13'],
  ),
  row(
    'OAU-18',
    'Client id and secret are not form-encoded.',
    ['oauth/client-auth.ts', '`${formEncoded(id)}:${formEncoded(secret)}`', '`${id}:${secret}`'],
    [`${flows}/client-authentication.test.ts`, 'OAU-18'],
  ),
  row(
    'OAU-19',
    'A client assertion is good for an hour.',
    [
      'oauth/client-auth.ts',
      'oauth.PrivateKeyJwt(token.clientPrivateKey)',
      "oauth.PrivateKeyJwt(token.clientPrivateKey, { [oauth.modifyAssertion]: (_, claims) => void (claims['exp'] = Number(claims['iat']) + 3600) })",
    ],
    [`${flows}/client-authentication.test.ts`, 'OAU-19'],
  ),
  row(
    'OAU-20',
    'An access token is in the address of the userinfo endpoint.',
    [
      'oauth/userinfo-request.ts',
      'const metadata = { ...server.metadata, userinfo_endpoint: url }',
      'const metadata = { ...server.metadata, userinfo_endpoint: `${url}?access_token=${token}` }',
    ],
    [`${flows}/oidc.test.ts`, 'OAU-20', 'oidc'],
  ),
  row(
    'OAU-21',
    'The page after the callback learns the address with the code.',
    [
      'http/result.ts',
      "headers: { Location: to, 'Referrer-Policy': 'no-referrer' }",
      'headers: { Location: to }',
    ],
    [`${flows}/oidc.test.ts`, 'OAU-21'],
  ),
  row(
    'OID-02',
    'Any issuer counts as the one that was discovered.',
    [
      'oauth/id-token.ts',
      'if (!resolve || metadata.issuer === config.issuer) return metadata.issuer',
      "if (!resolve) return String(claims['iss'])",
    ],
    [`${flows}/relying-party.test.ts`, 'OID-02'],
  ),
  row(
    'OID-02',
    'Any issuer counts that fits a template.',
    [
      'oauth/id-token.ts',
      "if (typeof issuer === 'string') return issuer",
      "if (issuer !== null) return String(claims['iss'])",
    ],
    [`${unit}/oauth/code-grant.test.ts`, 'with an issuer template', 'template'],
  ),
  row(
    'OID-03',
    'An ID token may be meant for others as well.',
    ['oauth/id-token.ts', 'if (Array.isArray(aud) && aud.length !== 1)', 'if (aud === null)'],
    [`${flows}/relying-party.test.ts`, 'OID-03'],
  ),
  row(
    'OID-04',
    'An ID token that was issued to another client counts.',
    [
      'oauth/id-token.ts',
      'if (azp !== undefined && azp !== provider.clientId)',
      'if (azp === null)',
    ],
    [`${flows}/relying-party.test.ts`, 'OID-04'],
  ),
  row(
    'OID-05',
    'The signature of an ID token is not looked at.',
    [
      'oauth/signed-token.ts',
      'payload = await verifySignature(provider, server, unverified)',
      "payload = new Uint8Array(Buffer.from(token.split('.')[1] ?? '', 'base64url'))",
    ],
    [`${flows}/relying-party.test.ts`, 'OID-05'],
  ),
  row(
    'OID-07',
    'A token brings the key that it is verified with.',
    [
      'oauth/signed-token.ts',
      "  if (algorithms[0]?.startsWith('HS')) {",
      "  const { jwk } = decodeProtectedHeader(token)\n  if (jwk) return (await compactVerify(token, { ...jwk, alg: 'RS256' }, { algorithms })).payload\n  if (algorithms[0]?.startsWith('HS')) {",
    ],
    [`${flows}/relying-party.test.ts`, 'OID-07'],
  ),
  row(
    'OID-08',
    'Of several keys that fit, the first alone is tried.',
    [
      'oauth/signed-token.ts',
      'if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error',
      'if (error) throw error',
    ],
    [`${unit}/oauth/id-token.test.ts`, 'OID-08', 'without a kid'],
  ),
  row(
    'OID-08',
    'Every unknown key id causes a request for keys.',
    [
      'oauth/remote-keys.ts',
      'provider.clock() < askedAgain + KEYS_COOLDOWN && !keys.reloading',
      'provider.clock() < 0',
    ],
    [`${flows}/backchannel-logout.test.ts`, 'OID-08', 'an unknown kid'],
  ),
  row(
    'OID-09',
    'Keys are never loaded again.',
    ['oauth/remote-keys.ts', '      await keys.reload()\n', '      if (error) throw error\n'],
    [`${flows}/relying-party.test.ts`, 'OID-09', 'rotation'],
  ),
  row(
    'OID-09',
    'Keys are kept for ever.',
    ['oauth/remote-keys.ts', 'cacheMaxAge: KEYS_MAX_AGE', 'cacheMaxAge: Number.POSITIVE_INFINITY'],
    [`${unit}/oauth/metadata.test.ts`, 'OID-09', 'age'],
  ),
  row(
    'OID-11',
    'A `sub` may be empty, and of any length.',
    ['oauth/id-token.ts', ']{1,255}$/', ']{0,9999}$/'],
    [`${flows}/relying-party.test.ts`, 'OID-11'],
  ),
  row(
    'OID-12',
    'A `nonce` is compared only where the ID token has one.',
    [
      'oauth/id-token.ts',
      'if (nonce === undefined && sent === undefined) return',
      'if (nonce === undefined || sent === undefined) return',
    ],
    [`${unit}/oauth/id-token.test.ts`, 'OID-12'],
  ),
  row(
    'OID-18',
    'A profile that comes with an error counts.',
    [
      'oauth/userinfo-response.ts',
      'response.status === 200 ? await response.json() : undefined',
      'await response.json()',
    ],
    [`${flows}/oauth.test.ts`, 'OID-18'],
  ),
  row(
    'OID-20',
    'Another kind of token counts as an ID token.',
    ['oauth/id-token.ts', "if (type !== undefined && type !== 'jwt')", 'if (type === null)'],
    [`${flows}/relying-party.test.ts`, 'OID-20'],
  ),
  // Cookies, requests and redirects
  row(
    'LGO-08',
    'Every response clears the cookies of the host.',
    [
      'http/result.ts',
      "  'X-Content-Type-Options': 'nosniff',\n",
      "  'X-Content-Type-Options': 'nosniff',\n  'Clear-Site-Data': '\"cookies\"',\n",
    ],
    [`${flows}/provider-sign-out.test.ts`, 'LGO-08'],
  ),
  row(
    'CKI-03',
    'What is sealed for one cookie opens in another.',
    [
      'crypto/sealed-box.ts',
      'createSealedKeys(secrets, kind, names[kind])',
      "createSealedKeys(secrets, kind, '')",
    ],
    [`${unit}/crypto/sealed-box.test.ts`, 'CKI-03'],
  ),
  row(
    'CSR-05',
    'A program that names no origin needs no token.',
    [
      'csrf/token.ts',
      "  const sent = request.body.get('csrfToken')\n",
      "  const sent = request.body.get('csrfToken')\n  if (!request.headers.has('origin')) return\n",
    ],
    [`${flows}/csrf.test.ts`, 'CSR-05'],
  ),
  row(
    'CSR-10',
    'Other origins may read every response.',
    [
      'http/result.ts',
      "  'X-Content-Type-Options': 'nosniff',\n",
      "  'X-Content-Type-Options': 'nosniff',\n  'Access-Control-Allow-Origin': '*',\n",
    ],
    [`${flows}/csrf.test.ts`, 'CSR-10'],
  ),
  row(
    'RDR-03',
    'The link of a mail has the target as it was sent.',
    [
      'flows/email/start.ts',
      'callbackUrl: returnTo,',
      "callbackUrl: String(context.request.body.get('callbackUrl') ?? returnTo),",
    ],
    [`${flows}/page-parameters.test.ts`, 'RDR-03', 'mail'],
  ),
  row(
    'RDR-04',
    'Any scheme is accepted whose origin is that of the application.',
    [
      'http/redirect-target.ts',
      `  const absolute = /^https?:\\/\\//i.test(target)
  if (!absolute && (!target.startsWith('/') || target.startsWith('//'))) return undefined
  if (!URL.canParse(target, base)) return undefined
  const url = new URL(target, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
`,
      `  if (!URL.canParse(target, base)) return undefined
  const url = new URL(target, base)
`,
    ],
    [`${unit}/http/redirect-target.test.ts`, 'RDR-04'],
  ),
  row(
    'RDR-09',
    'What is appended to the address of a page is not encoded.',
    [
      'context.ts',
      'if (value !== undefined) result.searchParams.set(name, value)',
      "if (value !== undefined) result.search += `${result.search === '' ? '?' : '&'}${name}=${value}`",
    ],
    [`${flows}/redirects.test.ts`, 'RDR-09'],
  ),
  row(
    'HST-01',
    'A header names another origin than AUTH_URL.',
    [
      'http/origin.ts',
      "if (policy.kind === 'fixed') return policy.origin",
      "if (policy.kind === 'fixed') return build('https', source.headers.get('x-forwarded-host') ?? new URL(policy.origin.href).host)",
    ],
    [`${flows}/hosts.test.ts`, 'HST-01'],
  ),
  row(
    'HST-05',
    'The origin of the first request is that of all.',
    ['http/origin.ts', 'origins.get(`${protocol} ${host}`,', 'origins.get(protocol,'],
    [`${flows}/hosts.test.ts`, 'HST-05'],
  ),
  row(
    'HST-06',
    'A proxy that speaks http makes cookies of https insecure.',
    [
      'http/origin.ts',
      "if (policy.kind === 'fixed') return policy.origin",
      "if (policy.kind === 'fixed') return { ...policy.origin, secure: source.headers.get('x-forwarded-proto') !== 'http' }",
    ],
    [`${flows}/hosts.test.ts`, 'HST-06'],
  ),
  row(
    'HST-07',
    'Another port of a listed host is listed.',
    ['http/origin.ts', '!policy.hosts.has(host)', "!policy.hosts.has(host.replace(/:\\d+$/, ''))"],
    [`${unit}/http/origin.test.ts`, 'HST-07'],
  ),
  row(
    'INP-10',
    'The response to an unknown method does not list the known ones.',
    ['responses/failure-result.ts', "return { Allow: allow.join(', ') }", 'return {}'],
    [`${flows}/failures.test.ts`, 'INP-10'],
  ),
  row(
    'PAG-05',
    'Pages load a font of another site.',
    [
      'pages/layout.ts',
      '<meta name="robots" content="noindex" />',
      '<meta name="robots" content="noindex" /><link rel="stylesheet" href="https://fonts.example/a.css" />',
    ],
    [`${flows}/headers.test.ts`, 'PAG-05'],
  ),
  row(
    'CCH-01',
    'A cache may keep what actions answer.',
    ['http/result.ts', "'Cache-Control': 'private, no-store'", "'Cache-Control': 'private'"],
    [`${flows}/headers.test.ts`, 'CCH-01', 'actions'],
  ),
  row(
    'CCH-01',
    'A cache may keep what actions answer.',
    ['http/result.ts', "'Cache-Control': 'private, no-store'", "'Cache-Control': 'private'"],
    [`${flows}/authorized.test.ts`, 'CCH-01', 'refusals'],
  ),
  // Mails
  row(
    'EML-05',
    'The `signIn` callback sees the address as it was typed.',
    [
      'flows/email/start.ts',
      'account: emailAccount(provider.id, identifier, user.id),',
      "account: emailAccount(provider.id, String(context.request.body.get('email')), user.id),",
    ],
    [`${flows}/email-refusals.test.ts`, 'EML-05'],
  ),
  row(
    'EML-08',
    'Of an address with more lines the first one counts.',
    [
      'email-address.ts',
      'const trimmed = input.trim()',
      "const trimmed = (input.split(/[\\r\\n]/)[0] ?? '').trim()",
    ],
    [`${flows}/email-refusals.test.ts`, 'EML-08'],
  ),
  row(
    'EML-10',
    'An address in capitals is another one.',
    ['email-address.ts', 'local.toLowerCase().normalize()', 'local.normalize()'],
    [`${flows}/mail-places.test.ts`, 'EML-10'],
  ),
  row(
    'MAG-06',
    'A link signs in every browser that opens it.',
    [
      'flows/email/callback.ts',
      'if (link.asked) return withLink(context, provider, link)',
      'if (link) return withLink(context, provider, link)',
    ],
    [`${flows}/email.test.ts`, 'MAG-06'],
  ),
  row(
    'MAG-10',
    'The response to a request for a mail tells the user of the address.',
    [
      'flows/email/start.ts',
      'to: toVerifyRequest(context, provider), jar }',
      'to: `${toVerifyRequest(context, provider)}&user=${user.id}`, jar }',
    ],
    [`${flows}/email.test.ts`, 'MAG-10'],
  ),
  row(
    'MAG-11',
    'Mails are sent although the budget of the address is used up.',
    [
      'flows/email/start.ts',
      '  if (outcome.allowed) return outcome\n',
      "  if (outcome.allowed) return outcome\n  if (outcome.subject === 'account') return { allowed: true, giveBack: async () => undefined }\n",
    ],
    [`${flows}/limits.test.ts`, 'MAG-11', 'mailbox'],
  ),
  row(
    'MAG-11',
    'Mails are sent although the budget of the browser is used up.',
    [
      'flows/email/start.ts',
      '  if (outcome.allowed) return outcome\n',
      "  if (outcome.allowed) return outcome\n  if (outcome.subject !== 'account') return { allowed: true, giveBack: async () => undefined }\n",
    ],
    [`${flows}/limits.test.ts`, 'requested by one browser', 'browser'],
  ),
  row(
    'MAG-13',
    'The page of a link sends its address on.',
    [
      'http/result.ts',
      "'Cross-Origin-Opener-Policy': 'same-origin',\n  'Referrer-Policy': 'no-referrer',",
      "'Cross-Origin-Opener-Policy': 'same-origin',\n  'Referrer-Policy': 'unsafe-url',",
    ],
    [`${flows}/email.test.ts`, 'MAG-13'],
  ),
  // Sessions and people
  row(
    'SES-01',
    'The token of a session has 128 random bits.',
    ['crypto/random.ts', 'randomHex(bytes: number = 32)', 'randomHex(bytes: number = 16)'],
    [`${flows}/sessions-database.test.ts`, 'SES-01'],
  ),
  row(
    'SES-06',
    'A session takes over the token that the browser brought.',
    [
      'session/database-strategy.ts',
      'const token = generateToken(config, signedInAt.getTime())',
      'const token = sessionCookie(context) ?? generateToken(config, signedInAt.getTime())',
    ],
    [`${flows}/credentials.test.ts`, 'SES-06', 'database'],
  ),
  row(
    'LIM-07',
    'A refusal does not say when to come again.',
    [
      'responses/failure-result.ts',
      "return typeof retryAfter === 'number' ? { 'Retry-After': String(retryAfter) } : {}",
      'return {}',
    ],
    [`${flows}/limits.test.ts`, 'LIM-07'],
  ),
  row(
    'LNK-06',
    'The last account has a button that removes it.',
    [
      'accounts/ways-in.ts',
      'listed.some((one) => one !== way && one.opens)',
      'listed.some((one) => one.opens)',
    ],
    [`${flows}/account-page.test.ts`, 'LNK-06'],
  ),
  row(
    'LNK-06',
    'The last two accounts can be removed at the same moment.',
    ['accounts/ways-in.ts', 'if (!canSpare(left)) {', 'if (left === undefined) {'],
    [`${flows}/account-page.test.ts`, 'LNK-06', 'at the same moment'],
  ),
  row(
    'WAN-05',
    'A passkey becomes one that can be backed up.',
    [
      'webauthn/authenticate.ts',
      "throw new Error('The backup eligibility is not the one of the registration')",
      'void 0',
    ],
    [`${flows}/webauthn-hostile.test.ts`, 'WAN-05'],
  ),
  row(
    'SRF-03',
    'A `customFetch` may follow redirects.',
    [
      'http/outbound.ts',
      "{ ...init, redirect: 'manual', signal }",
      "{ ...init, redirect: custom ? 'follow' : 'manual', signal }",
    ],
    [`${flows}/oidc.test.ts`, 'SRF-03'],
  ),
  row(
    'SRF-04',
    'The picture of a person is loaded.',
    [
      'oauth/identity.ts',
      'const user = plainUser(mapped, id)',
      'const user = plainUser(mapped, id)\n  if (user.image) await provider.fetch(user.image).catch(() => undefined)',
    ],
    [`${flows}/odd-claims.test.ts`, 'SRF-04'],
  ),
  row(
    'SRF-05',
    'A discovery document is loaded past `customFetch`.',
    [
      'oauth/metadata.ts',
      'const response = await provider.fetch(url,',
      'const response = await fetch(url,',
    ],
    [`${flows}/discovered-hosts.test.ts`, 'SRF-05'],
  ),
  row(
    'OAU-24',
    'All sign-ins have one handle, with its key and its nonces.',
    [
      'oauth/dpop.ts',
      'return oauth.DPoP(client, { privateKey, publicKey })',
      'const shared = globalThis as { handle?: oauth.DPoPHandle }\n  return (shared.handle ??= oauth.DPoP(client, { privateKey, publicKey }))',
    ],
    [`${flows}/dpop.test.ts`, 'OAU-24'],
  ),
  row(
    'LGO-02',
    'The browser leaves for the provider with its session.',
    [
      'logout/end-session.ts',
      'return (await goOn?.(jar)) ??',
      'return (await goOn?.(context.jar)) ??',
    ],
    [`${flows}/provider-sign-out.test.ts`, 'LGO-02', 'jwt'],
  ),
  row(
    'LGO-02',
    'The browser leaves for the provider before the session is ended.',
    [
      'logout/end-session.ts',
      'const jar = await (isSealed ? revokeSealed(context) : revoke(context))',
      'const jar = await (isSealed ? revokeSealed(context) : goOn ? clearSessionCookie(context) : revoke(context))',
    ],
    [`${flows}/provider-sign-out.test.ts`, 'LGO-02', 'database'],
  ),
  row(
    'CKI-13',
    'A target in its cookie is used as it is.',
    [
      'auth.ts',
      'return url === undefined ? origin.href : resolveTarget(config, origin, url)',
      'return url === undefined ? origin.href : url === remembered ? String(url) : resolveTarget(config, origin, url)',
    ],
    [`${flows}/redirects.test.ts`, 'CKI-13'],
  ),
  row(
    'EML-09',
    'A colour of the theme is written into a mail as it is.',
    [
      'mail/sign-in-mail.ts',
      '`background-color:${toHex(back)};',
      '`background-color:${theme?.brandColor ?? toHex(back)};',
    ],
    [`${flows}/email-refusals.test.ts`, 'EML-09'],
  ),
  row(
    'FLW-02',
    'The response of another browser ends the sign-in of this one.',
    [
      'flows/oauth/callback.ts',
      "readTransactionId(parameters.get('state') ?? undefined)",
      'liveTransactionIds(sent, profile).at(-1)',
    ],
    [`${flows}/transactions.test.ts`, 'FLW-02'],
  ),
  row(
    'ENU-01',
    'What `authorize` writes for a user who exists comes back.',
    [
      'flows/credentials/callback.ts',
      '{ ...credentials }: Readonly<Record<string, string>>',
      'credentials: Readonly<Record<string, string>>',
    ],
    [`${flows}/sign-in-attempt.test.ts`, 'ENU-01'],
  ),
  row(
    'WAN-10',
    'The `signIn` callback is not asked about passkeys.',
    [
      'flows/complete-sign-in.ts',
      'const elsewhere = await passGate(context, pending.params)',
      "const elsewhere = pending.params.account?.type === 'webauthn' ? undefined : await passGate(context, pending.params)",
    ],
    [`${flows}/webauthn.test.ts`, 'WAN-10'],
  ),
  row(
    'WAN-12',
    'A passkey is removed however long ago its owner signed in.',
    ['flows/account/finish.ts', '  requireFresh(config, current, freshFor(config))\n', ''],
    [`${flows}/passkey-removal.test.ts`, 'WAN-12', 'removed'],
  ),
  row(
    'WAN-12',
    'A passkey is renamed however long ago its owner signed in.',
    ['flows/account/finish.ts', '  requireFresh(config, current, freshFor(config))\n', ''],
    [`${flows}/passkey-names.test.ts`, 'WAN-12', 'renamed'],
  ),
  row(
    'WAN-14',
    'Scripts of another site run on the sign-in page.',
    [
      'responses/page-result.ts',
      "`script-src ${scripts.join(' ')}`",
      "`script-src https://scripts.example ${scripts.join(' ')}`",
    ],
    [`${flows}/webauthn.test.ts`, 'WAN-14'],
  ),
  row(
    'SRF-01',
    'A parameter of the request names an endpoint.',
    [
      'oauth/authorization-request.ts',
      'const endpoint = requireEndpoint(provider, metadata)',
      "const endpoint = requireEndpoint(provider, { ...metadata, authorization_endpoint: parameters.get('authorization_endpoint') ?? metadata.authorization_endpoint ?? '' })",
    ],
    [`${flows}/discovered-hosts.test.ts`, 'SRF-01'],
  ),
  row(
    'INP-01',
    'Members that every object has count as cookies.',
    [
      'http/cookie-jar.ts',
      '    let result: string | undefined\n',
      '    let result = Reflect.get({}, name) as string | undefined\n',
    ],
    [`${unit}/http/cookie-jar.test.ts`, 'INP-01'],
  ),
  row(
    'WAN-11',
    'The response of a passkey needs no CSRF token.',
    [
      'flows/kinds.ts',
      '  webauthn: {\n    callback: {\n      POST: {\n        ...CHANGE,',
      '  webauthn: {\n    callback: {\n      POST: {\n        ...READ,',
    ],
    [`${flows}/webauthn-hostile.test.ts`, 'WAN-11'],
  ),
  row(
    'OID-22',
    'The error of a provider is in the address of the page.',
    [
      'responses/failure-result.ts',
      'error: row.param,',
      "error: String(Reflect.get(Object(error.cause), 'error') ?? row.param),",
    ],
    [`${flows}/authorization-response.test.ts`, 'OID-22'],
  ),
  row(
    'JWE-02',
    'A token says itself how it is encrypted.',
    [
      'crypto/jwe.ts',
      'return andThen(keys.named(header), (key) => (key ? decrypt(key, token) : null))',
      'return andThen(keys.first(), (key) => (key ? decrypt({ ...key, header }, token) : null))',
    ],
    [`${unit}/crypto/jwe.test.ts`, 'JWE-02'],
  ),
  row(
    'REL-01',
    'A function that rejects where it is to return at once ends the process.',
    [
      'errors/own-function.ts',
      'if (isPending(returned)) Promise.resolve(returned).catch(() => undefined)',
      '',
    ],
    [`${unit}/errors/auth-error.test.ts`, 'REL-01'],
  ),
  row(
    'SES-15',
    'A session cookie counts as the one that was read before.',
    [
      'crypto/decrypt-once.ts',
      'const same = known?.key === key && constantTimeEqual(known.fingerprint, fingerprint)',
      "const same = known?.key === key && typeof fingerprint === 'string'",
    ],
    [`${unit}/crypto/decrypt-once.test.ts`, ''],
  ),
  row(
    'HST-08',
    'A header of the client says who is signed in.',
    [
      'authorize.ts',
      'authorized?.({ request, auth: read.session })',
      "authorized?.({ request, auth: read.session ?? JSON.parse(request.headers.get('x-auth-session') ?? 'null') })",
    ],
    [`${flows}/hosts.test.ts`, 'HST-08'],
  ),
  row(
    'ENU-03',
    'A sign-in is refused where an address is sent that no user has.',
    [
      'accounts/decide-link.ts',
      "if (!userByEmail) return { do: 'create' }",
      "if (!userByEmail) return { do: 'refuse', reason: 'email-in-use' }",
    ],
    [ENUMERATION, 'to a person who signs in there with another address', 'another address'],
  ),
  row(
    'ENU-03',
    'The start of a sign-in tells whether a user has the address of the hint.',
    [
      'flows/oauth/start.ts',
      '  const current = await',
      `  const { store } = given as unknown as { readonly store: { getUserByEmail: (email: string) => Promise<unknown> } }
  if (await store.getUserByEmail(parameters.get('login_hint') ?? '')) {
    return { kind: 'redirect', to: context.returnTo, jar: context.jar }
  }
  const current = await`,
    ],
    [ENUMERATION, 'by the start of a sign-in with that address', 'start'],
  ),
  row(
    'ENU-03',
    'An account is looked for by an address that no provider has proven.',
    [
      'flows/oauth/finish.ts',
      '  const response = { transaction, parameters }',
      `  if (await provider.store?.getUserByEmail(parameters.get('email') ?? '')) {
    return { kind: 'redirect', to: returnTo, jar: context.jar }
  }
  const response = { transaction, parameters }`,
    ],
    [ENUMERATION, 'to a person who forges a response', 'forged response'],
  ),
  row(
    'ENU-03',
    'The owner of the address is not told that a user has it.',
    ['accounts/decide-link.ts', ": { do: 'refuse', reason: 'email-in-use' }", ": { do: 'create' }"],
    [ENUMERATION, 'is revealed to a person who signs in at a provider', 'owner'],
  ),
]
