/** The groups of docs/options.md: of which interfaces each is made, and which guides explain it. */

/**
 * @typedef {object} Group
 * @property {string} title
 * @property {string} [prefix] what stands before the names of its options in a configuration
 * @property {string} [text] Markdown above the table
 * @property {readonly (readonly [name: string, page: string])[]} guides
 * @property {readonly (readonly [file: string, type: string])[]} from modules of the core and the interfaces there
 * @property {readonly string[]} [without] members that are no options
 * @property {boolean} [partial] whether none has to be set, although the type requires them
 * @property {Readonly<Record<string, string>>} [more] page about a single option
 */

/** Members by which a module describes its service: `DescriptiveMember` of the types. */
const DESCRIPTIVE = [
  'type',
  'options',
  'requires',
  'ownOptions',
  'problem',
  'deprecated',
  'weakness',
  'derived',
  'variables',
  'protocol',
  'profileFromBody',
  'resolveIssuer',
  'discoveryIssuer',
]

export const INTRODUCTION = `<!-- Written by tools/docs/options.mjs from the types of the options: change their comments, and run it. -->

# Options

Every option of the configuration, with its type, its default and what it does. An editor shows the same texts.

\`\`\`ts
import { createAuth } from '@latchstring/core'
import GitHub from '@latchstring/core/providers/github'

export const auth = createAuth({
  providers: [GitHub],
  session: { maxAge: 7 * 24 * 60 * 60 },
  pages: { signIn: '/sign-in' },
})
\`\`\`

Framework packages take the same configuration. Only \`providers\` is required. Times are in seconds unless the table says otherwise. A
misspelled option is an error of TypeScript, and a warning in the log.
`

