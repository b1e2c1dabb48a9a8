const folder = 'packages/core/src/lib/logout'

const DECLARED =
  'A declared capability has been checked to have its methods; the compiler does not know.'
const NO_ACCOUNT = 'What names no provider is the account of none.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const logout = [
  {
    file: `${folder}/receivers.ts`,
    line: "const [type = ''] = (headers.get('content-type') ?? '').split(';', 1)",
    original: "''",
    reason: 'Neither text is the type of a form.',
  },
  {
    file: `${folder}/session-provider.ts`,
    line: 'const devices = await adapter.listDevicesByUserId?.(userId)',
    original: 'adapter.listDevicesByUserId?.(userId)',
    replacement: 'adapter.listDevicesByUserId(userId)',
    reason: DECLARED,
  },
  {
    file: `${folder}/session-provider.ts`,
    line: 'return devices?.find((device) => device.sessionId === sessionId)?.provider ?? undefined',
    original: 'devices?.find',
    replacement: 'devices.find',
    reason: DECLARED,
  },
  {
    file: `${folder}/session-provider.ts`,
    line: 'if (userId === undefined || adapter?.capabilities?.accountUpdates !== true) return []',
    original: '[]',
    reason: NO_ACCOUNT,
  },
  {
    file: `${folder}/session-provider.ts`,
    line: 'const accounts = (await adapter.listAccountsByUserId?.(userId)) ?? []',
    original: 'adapter.listAccountsByUserId?.(userId)',
    replacement: 'adapter.listAccountsByUserId(userId)',
    reason: DECLARED,
  },
  {
    file: `${folder}/session-provider.ts`,
    line: 'const accounts = (await adapter.listAccountsByUserId?.(userId)) ?? []',
    original: '[]',
    reason: DECLARED,
  },
  {
    file: `${folder}/session-provider.ts`,
    line: 'return mine.length === 1 ? (mine[0]?.id_token ?? undefined) : undefined',
    original: 'mine[0]?.id_token',
    replacement: 'mine[0].id_token',
    reason: 'Of one there is the first; the compiler does not know.',
  },
  {
    file: `${folder}/session-provider.ts`,
    line: 'const accounts = kept?.t === undefined ? await listAccounts(context, current) : []',
    original: '[]',
    reason: NO_ACCOUNT,
  },
  {
    file: `${folder}/session-provider.ts`,
    line: "const provider = named ?? asOAuth(config.providers.get(known ?? ''))",
    original: "''",
    reason: 'Neither text is the id of a provider.',
  },
  {
    file: `${folder}/back-channel.ts`,
    line: 'const user = await adapter?.getUserByAccount?.({ provider, providerAccountId: sub })',
    original: 'adapter?.getUserByAccount?.({ provider, providerAccountId: sub })',
    reason: 'A provider asks an adapter for the method; the compiler does not know.',
  },
  {
    file: `${folder}/back-channel.ts`,
    line: 'const user = await adapter?.getUserByAccount?.({ provider, providerAccountId: sub })',
    original: 'adapter?.getUserByAccount',
    replacement: 'adapter.getUserByAccount',
    reason: 'A list of devices asks for an adapter; the compiler does not know.',
  },
  {
    file: `${folder}/logout-token.ts`,
    line: 'if (alg !== undefined && acceptedAlgorithms(provider, server).includes(alg)) return',
    original: 'alg !== undefined',
    replacement: 'true',
    reason: 'No provider signs with an algorithm that is undefined; the compiler does not know.',
  },
  {
    file: `${folder}/logout-token.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'A function that ends gives undefined as well.',
  },
  {
    file: `${folder}/return.ts`,
    line: 'if (state === undefined || id === undefined) return undefined',
    original: 'state === undefined',
    replacement: 'false',
    reason: 'Without a state there is no id; the compiler does not know.',
  },
  {
    file: `${folder}/used-tokens.ts`,
    line: "const [oldest = ''] = remembered.keys()",
    original: "''",
    reason: 'It is looked at where there are thousands; the compiler does not know.',
  },
]
