const folder = 'packages/core/src/lib'

const PARTS =
  'Whatever is split has a first part; and what would be behind eight groups is not looked at.'
const NO_LIMITS = 'Nothing is reported without limits; the compiler does not know.'
const NOBODY =
  'Only a shorter way: no browser is known for an account without a name or a provider.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const limits = [
  {
    file: `${folder}/limits/spend.ts`,
    line: 'if (retryAfter > 0) return { dues, refused: refusal(due, { allowed: false, retryAfter }) }',
    original: 'false',
    reason: 'A refusal is made of the time to wait alone.',
  },
  {
    file: `${folder}/limits/subjects.ts`,
    line: 'const what = [limits?.audience, series, action, subject, identity, points, window]',
    original: 'limits?.audience',
    reason: 'Without limits nothing is spent; the compiler does not know.',
  },
  {
    file: `${folder}/budgets/address.ts`,
    line: "const [left = '', right = ''] = canonical.split('::')",
    original: "''",
    reason: PARTS,
  },
  {
    file: `${folder}/budgets/address.ts`,
    line: "const first = Number.parseInt(groups[0] ?? '0', 16)",
    original: "'0'",
    reason: 'There are eight groups; the compiler does not know.',
  },
  {
    file: `${folder}/budgets/address.ts`,
    line: "const bare = found?.groups?.['address'] ?? trimmed",
    original: "found?.groups?.['address']",
    replacement: "found?.groups['address']",
    reason: 'What matches one of these patterns has the group; the compiler does not know.',
  },
  {
    file: `${folder}/budgets/client-address.ts`,
    line: "if (typeof trustedHops === 'number' && Number.isInteger(trustedHops) && trustedHops >= 1) {",
    original: "typeof trustedHops === 'number'",
    replacement: 'true',
    reason: '`Number.isInteger` is false for whatever is not a number.',
  },
  {
    file: `${folder}/budgets/client-address.ts`,
    line: "return header === 'forwarded' ? FOR.exec(entry ?? '')?.[1] : entry",
    original: "''",
    reason: 'Neither text names an address.',
  },
  {
    file: `${folder}/limits/device.ts`,
    line: "const [mac = ''] = known",
    original: "''",
    reason: 'There is a secret, and a hash for each; the compiler does not know.',
  },
  {
    file: `${folder}/limits/names.ts`,
    line: "const [local = ''] = address.slice(0, at).split('+')",
    original: "''",
    reason: 'Whatever is split has a first part; the compiler does not know.',
  },
  {
    file: `${folder}/limits/spend.ts`,
    line: 'await Promise.allSettled(dues.map(async (due) => store?.spend(plain(refund(due)))))',
    original: 'store?.spend',
    replacement: 'store.spend',
    reason: 'Without a store the call fails, which is ignored.',
  },
  {
    file: `${folder}/limits/spend.ts`,
    line: 'if (!limits) return',
    original: '!limits',
    replacement: 'false',
    reason: NO_LIMITS,
  },
  {
    file: `${folder}/limits/spend.ts`,
    line: 'if (bill.refused) return bill.refused',
    original: 'bill.refused',
    replacement: 'false',
    reason:
      'Its last name is the one that is used up, at which the counters refuse as well, with the same time to wait.',
  },
  {
    file: `${folder}/limits/spend.ts`,
    line: 'const retryAfter = limits?.counters.wait(due) ?? 0',
    original: 'limits?.counters',
    replacement: 'limits.counters',
    reason: 'Without limits there are no names to be counted; the compiler does not know.',
  },
  {
    file: `${folder}/limits/spend.ts`,
    line: 'const challenge = config.limits?.challenge',
    original: 'config.limits?.challenge',
    replacement: 'config.limits.challenge',
    reason: 'Nothing is refused without limits; the compiler does not know.',
  },
  {
    file: `${folder}/limits/spend.ts`,
    line: "const bill = await makeBill(context, { action, series: '' }, wanted)",
    original: "''",
    reason: 'Any text but that of a passed challenge will do.',
  },
  {
    file: `${folder}/limits/subjects.ts`,
    line: '{ names = [], by }: TriedAs,',
    original: '[]',
    reason: 'No browser is known for an account of that name.',
  },
  {
    file: `${folder}/limits/subjects.ts`,
    line: 'if (name === undefined || by === undefined || others.length > 0) return undefined',
    original: 'name === undefined || by === undefined',
    replacement: 'false',
    reason: NOBODY,
  },
  {
    file: `${folder}/limits/subjects.ts`,
    line: 'if (name === undefined || by === undefined || others.length > 0) return undefined',
    original: 'name === undefined || by === undefined',
    replacement: 'name === undefined && by === undefined',
    reason: NOBODY,
  },
  {
    file: `${folder}/limits/subjects.ts`,
    line: 'if (name === undefined || by === undefined || others.length > 0) return undefined',
    original: 'name === undefined',
    replacement: 'false',
    reason: NOBODY,
  },
  {
    file: `${folder}/limits/subjects.ts`,
    line: 'if (name === undefined || by === undefined || others.length > 0) return undefined',
    original: 'by === undefined',
    replacement: 'false',
    reason: NOBODY,
  },
  {
    file: `${folder}/sign-in-refused.ts`,
    line: "const provider = config.providers.get(request.providerId ?? '')",
    original: "''",
    reason: 'Neither text is the id of a provider.',
  },
]

