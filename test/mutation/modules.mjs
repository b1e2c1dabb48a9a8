import { browserModules } from './browser-modules.mjs'
import { flowModules } from './flow-modules.mjs'
import { sessionModules } from './session-modules.mjs'

const core = 'packages/core/src/lib'

/** @type {(...names: readonly string[]) => readonly string[]} */
const flows = (...names) => names.map((name) => `test/flows/${name}.test.ts`)

/** @type {(...names: readonly string[]) => readonly string[]} */
const http = (...names) => names.map((name) => `${core}/http/${name}.ts`)

/** @type {(...names: readonly string[]) => readonly string[]} */
const config = (...names) => names.map((name) => `${core}/config/${name}.ts`)

/** @type {(...names: readonly string[]) => readonly string[]} */
const engine = (...names) => names.map((name) => `${core}/${name}.ts`)

/** Files of a folder. @type {(folder: string, ...names: readonly string[]) => readonly string[]} */
const names = (folder, ...files) => files.map((name) => `${core}/${folder}/${name}.ts`)

/** What is security holds at 90 %, the rest at 80 %. */
const SECURITY = 90
const OTHER = 80

/**
 * What is mutated together, and the tests nearest to it: a test that is not named here would cost each mutant seconds.
 *
 * @type {Readonly<Record<string, import('./types.d.ts').Module>>}
 */
