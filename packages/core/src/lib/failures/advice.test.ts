import { describe, expect, it } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { AuthError } from '../errors/auth-error.ts'
import {
  AdapterError,
  CredentialsSignin,
  CrossOriginRequest,
  EmailCreateAccountError,
  EmailSignInError,
  InvalidProvider,
  OAuthCallbackError,
  OAuthCreateAccountError,
  OAuthSignInError,
  SignOutError,
} from '../errors/classes.ts'
import { OutboundError } from '../http/outbound.ts'
import { adviseOn, type Circumstances } from './advice.ts'

const ORIGIN = { href: 'https://app.example', secure: true }

/** No more of a configuration is looked at. */
const config = {
  actionBase: '/auth',
  providers: new Map(
    [
      { id: 'harbour', kind: 'oidc' },
      { id: 'island', kind: 'oauth' },
      { id: 'proxied', kind: 'oidc', redirectProxyUrl: 'https://proxy.example/auth' },
      { id: 'mail', kind: 'email' },
    ].map((provider) => [provider.id, provider]),
  ),
} as unknown as ResolvedConfig

const advise = (error: AuthError, known: Partial<Circumstances> = {}): string | undefined =>
  adviseOn(error, { config, origin: ORIGIN, headers: new Headers(), ...known })

class OwnError extends AuthError {
  static override type: string = 'toString'
}

describe('Advice about a store', () => {
  const KINDS = [
    AdapterError,
    EmailCreateAccountError,
    OAuthCreateAccountError,
    SignOutError,
  ] as const

  it.each([
    ['The package mysql2 is not installed. Run: npm install mysql2', 'npm install mysql2'],
    [
      'The package "nodemailer" could not be loaded. Install it: npm install nodemailer',
      'npm install nodemailer',
    ],
  ])('names what installs a package that is missing: %s', (message, command) => {
    for (const Kind of KINDS) {
      const failure = new AdapterError('The adapter failed in getUser().', new Error(message))
      expect(advise(new Kind('x', failure)), Kind.name).toBe(`Install what is missing: ${command}`)
    }
  })

  it.each([
    'no such table: users',
    'no such column: users.emailVerified',
    'relation "users" does not exist',
    'relation "" does not exist',
    'column "email_verified" does not exist',
    'column users.email does not exist',
    'column "x" of relation "users" does not exist',
    "Table 'app.users' doesn't exist",
    "Unknown column 'email_verified' in 'field list'",
    'The table `public.User` does not exist in the current database.',
  ])('names the command that makes tables where the cause is: %s', (message) => {
    for (const Kind of KINDS) {
      const advice = advise(new Kind('x', new Error(message)))
      expect(advice, Kind.name).toBe('Run: npx @latchstring/cli migrate --apply')
    }
  })

  it.each(['appendRevocations', 'listRevocations', 'getRevocation'])(
    'names the option of that command where %s() lacks its table',
    (method) => {
      const failure = new AdapterError(
        `The adapter failed in ${method}().`,
        new Error('no such table: t'),
      )
      for (const error of [failure, ...KINDS.map((Kind) => new Kind('x', failure))]) {
        expect(advise(error), error.name).toBe(
          'Run: npx @latchstring/cli migrate --apply --session-control',
        )
      }
    },
  )

  it.each(['The connection was refused', 'The row does not exist', 'A table does not exist'])(
    'is not given where the cause is: %s',
    (message) => {
      for (const Kind of KINDS) expect(advise(new Kind('x', new Error(message)))).toBeUndefined()
    },
  )
})

const SIGN_IN_ERRORS = [OAuthCallbackError, OAuthSignInError] as const

/** The advice on a failure at a provider, for both of its classes. */
function adviseOnProvider(
  cause: ConstructorParameters<typeof AuthError>[1],
  { id = 'harbour', ...known }: Partial<Circumstances> & { readonly id?: string } = {},
): string | undefined {
  const [first, second] = SIGN_IN_ERRORS.map((Kind) =>
    advise(new Kind(`The response of "${id}" could not be verified.`, cause), known),
  )
  expect(first).toBe(second)
  return first
}