/** @type {readonly Group[]} */
export const GROUPS = [
  {
    title: 'Top level',
    guides: [['Getting started', 'getting-started-next.md']],
    from: [['types/config', 'AuthConfig']],
    more: {
      providers: 'providers/index.md',
      adapter: 'adapters.md',
      adapterRequires: 'adapters.md',
      basePath: 'deployment.md#below-a-path',
      secret: 'sessions.md#change-the-secret',
      weakSecret: 'moving-from-next-auth.md',
      audience: 'sessions.md#one-secret-in-several-deployments',
      session: '#session',
      account: '#account',
      jwt: '#jwt',
      callbacks: '#callbacks',
      events: '#events',
      pages: '#pages',
      cookies: '#cookies',
      theme: '#theme',
      texts: 'pages-and-theme.md#texts-of-your-own',
      limits: '#limits',
      clientAddress: '#clientaddress',
      debug: 'logging.md#see-every-step',
      logger: 'logging.md#use-your-own-logger',
      experimental: '#experimental',
      migrate: '#migrate',
      redirectProxyUrl: 'redirect-proxy.md',
      redirectProxyOrigins: 'redirect-proxy.md#origins-on-the-list',
      skipCSRFCheck: 'pages-and-theme.md#a-plain-form-with-a-csrf-token',
      trustHost: 'deployment.md#what-trusthost-means',
      allowedHosts: 'deployment.md',
      useSecureCookies: 'cookies.md',
    },
  },
  {
    title: 'session',
    prefix: 'session.',
    guides: [['Sessions', 'sessions.md']],
    from: [['types/config', 'SessionOptions']],
    more: { revocation: '#sessionrevocation', devices: '#sessiondevices' },
  },
  {
    title: 'session.revocation',
    prefix: 'session.revocation.',
    guides: [['End sessions', 'sessions.md#end-sessions']],
    from: [['types/config', 'RevocationOptions']],
  },
  {
    title: 'session.devices',
    prefix: 'session.devices.',
    guides: [['End sessions', 'sessions.md#end-sessions']],
    from: [['types/config', 'DevicesOptions']],
  },
  {
    title: 'account',
    prefix: 'account.',
    guides: [['Linking accounts', 'linking-accounts.md']],
    from: [['types/config', 'AccountOptions']],
    more: { page: '#accountpage', updateOnSignIn: 'provider-tokens.md' },
  },
  {
    title: 'account.page',
    prefix: 'account.page.',
    guides: [['A page for it', 'linking-accounts.md#a-page-for-it']],
    from: [['types/config', 'AccountPageOptions']],
  },
  {
    title: 'jwt',
    prefix: 'jwt.',
    text: 'With sessions in an encrypted cookie.',
    guides: [['Encode the token yourself', 'sessions.md#encode-the-token-yourself']],
    from: [['types/jwt', 'JWTOptions']],
  },
  {
    title: 'callbacks',
    prefix: 'callbacks.',
    guides: [
      ['Callbacks and events', 'callbacks-and-events.md'],
      ['Roles', 'roles.md'],
      ['Protect a page, a route or an API', 'protect.md'],
    ],
    from: [['types/callbacks', 'Callbacks']],
  },
  {
    title: 'events',
    prefix: 'events.',
    text: 'Handlers change nothing, and their errors are logged.',
    guides: [['Callbacks and events', 'callbacks-and-events.md#events']],
    from: [['types/events', 'Events']],
  },
  {
    title: 'pages',
    partial: true,
    prefix: 'pages.',
    text: 'Each is a path of the application.',
    guides: [['Replace a page', 'pages-and-theme.md#replace-a-page']],
    from: [['types/pages', 'PagesOptions']],
  },
  {
    title: 'theme',
    prefix: 'theme.',
    guides: [['Colours and logo', 'pages-and-theme.md#colours-and-logo']],
    from: [['types/pages', 'Theme']],
  },
  {
    title: 'limits',
    prefix: 'limits.',
    text: 'Beside these, `limits.password`, `mail`, `code`, `webauthn` and `update` are the budgets of an action by subject, such as `{ account: { points: 20, window: 3600 } }`, or `false` for none.',
    guides: [['Limits', 'limits.md']],
    from: [['types/limits', 'LimitsOptions']],
  },
  {
    title: 'clientAddress',
    prefix: 'clientAddress.',
    text: 'The name of a proxy or platform, such as `nginx` or `vercel`, a function, or an object with a header that the proxy sets:',
    guides: [['The address of the client', 'limits.md#the-address-of-the-client']],
    from: [['types/limits', 'ClientAddressHeader']],
  },
  {
    title: 'cookies',
    partial: true,
    prefix: 'cookies.',
    text: 'Each has a `name` and `options`, which are the attributes in the next table.',
    guides: [['Cookies', 'cookies.md']],
    from: [['types/cookies', 'CookiesOptions']],
  },
  {
    title: 'Attributes of a cookie',
    guides: [['Change a cookie', 'cookies.md#change-a-cookie']],
    from: [['types/cookies', 'CookieSerializeOptions']],
  },
  {
    title: 'migrate',
    prefix: 'migrate.',
    guides: [['Take the sessions over', 'moving-from-next-auth.md#3-take-the-sessions-over']],
    from: [['types/config', 'MigrateOptions']],
  },
  {
    title: 'experimental',
    prefix: 'experimental.',
    guides: [['Passkeys', 'passkeys.md']],
    from: [['types/config', 'ExperimentalOptions']],
  },
  {
    title: 'Providers: common options',
    partial: true,
    text: 'Options of a provider are arguments of its function, such as `GitHub({ name: "GitHub of the company" })`. Some providers have further ones: see [the page of the provider](providers/index.md).',
    guides: [['All providers', 'providers/index.md']],
    from: [['types/provider-common', 'CommonProviderOptions']],
    without: DESCRIPTIVE,
  },
  {
    title: 'Providers: OAuth 2.0 and OpenID Connect',
    guides: [
      ['OpenID Connect', 'openid-connect.md'],
      ['A provider of your own', 'providers/custom.md'],
      ['Tokens of providers', 'provider-tokens.md'],
    ],
    from: [
      ['types/provider', 'OAuthBase'],
      ['types/provider', 'OAuth2Config'],
    ],
    without: DESCRIPTIVE,
    more: {
      endSession: 'logout.md',
      allowDangerousEmailAccountLinking: 'linking-accounts.md#link-by-address',
      internalOrigins: 'openid-connect.md#endpoints-inside-a-network',
      redirectProxyUrl: 'redirect-proxy.md',
    },
  },
  {
    title: 'Providers: OpenID Connect only',
    guides: [['OpenID Connect', 'openid-connect.md']],
    from: [['types/provider', 'OIDCConfig']],
    without: DESCRIPTIVE,
    more: { frontChannelLogout: 'logout.md', logoutTokenWithoutExp: 'logout.md' },
  },
  {
    title: 'Providers: the button',
    prefix: 'style.',
    guides: [['Colours and logo', 'pages-and-theme.md#colours-and-logo']],
    from: [['types/provider-common', 'ProviderButtonStyle']],
  },
  {
    title: 'Providers: email',
    guides: [['Email', 'email.md']],
    from: [['types/provider-own', 'EmailConfig']],
    without: DESCRIPTIVE,
  },
  {
    title: 'Providers: credentials',
    guides: [
      ['Credentials', 'credentials.md'],
      ['Passwords', 'passwords.md'],
    ],
    from: [['types/provider-own', 'CredentialsConfig']],
    without: DESCRIPTIVE,
  },
  {
    title: 'Providers: passkeys',
    guides: [['Passkeys', 'passkeys.md#options']],
    from: [['types/webauthn', 'WebAuthnConfig']],
    without: DESCRIPTIVE,
  },
  {
    title: 'signIn',
    text: 'The second argument of `signIn` on the server. Other members are fields of the form of the provider.',
    guides: [['Everyday tasks', 'everyday-tasks.md']],
    from: [['types/operations', 'SignInOptions']],
  },
  {
    title: 'signOut',
    text: 'The argument of `signOut` on the server.',
    guides: [['Signing out', 'logout.md']],
    from: [['types/operations', 'SignOutOptions']],
  },
  {
    title: 'Beside the configuration',
    text: 'The second argument of `createAuth`, and of most framework packages.',
    guides: [['Cloudflare', 'cloudflare.md']],
    from: [['engine/auth', 'CoreOptions']],
  },
]
