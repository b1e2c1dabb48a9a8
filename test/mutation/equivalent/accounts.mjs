const folder = 'packages/core/src/lib/accounts'

const CAUGHT = 'What is thrown there is caught, and nobody is removed either.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const accounts = [
  {
    file: `${folder}/oauth-user.ts`,
    line: "if (decision.do !== 'refuse' || decision.reason !== 'email-in-use') return decision",
    original: "decision.do !== 'refuse'",
    replacement: 'false',
    reason: 'Nothing but a refusal has a reason; the compiler does not know.',
  },
  {
    file: `${folder}/first-proof.ts`,
    line: 'await config.adapter?.unlinkAccount?.({ provider, providerAccountId })',
    original: 'config.adapter?.unlinkAccount',
    replacement: 'config.adapter.unlinkAccount',
    reason: 'Addresses are proven only where there is an adapter; the compiler does not know.',
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
    line: 'await store.updateAccount?.(accountFor(evidence, userId))',
    original: 'store.updateAccount?.(accountFor(evidence, userId))',
    replacement: 'store.updateAccount(accountFor(evidence, userId))',
    reason:
      'The option is refused over an adapter without the capability; the compiler does not know.',
  },
]
