const folder = 'packages/core/src/lib/accounts'

const flow = 'packages/core/src/lib/actions/account-changes.ts'

const PAGE =
  'The page asks for an adapter that declares its capabilities; the compiler does not know.'
const NAMES = 'An adapter that declares the capability has the method; the compiler does not know.'
const CAUGHT = 'What is thrown there is caught, and nobody is removed either.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const accounts = [
  {
    file: 'packages/core/src/lib/config/adapter.ts',
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'Nothing is as false.',
  },
  {
    file: `${folder}/oauth-user.ts`,
    line: "if (decision.do !== 'refuse' || decision.reason !== 'email-in-use') return decision",
    original: "decision.do !== 'refuse'",
    replacement: 'false',
    reason: 'Nothing but a refusal has a reason; the compiler does not know.',
  },
  {
    file: `${folder}/roll-back.ts`,
    line: 'const user = await store.getUser?.(id)',
    original: 'store.getUser?.(id)',
    replacement: 'store.getUser(id)',
    reason: CAUGHT,
  },
  {
    file: `${folder}/roll-back.ts`,
    line: 'const theirs = Boolean(user?.emailVerified) !== Boolean(suggested.emailVerified)',
    original: 'user?.emailVerified',
    replacement: 'user.emailVerified',
    reason: CAUGHT,
  },
  {
    file: `${folder}/roll-back.ts`,
    line: 'if (user?.id === id && !theirs) await store.deleteUser?.(id)',
    original: 'user?.id',
    replacement: 'user.id',
    reason: CAUGHT,
  },
  {
    file: `${folder}/roll-back.ts`,
    line: 'if (user?.id === id && !theirs) await store.deleteUser?.(id)',
    original: 'store.deleteUser?.(id)',
    replacement: 'store.deleteUser(id)',
    reason: CAUGHT,
  },
  {
    file: `${folder}/oauth-user.ts`,
    line: 'const kept = namingNow(CallbackRouteError, subject, () => config.account?.(account)) ?? {}',
    original: 'config.account?.(account)',
    replacement: 'config.account(account)',
    reason: 'Called only where there is one; the compiler does not know inside a function.',
  },
  {
    file: `${folder}/ways-in.ts`,
    line: 'return (await naming(CallbackRouteError, subject, () => page.hasCredentials?.(user))) === true',
    original: 'page.hasCredentials?.(user)',
    replacement: 'page.hasCredentials(user)',
    reason: 'Called only where there is one; the compiler does not know inside a function.',
  },
  {
    file: `${folder}/oauth-user.ts`,
    line: 'await store.updateAccount?.(storedAs(evidence)(userId))',
    original: 'store.updateAccount?.(storedAs(evidence)(userId))',
    replacement: 'store.updateAccount(storedAs(evidence)(userId))',
    reason:
      'The option is refused over an adapter without the capability; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-in/ways-in.ts',
    line: 'const authenticators = (await store.listAuthenticatorsByUserId?.(user.id)) ?? []',
    original: '[]',
    reason: 'A text is the passkey of no account.',
  },
  {
    file: `${folder}/account-page.ts`,
    line: 'adapter?.capabilities?.authenticatorNames === true',
    original: 'adapter?.capabilities?.authenticatorNames',
    replacement: 'adapter?.capabilities.authenticatorNames',
    reason: PAGE,
  },
  {
    file: `${folder}/account-page.ts`,
    line: 'adapter?.capabilities?.authenticatorNames === true',
    original: 'adapter?.capabilities',
    replacement: 'adapter.capabilities',
    reason: PAGE,
  },
  {
    file: `${folder}/account-page.ts`,
    line: "const { requireFresh: seconds = FRESH } = typeof page === 'object' ? page : {}",
    original: "typeof page === 'object'",
    replacement: 'true',
    reason: 'Asked only where there is a page, and `true` has no such member either.',
  },
  {
    file: flow,
    line: ': adapter?.deleteSessionsByUserId !== undefined',
    original: 'adapter?.deleteSessionsByUserId',
    replacement: 'adapter.deleteSessionsByUserId',
    reason: PAGE,
  },
  {
    file: flow,
    line: 'await config.adapter?.renameAuthenticator?.({ credentialID, userId, name })',
    original: 'config.adapter?.renameAuthenticator?.({ credentialID, userId, name })',
    reason: NAMES,
  },
  {
    file: flow,
    line: 'await config.adapter?.renameAuthenticator?.({ credentialID, userId, name })',
    original: 'config.adapter?.renameAuthenticator',
    replacement: 'config.adapter.renameAuthenticator',
    reason: NAMES,
  },
]