describe('Advice about a provider', () => {
  const CREDENTIALS =
    'Copy client id and client secret from the console of the service once more into AUTH_HARBOUR_ID and AUTH_HARBOUR_SECRET, without quotes or spaces, and restart.'
  const REDIRECT =
    'Register this redirect URI at the provider, letter by letter: https://app.example/auth/callback/harbour'
  const ONCE =
    'Expected now and then: a code works once, for a minute. If it repeats, register this redirect URI at the provider: https://app.example/auth/callback/harbour'
  const SCOPE =
    'Remove the scope from `authorization.params.scope`, or enable it in the console of the service.'
  const WAIT = 'Wait, or look at the status page of the service: it failed by itself.'
  const ISSUER =
    'Correct `issuer`: with /.well-known/openid-configuration behind it, it is a URL that a browser can open.'
  const outbound = (facts: OutboundError['facts']) => new OutboundError('It failed.', { facts })

  it.each([
    [{ error: 'invalid_client', status: 400 }, CREDENTIALS],
    [{ error: 'unauthorized_client' }, CREDENTIALS],
    [{ error: 'incorrect_client_credentials' }, CREDENTIALS],
    [{ error: 'invalid_client_secret' }, CREDENTIALS],
    [{ error: 'invalid_client_metadata' }, undefined],
    [{ error: 'no_invalid_client' }, undefined],
    [{ status: 401 }, CREDENTIALS],
    [{ error: 'redirect_uri_mismatch' }, REDIRECT],
    [{ error: 'invalid_redirect_uri' }, REDIRECT],
    [{ error: 'invalid_grant', status: 400 }, ONCE],
    [{ error: 'bad_verification_code' }, ONCE],
    [{ error: 'invalid_scope' }, SCOPE],
    [{ error: 'invalid_request' }, undefined],
    [{ status: 500, error: 'invalid_client' }, WAIT],
    [{ status: 499 }, undefined],
    [outbound({ status: 404, discovery: true }), ISSUER],
    [outbound({ status: 503, discovery: true }), WAIT],
    [outbound({ status: 404 }), undefined],
    [outbound({ status: 200, discovery: true }), undefined],
    [new Error('https://idp.example answered without a discovery document (HTTP 404).'), undefined],
    [undefined, undefined],
  ])('after %j is: %s', (cause, advice) => {
    expect(adviseOnProvider(cause)).toBe(advice)
  })

  it('is to set the clock where the times of a token or of a certificate differ', () => {
    const text = 'x: the clocks of this server and of the provider differ'
    const advice =
      'Set the clock of this server by a time service (timedatectl set-ntp true; in a container, that of the host). If the clock of the provider is wrong, set `clockTolerance`.'
    expect(adviseOnProvider(new Error(text))).toBe(advice)
    expect(advise(new OAuthCallbackError(text))).toBe(advice)
  })

  it('is given for every OAuth provider, and for no other', () => {
    const cause = { error: 'invalid_scope' }
    expect(adviseOnProvider(cause, { id: 'island' })).toBe(SCOPE)
    expect(adviseOnProvider(cause, { id: 'mail' })).toBeUndefined()
    expect(adviseOnProvider(cause, { id: 'unknown' })).toBeUndefined()
    expect(adviseOnProvider(cause, { config: undefined })).toBeUndefined()
    expect(advise(new OAuthCallbackError('It failed.', cause))).toBeUndefined()
  })

  it('names the redirect URI of the proxy, or as much of the own one as is known', () => {
    const cause = { error: 'redirect_uri_mismatch' }
    expect(adviseOnProvider(cause, { id: 'proxied' })).toMatch(
      / letter by letter: https:\/\/proxy\.example\/auth\/callback\/proxied$/,
    )
    expect(adviseOnProvider(cause, { origin: undefined })).toMatch(
      / letter by letter: …\/callback\/harbour$/,
    )
  })

  it.each(['https://idp.example', 'http://127.0.0.1:9'])(
    'that does not respond is to look whether %s can be reached',
    (silent) => {
      const cause = outbound({ silent })
      expect(adviseOnProvider(new Error('It failed.', { cause }))).toBe(
        `Look whether this server reaches the issuer: curl -v ${silent}. A firewall may let nothing out; behind a proxy, start Node.js with NODE_USE_ENV_PROXY=1 and HTTPS_PROXY.`,
      )
    },
  )
})

describe('Advice about a form of another origin', () => {
  const ask = (origin: string | undefined, href: string | undefined): string | undefined =>
    advise(new CrossOriginRequest('x'), {
      headers: new Headers(origin === undefined ? {} : { origin }),
      origin: href === undefined ? undefined : { href, secure: true },
    })

  it.each([
    ['http://127.0.0.1:3000', 'http://localhost:3000'],
    ['http://localhost:3000', 'http://127.0.0.1:3000'],
  ])('names both where they are names of one machine: %s and %s', (from, href) => {
    expect(ask(from, href)).toBe(
      `Open ${href} and not ${from}: to a browser these are two sites. Or set AUTH_URL=${from}`,
    )
  })

  it('names the right `AUTH_URL` where only the scheme differs', () => {
    expect(ask('https://app.example', 'http://app.example')).toBe(
      'Set AUTH_URL to https://app.example: the page was sent from there, and the application takes itself for http://app.example.',
    )
  })

  it.each([
    ['https://other.example', 'https://app.example'],
    ['https://other.example', 'http://localhost:3000'],
    ['http://localhost:3000', 'https://app.example'],
    ['https://app.example', 'https://app.example'],
    ['https://app.example', undefined],
    ['null', 'https://app.example'],
    [undefined, 'https://app.example'],
  ])('is not given for a form from %s to %s', (from, href) => {
    expect(ask(from, href)).toBeUndefined()
  })
})