const DECLARED =
  'A declared capability has been checked to have its methods; the compiler does not know.'
const NO_ACCOUNT = 'What names no provider is the account of none.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const logout = [
  {
    file: `${folder}/flows/backchannel-logout.ts`,
    line: 'const cause = unreadable === undefined ? { reason } : { reason, err: unreadable }',
    original: 'unreadable === undefined',
    replacement: 'false',
    reason: 'An error that is not there is not printed.',
  },
  {
    file: `${folder}/flows/backchannel-logout.ts`,
    line: "if (typeof token !== 'string' || request.duplicates.has('logout_token')) return undefined",
    original: "typeof token !== 'string'",
    reason: 'The fields of a form are text; the compiler does not know.',
  },
  {
    file: `${folder}/logout/logout-token.ts`,
    line: 'if (header instanceof Refusal) return header',
    original: 'header instanceof Refusal',
    reason: 'A refusal has no `typ`, and is returned as what was read; the compiler does not know.',
  },
  {
    file: `${folder}/logout/receivers.ts`,
    line: "const [type = ''] = (headers.get('content-type') ?? '').split(';', 1)",
    original: "''",
    reason: 'Neither text is the type of a form.',
  },
  {
    file: `${folder}/logout/session-provider.ts`,
    line: 'const devices = await adapter.listDevicesByUserId?.(userId)',
    original: 'adapter.listDevicesByUserId?.(userId)',
    replacement: 'adapter.listDevicesByUserId(userId)',
    reason: DECLARED,
  },
  {
    file: `${folder}/logout/session-provider.ts`,
    line: 'return devices?.find((device) => device.sessionId === sessionId)?.provider ?? undefined',
    original: 'devices?.find',
    replacement: 'devices.find',
    reason: DECLARED,
  },
  {
    file: `${folder}/logout/session-provider.ts`,
    line: 'if (userId === undefined || adapter?.capabilities?.accountUpdates !== true) return []',
    original: '[]',
    reason: NO_ACCOUNT,
  },
  {
    file: `${folder}/logout/session-provider.ts`,
    line: 'const accounts = (await adapter.listAccountsByUserId?.(userId)) ?? []',
    original: 'adapter.listAccountsByUserId?.(userId)',
    replacement: 'adapter.listAccountsByUserId(userId)',
    reason: DECLARED,
  },
  {
    file: `${folder}/logout/session-provider.ts`,
    line: 'const accounts = (await adapter.listAccountsByUserId?.(userId)) ?? []',
    original: '[]',
    reason: DECLARED,
  },
  {
    file: `${folder}/logout/session-provider.ts`,
    line: 'return mine.length === 1 ? (mine[0]?.id_token ?? undefined) : undefined',
    original: 'mine[0]?.id_token',
    replacement: 'mine[0].id_token',
    reason: 'Of one there is the first; the compiler does not know.',
  },
  {
    file: `${folder}/logout/session-provider.ts`,
    line: 'const accounts = kept?.t === undefined ? await listAccounts(context, current) : []',
    original: '[]',
    reason: NO_ACCOUNT,
  },
  {
    file: `${folder}/logout/session-provider.ts`,
    line: "const provider = named ?? asOAuth(config.providers.get(known ?? ''))",
    original: "''",
    reason: 'Neither text is the id of a provider.',
  },
  {
    file: `${folder}/logout/back-channel.ts`,
    line: 'const user = await adapter?.getUserByAccount?.(account)',
    original: 'adapter?.getUserByAccount?.(account)',
    reason: 'A provider asks an adapter for the method; the compiler does not know.',
  },
  {
    file: `${folder}/logout/back-channel.ts`,
    line: 'const user = await adapter?.getUserByAccount?.(account)',
    original: 'adapter?.getUserByAccount',
    replacement: 'adapter.getUserByAccount',
    reason: 'A list of devices asks for an adapter; the compiler does not know.',
  },
  {
    file: `${folder}/logout/logout-token.ts`,
    line: 'if (alg !== undefined && acceptedAlgorithms(provider, server).includes(alg)) return undefined',
    original: 'alg !== undefined',
    replacement: 'true',
    reason: 'No provider signs with an algorithm that is undefined; the compiler does not know.',
  },
  {
    file: `${folder}/logout/logout-token.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'A function that ends gives undefined as well.',
  },
  {
    file: `${folder}/logout/return.ts`,
    line: 'if (state === undefined || id === undefined) return undefined',
    original: 'state === undefined',
    replacement: 'false',
    reason: 'Without a state there is no id; the compiler does not know.',
  },
  {
    file: `${folder}/logout/end-session.ts`,
    line: "return endSession(context, script ? 'address' : 'page')",
    original: "'address'",
    reason: 'Only `page` is looked for.',
  },
  {
    file: `${folder}/logout/used-tokens.ts`,
    line: "const [oldest = ''] = remembered.keys()",
    original: "''",
    reason: 'It is looked at where there are thousands; the compiler does not know.',
  },
  {
    file: `${folder}/logout/used-tokens.ts`,
    line: "const [oldest = ''] = failed",
    original: "''",
    reason: 'It is looked at where there are thousands; the compiler does not know.',
  },
]