const webauthnFolder = 'packages/core/src/lib/sign-in/passkey'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const webauthn = [
  {
    file: `${webauthnFolder}/credential-response.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'What cannot be parsed stays undefined, and is refused for that.',
  },
  {
    file: `${webauthnFolder}/authenticate.ts`,
    line: 'account && sameId(account.userId, authenticator?.userId) && (await getUser(account.userId))',
    original: 'authenticator?.userId',
    replacement: 'authenticator.userId',
    reason: 'An account is looked up only for an authenticator that there is.',
  },
  {
    file: `${webauthnFolder}/authenticate.ts`,
    line: 'if (authenticator && account && user) return { authenticator, account, user }',
    original: 'authenticator && account',
    reason:
      'A user is looked up only for an account, and that for an authenticator; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-in/transaction/cookies.ts',
    line: "const value = sealed === undefined ? null : await profile.box.open('challenge', sealed)",
    original: 'sealed === undefined',
    replacement: 'false',
    reason: 'The names are those of cookies that there are; the compiler does not know.',
  },
  {
    file: `${webauthnFolder}/decoys.ts`,
    line: '[64],',
    original: '[64]',
    replacement: '[]',
    reason: 'Without a length all bytes are taken, which are 64.',
  },
  {
    file: `${webauthnFolder}/decoys.ts`,
    line: "const [shape = '', ...rest] = await Promise.all(['shape', 'first', 'second'].map(sign))",
    original: "''",
    reason: 'There are three; the compiler does not know.',
  },
  {
    file: `${webauthnFolder}/decoys.ts`,
    line: 'const [pick = 0] = base64urlDecode(shape) ?? []',
    original: '[]',
    reason: 'What has been signed is base64url.',
  },
  {
    file: `${webauthnFolder}/decoys.ts`,
    line: 'const [length, transports] = SHAPES[pick % SHAPES.length] ?? [32]',
    original: '[32]',
    reason: 'There is a shape for every rest; the compiler does not know.',
  },
  {
    file: `${webauthnFolder}/decoys.ts`,
    line: 'const bytes = rest.flatMap((mac) => [...(base64urlDecode(mac) ?? [])])',
    original: '[]',
    reason: 'What has been signed is base64url.',
  },
  {
    file: `${webauthnFolder}/decoys.ts`,
    line: 'const [pick = 0] = base64urlDecode(count) ?? []',
    original: '[]',
    reason: 'What has been signed is base64url.',
  },
  {
    file: `${webauthnFolder}/lookup-fields.ts`,
    line: "return type?.toLowerCase() === 'hidden' && fold(String(value ?? '')) === entered",
    original: "''",
    reason: 'What was entered is neither empty nor this text.',
  },
  {
    file: `${webauthnFolder}/options.ts`,
    line: 'const { supportedAlgorithmIDs = [], ...registration } = settings.registration.asked',
    original: '[]',
    reason: 'The settings have a list; the compiler does not know.',
  },
  {
    file: `${webauthnFolder}/register.ts`,
    line: '{ authenticatorAttachment, response: { transports = [] } }: RegistrationResponseJSON,',
    original: '[]',
    reason: 'Neither list has the transport that is looked for.',
  },
]