describe('Advice about a function of the application', () => {
  it.each([
    ['The `jwt` callback threw.', 'Correct the `jwt` callback; what it threw is below.'],
    [
      'The configuration function threw.',
      'Correct the configuration function; what it threw is below.',
    ],
    [
      'The `token.send` function of "a.b~c" threw.',
      'Correct the `token.send` function of "a.b~c"; what it threw is below.',
    ],
    [
      'The `generateRegistrationOptions` function of `simpleWebAuthn` threw.',
      'Correct the `generateRegistrationOptions` function of `simpleWebAuthn`; what it threw is below.',
    ],
    [
      'The `jwt` callback returned neither a token nor `null`. Return the token.',
      'Correct what the `jwt` callback returns.',
    ],
    [
      'The `userinfo.request` function of "acme" returned undefined. Return an object.',
      'Correct what the `userinfo.request` function of "acme" returns.',
    ],
  ])('is to correct it, where the message is: %s', (message, advice) => {
    for (const Kind of [AuthError, OAuthCallbackError, OAuthSignInError]) {
      expect(advise(new Kind(message, new Error('thrown')))).toBe(advice)
    }
  })

  it.each([
    'The `x` threw.',
    'The `jwt` callback threw up.',
    'The `jwt` callback threw. Or not.',
    'A `jwt` callback threw.',
    'Not so: The `jwt` callback threw.',
  ])('is not given where the message is: %s', (message) => {
    expect(advise(new AuthError(message))).toBeUndefined()
  })

  it('is about `customFetch` where that gave no response', () => {
    const cause = new OutboundError('`customFetch` returned undefined for https://idp.example.')
    const advice = 'Correct what `customFetch` returns.'
    expect(advise(new OAuthCallbackError('x', cause))).toBe(advice)
    const quoted = new OutboundError(`Not so: ${cause.message}`)
    expect(advise(new OAuthCallbackError('x', quoted))).toBeUndefined()
  })

  it('is about `protocol.verify` where that refused a response', () => {
    const message = 'The response of "guild" could not be verified: `protocol.verify` threw.'
    const advice =
      'Nothing, if the response was forged. Otherwise correct `protocol.verify`; what it threw is below.'
    expect(advise(new OAuthCallbackError(message, new Error('forged')))).toBe(advice)
  })

  it('is about `sendVerificationRequest` where the provider has neither a server nor a key of a service', () => {
    const message = 'The mail of "mail" could not be sent: `sendVerificationRequest` threw.'
    const error = new EmailSignInError(message, new Error('over quota'))
    const having = (options: object): Partial<Circumstances> => ({
      config: {
        ...config,
        providers: new Map([['mail', { id: 'mail', kind: 'email', config: options }]]),
      } as unknown as ResolvedConfig, // As above.
    })
    expect(advise(error, having({}))).toBe(
      'Correct the `sendVerificationRequest` function of the provider; what it threw is below.',
    )
    expect(advise(error, having({ server: 'smtp://127.0.0.1' }))).toBeUndefined()
    expect(advise(error, having({ apiKey: 'key' }))).toBeUndefined()
    for (const text of [`Not so: ${message}`, message.replace('"mail"', '"other"')]) {
      expect(advise(new EmailSignInError(text, new Error('x')), having({}))).toBeUndefined()
    }
    expect(advise(error, { config: undefined })).toBeUndefined()
    const ofOther = message.replace('"mail"', '"harbour"')
    expect(advise(new EmailSignInError(ofOther, new Error('x')))).toBeUndefined()
  })
})

describe('Advice about an unknown provider', () => {
  const unknown = (id: string): InvalidProvider =>
    new InvalidProvider(`The provider "${id}" is not configured. Configured: harbour.`)

  it('names the one that was meant', () => {
    expect(advise(unknown('harbuor'))).toBe(
      'Did you mean "harbour"? Correct the link, or signIn(…).',
    )
  })

  it('is not given for a distant name, without a name, and without a configuration', () => {
    expect(advise(unknown('something-else'))).toBeUndefined()
    expect(advise(new InvalidProvider('The provider is not configured.'))).toBeUndefined()
    expect(advise(unknown('harbuor'), { config: undefined })).toBeUndefined()
    const quoted = new InvalidProvider('Not so: The provider "harbuor" is not configured.')
    expect(advise(quoted)).toBeUndefined()
  })
})

describe('Advice about a mail', () => {
  it('is to do nothing where the address is invalid', () => {
    expect(advise(new EmailSignInError('x'))).toBe('Nothing: the person mistyped the address.')
  })

  it('is to correct the password that the mail server refuses', () => {
    const err = new Error('outer', { cause: Object.assign(new Error('x'), { code: 'EAUTH' }) })
    expect(advise(new EmailSignInError('x', { err }))).toBe(
      'Correct user and password in `server` of the provider: the mail server refuses them.',
    )
  })

  it('is not given for another code, of which the outermost counts', () => {
    const err = Object.assign(new Error('outer'), { code: 'ESOCKET', cause: { code: 'EAUTH' } })
    expect(advise(new EmailSignInError('x', { err }))).toBeUndefined()
  })
})

describe('Advice', () => {
  it('is missing for codes with a complete fix, and for classes of the application', () => {
    expect(advise(new CredentialsSignin('x'))).toBeUndefined()
    expect(advise(new OwnError('x'))).toBeUndefined()
  })
})