export const modules = {
  csrf: {
    files: [`${core}/csrf/*.ts`],
    tests: [
      `${core}/csrf/*.test.ts`,
      ...flows('csrf*', 'form-post', 'headers', 'server-operations', 'signed-in-already'),
    ],
    threshold: SECURITY,
  },
  transaction: {
    files: [`${core}/transaction/*.ts`],
    tests: [
      `${core}/transaction/*.test.ts`,
      // What a sign-out at a provider keeps.
      `${core}/{webauthn/challenge,logout/leave}.test.ts`,
      ...flows('dead-links', 'transactions', 'mail-tokens', 'ended-in-progress'),
    ],
    threshold: SECURITY,
  },
  crypto: {
    files: [`${core}/crypto/*.ts`],
    tests: [`${core}/crypto/*.test.ts`, ...flows('sessions-jwt', 'dpop')],
    threshold: SECURITY,
  },
  accounts: {
    files: [
      ...names('accounts', 'credentials', 'decide-link', 'email', 'first-proof', 'gate'),
      ...names('accounts', 'new-user', 'oauth', 'oauth-user', 'pending-sign-in', 'proof'),
      ...names('accounts', 'roll-back', 'webauthn'),
    ],
    tests: [
      `${core}/accounts/*.test.ts`,
      // Not those that go through every fault and every order of calls.
      ...flows('account-writes', 'account-ids', 'accounts', 'first-proof', 'events'),
      // The ways to sign in, before the gate.
      ...flows('complete-sign-in', 'credentials', 'ids-without-store', 'sign-in-callback'),
      ...flows('first-proof-later', 'sessions-database', 'webauthn', 'no-session-before-the-end'),
      ...flows('session-model', 'email', 'signed-in-already', 'require-fresh', 'passkey-removal'),
    ],
    threshold: SECURITY,
  },
  // Apart from the rest of HTTP: their tests go through values of every length, and take longest.
  cookies: {
    files: http('chunks', 'cookie', 'cookie-jar'),
    tests: [`${core}/http/cookie*.test.ts`],
    threshold: SECURITY,
  },
  http: {
    files: [
      ...http('host-kind', 'incoming', 'node-reply', 'node-request', 'origin', 'origin-list'),
      ...http(
        'action',
        'outbound',
        'parsed-body',
        'paths',
        'raw',
        'redirect-target',
        'request',
        'result',
      ),
      ...http('spellings', 'stale-while-revalidate'),
    ],
    // All requests of all flows come through here: a mutant that hangs would hang each of them.
    tests: [`${core}/http/!(cookie|cookie-jar).test.ts`],
    threshold: SECURITY,
  },
  oauth: {
    files: [`${core}/oauth/*.ts`],
    tests: [
      `${core}/oauth/*.test.ts`,
      `${core}/redirect-proxy.test.ts`,
      ...flows('oauth', 'redirect-proxy', 'redirect-proxy-form-post', 'redirect-protocol'),
      // Whether a response belongs to the sign-in.
      ...flows('authorization-response', 'one-transaction', 'transactions'),
    ],
    threshold: SECURITY,
  },
  ...flowModules,
  ...sessionModules,
  // Listing and ending the sessions of a person, by code and by the page.
  sessions: {
    files: [
      ...engine('server-sessions'),
      ...names('flows', 'devices'),
      ...names('sessions', 'changes', 'list', 'sessions'),
    ],
    tests: flows('account-changes', 'devices-{action,page}', 'sessions-{api,list}'),
    threshold: SECURITY,
  },
  // The engine under the flows, in parts that a run gets through.
  engine: {
    files: engine('auth'),
    tests: [
      `${core}/auth.test.ts`,
      ...flows('failures', 'redirects', 'redirect-proxy-settings', 'configuration-function'),
      ...flows('pages-of-before', 'signed-in-already', 'provider-addresses'),
    ],
    threshold: SECURITY,
  },
  authorize: {
    files: engine('authorize', 'check-session', 'return-to', 'server-session'),
    tests: [
      `${core}/{authorize,return-to}.test.ts`,
      ...flows('authorized', 'check-session', 'redirects', 'page-parameters', 'server-operations'),
      ...flows('request-scope', 'path-spellings', 'cookie-budget', 'trusted-host-warning'),
    ],
    threshold: SECURITY,
  },
  operations: {
    files: engine('context', 'redirect-proxy', 'resolver', 'server-operations'),
    tests: [
      `${core}/{auth,context,redirect-proxy,resolver}.test.ts`,
      `${core}/development/development.test.ts`,
      ...flows('server-operations', 'redirect-proxy', 'redirect-proxy-settings', 'text-fields'),
      ...flows('left-out-providers', 'configuration-function', 'signed-in-already', 'hosts'),
      ...flows('authorization-parameters', 'refused-sign-ins'),
    ],
    threshold: SECURITY,
  },
  // What all layers use: ids, addresses, caches, promises.
  values: {
    files: [
      ...engine('account-id', 'and-then', 'cache', 'clock', 'email-address', 'json', 'lazy'),
      ...engine('nearest', 'symbols', 'values'),
    ],
    tests: [
      `${core}/{account-id,and-then,cache,clock,email-address,lazy,values}.test.ts`,
      `${core}/config/option-form.test.ts`,
      `${core}/oauth/token-response.test.ts`,
    ],
    threshold: SECURITY,
  },
  // What providers share.
  profile: {
    files: [`${core}/profile/*.ts`],
    tests: [
      `${core}/profile/*.test.ts`,
      'packages/core/src/providers/{apple,discord,github,gitlab,google}.test.ts',
      'packages/core/src/providers/{keycloak,microsoft-entra-id,okta}.test.ts',
    ],
    threshold: SECURITY,
  },
  // How often something may be tried.
  limits: {
    files: [`${core}/budgets/*.ts`, `${core}/limits/*.ts`, ...engine('sign-in-refused')],
    // Not the floods of `flows/limits`, which take minutes.
    tests: [
      `${core}/{budgets/*,limits/*,sign-in-refused}.test.ts`,
      ...flows('new-device', 'refused-sign-ins', 'dead-links', 'ended-in-progress'),
    ],
    threshold: SECURITY,
  },
  // How sessions are ended before their time.
  revocation: {
    files: [
      `${core}/devices/*.ts`,
      ...names('revocation', 'claims', 'endings', 'feed', 'generations', 'load'),
      ...names('revocation', 'look-up', 'provider-keys', 'revocation', 'standing', 'told'),
    ],
    // Not the flows, which read and end hundreds of sessions.
    tests: [`${core}/devices/*.test.ts`, `${core}/revocation/!(ended-keys).test.ts`],
    threshold: SECURITY,
  },
  // What ends with all sessions.
  'end-of-all': {
    files: [...names('revocation', 'end-of-all'), ...names('session', 'in-progress')],
    tests: [`${core}/revocation/endings.test.ts`, ...flows('ended-in-progress')],
    threshold: SECURITY,
  },
  // Apart from the rest of revocation: their tests add keys by the hundred thousand.
  'ended-keys': {
    files: names('revocation', 'bloom-filter', 'ended-keys', 'key-sieve'),
    tests: [`${core}/revocation/ended-keys.test.ts`],
    threshold: SECURITY,
  },
  framework: {
    files: [`${core}/framework/*.ts`],
    tests: [
      `${core}/framework/*.test.ts`,
      ...flows('request-scope', 'server-operations', 'node-handler-requests', 'session-exposure'),
    ],
    threshold: SECURITY,
  },
  webauthn: {
    files: [`${core}/webauthn/*.ts`],
    tests: [`${core}/webauthn/*.test.ts`, ...flows('webauthn-mutated-answers')],
    threshold: SECURITY,
  },
  config: {
    files: [
      ...config('adapter', 'audience', 'audience-kinds', 'base-path', 'cookie-set', 'cookies'),
      ...config('features', 'first-proof', 'limits', 'migrate', 'option-form', 'origin-policy'),
      ...config('resolve', 'resolved-config', 'same-key', 'secret', 'secret-strength', 'session'),
      ...config('session-cookie-name', 'store', 'validate', 'warnings'),
    ],
    tests: [
      `${core}/config/{adapter,audience,capabilities,cookies,first-proof,limits}.test.ts`,
      `${core}/config/{migrate,option-form,resolve,resolve-development}.test.ts`,
      `${core}/config/{same-key,secret,validate}.test.ts`,
      ...flows('configuration', 'empty-secrets', 'trusted-host-warning'),
    ],
    threshold: OTHER,
  },
  // What of a configuration is about providers.
  'config-providers': {
    files: [
      ...config(
        'endpoint',
        'env',
        'left-out',
        'option-names',
        'provider-options',
        'providers',
        'requirements',
      ),
      ...config('redirect-proxy-origins', 'redirect-proxy-url', 'webauthn'),
    ],
    tests: [
      `${core}/config/{audience,env,first-proof,left-out,option-names,providers}.test.ts`,
      `${core}/config/{requirements,resolve,reuse,validate,webauthn}.test.ts`,
      ...flows('configuration', 'redirect-proxy-settings'),
    ],
    threshold: OTHER,
  },
  // How a configuration for each request is found again. Apart: its tests compare a hundred providers member by member.
  'config-reuse': {
    files: config('content', 'likeness', 'reuse', 'reused-config'),
    tests: [
      `${core}/config/{content,likeness,resolve-development,reuse}.test.ts`,
      ...flows('configuration-function'),
    ],
    threshold: OTHER,
  },
  // What is told during development: on the page of a failure, in the log and in thrown errors.
  development: {
    files: names('development', 'explanation', 'notices'),
    tests: [`${core}/development/{development,explanation,notices}.test.ts`],
    threshold: OTHER,
  },
  // Signing in during development without keys of a provider.
  keyless: {
    files: names('development', 'emulated', 'keyless', 'keyless-banner', 'keyless-place'),
    tests: [
      `${core}/development/{emulated,keyless,keyless-place}.test.ts`,
      `${core}/config/{left-out,resolve}.test.ts`,
      ...flows('keyless', 'left-out-providers', 'built-in-pages'),
    ],
    threshold: OTHER,
  },
  logger: {
    files: [...names('logger', 'lines', 'logger'), `${core}/events/*.ts`],
    tests: [
      `${core}/{logger/lines,logger/logger,events/*}.test.ts`,
      ...flows('events', 'failures'),
    ],
    threshold: OTHER,
  },
  // Apart from the logger: its patterns are made while it loads, so that each mutant of them runs every test.
  redact: {
    files: names('logger', 'redact'),
    tests: [`${core}/logger/redact.test.ts`],
    threshold: OTHER,
  },
  // The same of the table of errors.
  errors: {
    files: [`${core}/errors/*.ts`],
    tests: [`${core}/errors/*.test.ts`, `${core}/responses/{advice,facts}.test.ts`],
    threshold: OTHER,
  },
  mail: {
    files: [`${core}/mail/*.ts`],
    tests: [
      `${core}/mail/*.test.ts`,
      'packages/core/src/providers/nodemailer.test.ts',
      'test/providers/mail.test.ts',
      ...flows('email', 'email-service'),
    ],
    threshold: OTHER,
  },
  pages: {
    // All but `forms.ts`.
    files: [`${core}/pages/[!f]*.ts`],
    // Each page with hundreds of texts takes too long; that texts are escaped shows in the others as well.
    tests: [`${core}/pages/!(forms|injection).test.ts`],
    threshold: OTHER,
  },
  // Apart from the pages: its tests put a broken form in the place of one that the others need.
  'page-forms': {
    files: names('pages', 'forms'),
    tests: [`${core}/pages/forms.test.ts`],
    threshold: OTHER,
  },
  ...browserModules,
}

/**
 * Sources of the core that nobody mutates.
 *
 * @type {readonly import('./types.d.ts').Outside[]}
 */
export const outside = [
  {
    files: `${core}/marks/*.ts`,
    reason: 'drawings, one string in each file, written by `tools/generate.mjs`.',
  },
  {
    files: `${core}/pages/texts/*.ts`,
    reason: 'sentences of each language, which translators change and no code decides by.',
  },
  { files: `${core}/types/*.ts`, reason: 'types, of which nothing runs.' },
]
