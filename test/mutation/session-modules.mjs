const core = 'packages/core/src/lib'

/** @type {(...names: readonly string[]) => readonly string[]} */
const flows = (...names) => names.map((name) => `test/flows/${name}.test.ts`)

/** Files of a folder. @type {(folder: string, ...names: readonly string[]) => readonly string[]} */
const names = (folder, ...files) => files.map((name) => `${core}/${folder}/${name}.ts`)

/** All of it is security. */
const SECURITY = 90

/**
 * What makes, reads and ends a session, and what is said where that fails: in parts, each of which a run gets through.
 *
 * @type {Readonly<Record<string, import('./types.d.ts').Module>>}
 */
export const sessionModules = {
  // What a session says, whatever keeps it: tokens, cookies, what is shown of it.
  session: {
    files: [
      ...names('session', 'claims', 'decoded', 'expose', 'foreign-token', 'jwt', 'opened-token'),
      ...names('session', 'opening', 'picture', 'select', 'session-cookie', 'strategy'),
    ],
    tests: [
      // Not the model of all sessions, not each address of an application, and not thousands of orders: they take minutes.
      `${core}/session/!(interleavings).test.ts`,
      ...flows('session-{exposure,lifetime}', 'sessions-{cookie,jwt}', 'token-picture'),
      ...flows('empty-secrets', 'first-proof'),
      'test/peer/{first-proof,migrate,taken-over}.test.ts',
    ],
    threshold: SECURITY,
  },
  // Sessions that are sealed in their cookie.
  'session-jwt': {
    files: names('session', 'jwt-strategy', 'seal', 'signed-in-by', 'token-endings'),
    tests: [
      `${core}/session/{jwt-strategy,opening,sealed-endings,signed-in-by}.test.ts`,
      `${core}/logout/{back-channel,leave}.test.ts`,
      `${core}/revocation/told.test.ts`,
      ...flows('sessions-jwt', 'session-{lifetime,read-again}', 'told-why'),
      // Sessions that are taken over.
      'test/peer/first-proof.test.ts',
    ],
    threshold: SECURITY,
  },
  // Sessions that are rows, and what is said of a session whatever keeps it.
  'session-database': {
    files: [
      ...names('session', 'database-strategy', 'database-token', 'end-previous', 'fresh'),
      ...names('session', 'present-person', 'why-ended'),
    ],
    tests: [
      `${core}/session/{database-strategy,database-token,fresh,jwt-strategy}.test.ts`,
      `${core}/session/{present-person,stored-sessions,why-ended}.test.ts`,
      ...flows('sessions-database', 'session-lifetime', 'told-why'),
    ],
    threshold: SECURITY,
  },
  // How a user can sign in, what passkeys are called, and that the last way stays.
  'ways-in': {
    files: names('accounts', 'delete-authenticator', 'passkey-name', 'ways-in'),
    tests: [
      `${core}/accounts/{delete-authenticator,passkey-name,ways-in}.test.ts`,
      ...flows('account-page', 'passkey-names', 'passkey-removal'),
    ],
    threshold: SECURITY,
  },
  // What a provider and this application tell each other of a sign-out.
  logout: {
    files: [
      ...names('logout', 'back-channel', 'end-session-request', 'leave', 'logout-token'),
      ...names('logout', 'receivers', 'return', 'session-provider', 'used-tokens'),
    ],
    // Not the flows, which ask a provider for each test.
    tests: [`${core}/logout/*.test.ts`],
    threshold: SECURITY,
  },
  // How a sign-out ends sessions here: that of the request, all of the user, the one that a frame of the provider names.
  'sign-out': {
    files: names('logout', 'end-session', 'everywhere', 'front-channel'),
    tests: [
      `${core}/logout/{end-session,front-channel,leave}.test.ts`,
      ...flows('sign-out-everywhere'),
    ],
    threshold: SECURITY,
  },
  // What a request is answered with where it fails.
  responses: {
    files: [
      ...names('responses', 'cookies-on-failure', 'end-session', 'failure-pages'),
      ...names('responses', 'failure-result', 'last-used', 'page-result', 'public-providers'),
      ...names('responses', 'repost', 'verdict-response'),
    ],
    tests: [
      `${core}/responses/*.test.ts`,
      ...flows('failures', 'page-parameters', 'redirects', 'csrf-routes'),
      ...flows('built-in-pages', 'pages-of-before', 'last-used'),
    ],
    threshold: SECURITY,
  },
  // What is told of a failure, and the name that is kept after a wrong password.
  advice: {
    files: names('responses', 'advice', 'attempt', 'facts', 'log-failure', 'reason'),
    tests: [
      `${core}/responses/{advice,facts,log-failure,reason}.test.ts`,
      ...flows('sign-in-attempt'),
    ],
    threshold: SECURITY,
  },
}
