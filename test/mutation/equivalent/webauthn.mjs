const folder = 'packages/core/src/lib/webauthn'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const webauthn = [
  {
    file: `${folder}/credential-response.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'What cannot be parsed stays undefined, and is refused for that.',
  },
  {
    file: `${folder}/authenticate.ts`,
    line: 'account && sameId(account.userId, authenticator?.userId) && (await getUser(account.userId))',
    original: 'authenticator?.userId',
    replacement: 'authenticator.userId',
    reason: 'An account is looked up only for an authenticator that there is.',
  },
  {
    file: `${folder}/authenticate.ts`,
    line: 'if (authenticator && account && user) return { authenticator, account, user }',
    original: 'authenticator && account',
    reason:
      'A user is looked up only for an account, and that for an authenticator; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/transaction/cookies.ts',
    line: "const value = sealed === undefined ? null : await profile.box.open('challenge', sealed)",
    original: 'sealed === undefined',
    replacement: 'false',
    reason: 'The names are those of cookies that there are; the compiler does not know.',
  },
  {
    file: `${folder}/decoys.ts`,
    line: '[64],',
    original: '[64]',
    replacement: '[]',
    reason: 'Without a length all bytes are taken, which are 64.',
  },
  {
    file: `${folder}/decoys.ts`,
    line: "const [shape = '', ...rest] = await Promise.all(['shape', 'first', 'second'].map(sign))",
    original: "''",
    reason: 'There are three; the compiler does not know.',
  },
  {
    file: `${folder}/decoys.ts`,
    line: 'const [pick = 0] = base64urlDecode(shape) ?? []',
    original: '[]',
    reason: 'What has been signed is base64url.',
  },
  {
    file: `${folder}/decoys.ts`,
    line: 'const [length, transports] = SHAPES[pick % SHAPES.length] ?? [32]',
    original: '[32]',
    reason: 'There is a shape for every rest; the compiler does not know.',
  },
  {
    file: `${folder}/decoys.ts`,
    line: 'const bytes = rest.flatMap((mac) => [...(base64urlDecode(mac) ?? [])])',
    original: '[]',
    reason: 'What has been signed is base64url.',
  },
  {
    file: `${folder}/decoys.ts`,
    line: 'const [pick = 0] = base64urlDecode(count) ?? []',
    original: '[]',
    reason: 'What has been signed is base64url.',
  },
  {
    file: `${folder}/lookup-fields.ts`,
    line: "return type?.toLowerCase() === 'hidden' && fold(String(value ?? '')) === entered",
    original: "''",
    reason: 'What was entered is neither empty nor this text.',
  },
  {
    file: `${folder}/options.ts`,
    line: 'const { supportedAlgorithmIDs = [], ...registration } = settings.registration.asked',
    original: '[]',
    reason: 'The settings have a list; the compiler does not know.',
  },
]
