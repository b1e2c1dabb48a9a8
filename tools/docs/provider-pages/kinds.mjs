/** @typedef {import('./read.mjs').Provider} Provider */

/** @type {Readonly<Record<Provider['module']['type'], string>>} */
const KINDS = {
  oauth: 'OAuth 2.0',
  oidc: 'OpenID Connect',
  email: 'Email',
  credentials: 'Credentials',
  webauthn: 'Passkeys',
}

/** @type {(provider: Provider) => string} what a provider speaks */
export const findKind = ({ module }) =>
  module.protocol === undefined ? KINDS[module.type] : 'Own protocol'

/** Other words for the kinds. @type {Readonly<Record<Provider['module']['type'], string>>} */
const WORDS = {
  oauth: 'oauth oauth2 social',
  oidc: 'oidc openid-connect sso',
  email: 'email mail magic link code',
  credentials: 'password username login form',
  webauthn: 'webauthn passkey security key fido2',
}

/** @type {(provider: Provider) => readonly string[]} words that somebody may look for it with */
export const searchWords = ({ module }) =>
  module.protocol === undefined ? [WORDS[module.type]] : []

/** @type {(provider: Provider) => boolean} whether it sends people to a service and back */
export const isRedirect = ({ module }) => module.type === 'oauth' || module.type === 'oidc'

/** @type {(provider: Provider) => boolean} whether every application has a server or tenant of its own */
const hasTenant = ({ module, doc }) =>
  // A key is another secret; whatever else there has to be says which server or account it is.
  module.requires?.some((member) => member !== 'apiKey') ||
  (module.issuer === undefined && doc.variables.some((name) => name.endsWith('_ISSUER')))

/**
 * @typedef {object} Group
 * @property {string} title
 * @property {string} text
 * @property {(provider: Provider) => boolean} has
 */

/** @type {readonly Group[]} in the order of the pages; a provider is in the first that has it */
const GROUPS = [
  {
    title: 'Deprecated',
    text: 'They are kept for applications that use them. Each says why, and what to use instead.',
    has: ({ module }) => module.deprecated !== undefined,
  },
  {
    title: 'Accounts people have',
    text: 'One service for everybody. Most take a client id and a secret, and nothing else; each says where there is more to it.',
    has: (provider) => isRedirect(provider) && !hasTenant(provider),
  },
  {
    title: 'A server or tenant of your own',
    text: 'Identity platforms and software with an address or an account of your own: the issuer, or an option that says which one.',
    has: isRedirect,
  },
  {
    title: 'Email',
    text: 'A mail with a link, and over a store with a table for mails a code, sent through a mail service.',
    has: ({ module }) => module.type === 'email',
  },
  {
    title: 'Without another service',
    text: 'Passkeys, security keys, and whatever the application verifies itself.',
    has: () => true,
  },
]

/** @type {(provider: Provider) => Group | undefined} */
const findGroup = (provider) => GROUPS.find(({ has }) => has(provider))

/** @type {(providers: readonly Provider[]) => readonly (Group & { readonly providers: readonly Provider[] })[]} */
export function grouped(providers) {
  const groups = GROUPS.map((group) => ({
    ...group,
    providers: providers.filter((provider) => findGroup(provider) === group),
  }))
  // What is deprecated is told apart first, and shown last.
  const [deprecated, ...current] = groups
  return [...current, ...(deprecated ? [deprecated] : [])].filter(
    (group) => group.providers.length > 0,
  )
}
