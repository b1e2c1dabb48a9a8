import { isRedirect, variable } from './subject.mjs'

/**
 * @typedef {import('./subject.mjs').Endpoint} Endpoint
 * @typedef {import('./subject.mjs').Problems} Problems
 * @typedef {import('./subject.mjs').Provider} Provider
 * @typedef {import('./subject.mjs').Subject} Subject
 */

/** Modules whose name in the contract is not their id. @type {Readonly<Record<string, string>>} */
const OTHER_ID = { 'ory-hydra': 'hydra' }

/** @type {(url: unknown) => boolean} */
const isHttps = (url) => typeof url === 'string' && /^(?:https:\/\/|\{issuer\})/.test(url)

/** @type {(endpoint: Endpoint | undefined) => Exclude<Endpoint, string>} */
const described = (endpoint) =>
  typeof endpoint === 'string' ? { url: endpoint } : (endpoint ?? {})

/** @type {(provider: Provider, name: 'authorization' | 'token' | 'userinfo') => Problems} */
function endpointProblems(provider, name) {
  const { url, request } = described(provider[name])
  // What depends on an option is there when the option is.
  const later =
    provider.issuer !== undefined || provider.wellKnown !== undefined || provider.requires
  if (url === undefined) {
    return [!later && request === undefined && `has neither ${name}.url nor an issuer`]
  }
  return [
    !isHttps(url) && `${name}.url is not an https address`,
    name === 'authorization' &&
      url.includes('?') &&
      'authorization.url has a query: put it into `params`, which options can change',
  ]
}

/** @type {(subject: Subject) => Problems} */
function oauth({ provider }) {
  if (provider.protocol) return []
  return [
    ...endpointProblems(provider, 'authorization'),
    ...endpointProblems(provider, 'token'),
    ...endpointProblems(provider, 'userinfo'),
  ]
}

/** @type {Readonly<Record<string, (subject: Subject) => Problems>>} */
const FIELDS = {
  oauth,
  oidc: ({ provider, doc }) => [
    provider.issuer === undefined &&
      provider.wellKnown === undefined &&
      !provider.requires &&
      !doc.includes(`${variable(provider.id ?? '')}_ISSUER`) &&
      `has no issuer, and its TSDoc does not name ${variable(provider.id ?? '')}_ISSUER`,
    provider.issuer !== undefined && !isHttps(provider.issuer) && 'issuer is not an https address',
  ],
  email: ({ provider }) => [
    typeof provider.sendVerificationRequest !== 'function' && 'has no sendVerificationRequest',
  ],
  // Only the application can tell who somebody is.
  credentials: ({ provider }) => [
    provider.authorize !== undefined && 'has an authorize of its own',
  ],
  webauthn: () => [],
}

/** Variables that the TSDoc has to name. @type {(subject: Subject) => readonly string[]} */
function variables({ provider, emulator }) {
  // A service that speaks another protocol may have nothing to register at.
  if (provider.protocol !== undefined) return []
  const prefix = variable(provider.id ?? '')
  const secret = emulator?.token.authentication.some((method) => method.startsWith('client_secret'))
  return [
    `${prefix}_ID`,
    ...(secret ? [`${prefix}_SECRET`] : []),
    ...(provider.requires?.includes('issuer') ? [`${prefix}_ISSUER`] : []),
  ]
}

/** What OAuth and OpenID Connect providers have in common. @type {(subject: Subject) => Problems} */
function clientFields(subject) {
  const { source, doc, provider } = subject
  return [
    typeof provider.profile !== 'function' && 'has no profile function',
    !/^export (?:interface|type) (?:\w*(?:Profile|User)\b|\{[^}]*(?:Profile|User)\b)/m.test(
      source,
    ) && 'exports no type of its profile',
    ...variables(subject)
      .filter((name) => !doc.includes(name))
      .map((name) => `its TSDoc does not name ${name}`),
  ]
}

/** Where `checks` are lowered, a comment on the line above says why. @type {(source: string) => boolean} */
function lowersWithoutReason(source) {
  const lines = source.split('\n')
  return lines.some(
    (line, index) => /^\s+checks: /.test(line) && !/^\s+\/\/ \S/.test(lines[index - 1] ?? ''),
  )
}

/** What `@deprecated` says, on one line. @type {(doc: string) => string | undefined} */
const deprecation = (doc) =>
  /@deprecated\s+([^]*?)(?=\n\s*\*?\s*(?:@|\n|$)|\*\/)/
    .exec(doc)?.[1]
    ?.replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .trim()

/** What is read off the source. @type {(subject: Subject) => Problems} */
function textFields({ source, doc, provider }) {
  return [
    !/@see https:\/\/\S+/.test(doc) && 'its TSDoc has no `@see` with a page about the service',
    !doc.includes('@example') && 'its TSDoc has no example',
    /(?<!typeof\s+[\w.?]*)\bid\s*[!=]==?\s*['"`][a-z\d-]+['"`]/.test(source) &&
      'decides by an id: make it a hook of the provider',
    lowersWithoutReason(source) && 'sets `checks` without a comment above that says why',
    provider.deprecated !== undefined &&
      !doc.includes('@deprecated') &&
      'is deprecated, and its TSDoc does not say so with `@deprecated`',
    provider.deprecated !== undefined &&
      deprecation(doc) !== undefined &&
      deprecation(doc) !== provider.deprecated &&
      `says in its TSDoc "${deprecation(doc)}", and as its member \`deprecated\` "${provider.deprecated}"`,
    provider.deprecated === undefined &&
      doc.includes('@deprecated') &&
      'has `@deprecated` in its TSDoc, and no member `deprecated`',
  ]
}

/** What every provider has. @type {(subject: Subject) => Problems} */
function commonFields({ file, factory, provider }) {
  return [
    provider.id !== (OTHER_ID[file] ?? file) &&
      `has the id ${provider.id}, not the one of its file`,
    !provider.name?.trim() && 'has no name',
    !factory.name && 'its factory has no name',
    typeof provider.options !== 'object' && 'does not keep the options apart',
  ]
}

/** What is wrong with a module and what it makes. @type {(subject: Subject) => Problems} */
export function moduleProblems(subject) {
  const { provider, others, asked } = subject
  const { type = '' } = provider
  const fields = FIELDS[type]
  return [
    ...commonFields(subject),
    ...textFields(subject),
    ...(fields ? fields(subject) : [`has the unknown type ${type}`]),
    ...(isRedirect(provider) ? clientFields(subject) : []),
    others.length > 0 && `brings in other providers: ${others.join(', ')}`,
    asked.length > 0 && `asks ${asked.join(', ')} when it is imported or called`,
  ]
}
