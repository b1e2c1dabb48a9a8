const core = 'packages/core/src/lib'

/** @type {(...names: readonly string[]) => readonly string[]} */
const flows = (...names) => names.map((name) => `test/flows/${name}.test.ts`)

/** Files of a folder. @type {(folder: string, ...names: readonly string[]) => readonly string[]} */
const names = (folder, ...files) => files.map((name) => `${core}/${folder}/${name}.ts`)

/** All of it is security. */
const SECURITY = 90

/**
 * The modules of the flows, each so small that a run takes minutes.
 *
 * @type {Readonly<Record<string, import('./types.d.ts').Module>>}
 */
export const flowModules = {
  // The flows in parts that a run gets through. The end of every sign-in, and what it tells of itself:
  'flows-complete': {
    files: names('flows', 'after-sign-in', 'complete-sign-in'),
    tests: [
      ...flows('complete-sign-in', 'events', 'flow-trace', 'last-used', 'new-device'),
      ...flows('sign-in-callback', 'signed-in-already', 'account-changes'),
      `${core}/flows/*.test.ts`,
    ],
    threshold: SECURITY,
  },
  'flows-credentials': {
    files: [`${core}/flows/credentials/*.ts`],
    tests: flows('credentials', 'text-fields', 'flow-budgets', 'flow-trace', 'sign-in-attempt'),
    threshold: SECURITY,
  },
  'flows-pages': {
    files: names('flows', 'pages'),
    tests: [
      ...flows('built-in-pages', 'last-used', 'page-parameters', 'redirects', 'told-why'),
      ...flows('application-pages', 'sessions-cookie', 'keyless', 'whose-doing', 'sign-in-attempt'),
      // Sessions of another library count as sessions.
      'test/peer/taken-over.test.ts',
      // A form that a deployment has lost.
      `${core}/pages/forms.test.ts`,
    ],
    threshold: SECURITY,
  },
  // What an action or a provider leads to.
  'flows-actions': {
    files: names(
      'flows',
      'actions',
      'csrf',
      'kinds',
      'providers',
      'route',
      'session',
      'signed-out',
    ),
    tests: [
      ...flows('actions', 'csrf', 'csrf-routes', 'server-operations', 'redirects', 'failures'),
      ...flows('webauthn-options-path', 'flow-budgets', 'sign-in-callback', 'logout-requests'),
      'test/contract/core.test.ts',
      // Paths and methods, by the table of actions.
      `${core}/{authorize,http/action,http/request}.test.ts`,
    ],
    threshold: SECURITY,
  },
  // What a provider asks for: that sessions end.
  'flows-logout': {
    files: names('flows', 'backchannel-logout'),
    // Those of frames go through every page that can hold one.
    tests: flows('{logout-requests,backchannel-logout}'),
    threshold: SECURITY,
  },
  // What somebody sees and changes of their own account.
  'flows-account': {
    files: [
      `${core}/flows/account/*.ts`,
      ...names('accounts', 'account-page'),
      ...names('flows', 'present'),
    ],
    tests: flows('account-{page,changes}', 'devices-{action,page}', 'passkey-{names,removal}'),
    threshold: SECURITY,
  },
  // What the log tells of the steps before a failure.
  trace: {
    files: names('trace', 'describe-trace', 'trace'),
    tests: [`${core}/trace/*.test.ts`, ...flows('flow-trace')],
    threshold: SECURITY,
  },
  'flows-oauth': {
    files: [`${core}/flows/oauth/*.ts`],
    tests: [
      ...flows('oauth', 'form-post', 'authorization-response', 'authorization-parameters'),
      ...flows('transactions', 'one-transaction', 'redirect-protocol', 'signed-in-already'),
      ...flows('flow-trace', 'ended-in-progress'),
      ...flows('{account-ids,odd-claims,sign-in-callback,redirects,refused-sign-ins,failures}'),
    ],
    threshold: SECURITY,
  },
  'flows-email': {
    files: [`${core}/flows/email/*.ts`],
    tests: [
      ...flows('email', 'email-refusals', 'dead-links', 'mail-tokens', 'mail-places'),
      ...flows('sign-in-callback', 'ended-in-progress'),
      ...flows('first-proof', 'first-proof-later', 'transactions', 'redirects', 'text-fields'),
      ...flows('built-in-pages', 'page-parameters', 'events', 'refused-sign-ins', 'flow-budgets'),
    ],
    threshold: SECURITY,
  },
  'flows-webauthn': {
    files: [`${core}/flows/webauthn/*.ts`],
    tests: [
      ...flows('webauthn', 'webauthn-{options-path,contract-options,single-use,hostile}'),
      ...flows(
        'webauthn-enumeration',
        'first-proof',
        'actions',
        'require-fresh',
        'passkey-removal',
        'ended-in-progress',
      ),
    ],
    threshold: SECURITY,
  },
}
