/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'WAN-02',
    bug: 'An answer is verified for the relying party its own request names.',
    file: 'packages/core/src/lib/flows/callback/webauthn.ts',
    find: 'const evidence = await verified(context, { settings, challenge, answer })',
    replace: `const party = await (await import('../../webauthn/relying-party.ts')).relyingPartyOf(context, provider)
    const evidence = await verified(context, {
      settings,
      challenge: { ...challenge, ...party },
      answer,
    })`,
    suite: 'test/flows/webauthn-contract-options.test.ts',
    test: 'that a challenge was made for',
  },
  {
    rule: 'ENU-02',
    bug: 'The cookie of a challenge is shorter where the credentials are made up.',
    file: 'packages/core/src/lib/flows/webauthn-options.ts',
    find: 'return { allowed: known ? own : decoys, userHandle: await userHandleOf(known ? userId : nobody) }',
    replace:
      "return { allowed: known ? own : decoys, userHandle: known ? await userHandleOf(userId) : '' }",
    suite: 'test/flows/webauthn-enumeration.test.ts',
    test: 'cookie of the challenge',
  },
  {
    rule: 'ENU-02',
    bug: 'A lookup sees more than made-up credentials are made of.',
    file: 'packages/core/src/lib/flows/webauthn-options.ts',
    find: 'const found = await provider.getUserInfo(...hookParameters(context, provider, fields))',
    replace:
      'const found = await provider.getUserInfo(...hookParameters(context, provider, { ...fields, ...Object.fromEntries(context.request.query) }))',
    suite: 'test/flows/webauthn-enumeration.test.ts',
    test: 'and nothing else',
  },
  {
    rule: 'WAN-03',
    bug: 'An advanced option without a value switches off user verification.',
    file: 'packages/core/src/lib/webauthn/ceremony-options.ts',
    find: "requireUserVerification: demanded === undefined ? otherwise : demanded === 'required',",
    replace:
      "requireUserVerification: verified?.advancedFIDOConfig ? demanded === 'required' : otherwise,",
    suite: 'test/flows/webauthn-contract-options.test.ts',
    test: 'the advanced option',
  },
  {
    rule: 'WAN-03',
    bug: 'An option that is undefined takes the default away.',
    file: 'packages/core/src/lib/webauthn/ceremony-options.ts',
    find: "const userVerification = given?.userVerification ?? config.userVerification ?? 'required'",
    replace: `const userVerification =
    given && 'userVerification' in given
      ? given.userVerification
      : (config.userVerification ?? 'required')`,
    suite: 'test/flows/webauthn-contract-options.test.ts',
    test: 'undefined weakens nothing',
  },
  {
    rule: 'ENU-02',
    bug: 'Transports of stored credentials are in an order that made-up ones never have.',
    file: 'packages/core/src/lib/webauthn/credential.ts',
    find: "return transports ? { id, transports: transports.split(',').toSorted() } : { id }",
    replace: "return transports ? { id, transports: transports.split(',') } : { id }",
    suite: 'test/flows/webauthn-enumeration.test.ts',
    test: 'in the order in which browsers',
  },
  {
    rule: 'ENU-02',
    bug: 'Made-up credentials depend on how a name was typed, and real ones do not.',
    file: 'packages/core/src/lib/webauthn/entered.ts',
    find: 'if (!isConstant(input, value)) chosen.push([name, value])',
    replace: 'if (!isConstant(input, value)) chosen.push([name, sent])',
    suite: 'test/flows/webauthn-contract-options.test.ts',
    test: 'not told from users',
  },
  {
    rule: 'WAN-09',
    bug: 'Without an address, the user whose address is empty is looked up.',
    file: 'packages/core/src/lib/webauthn/entered.ts',
    find: `if (!sent) continue
    const value = getUserInfo ? fold(sent) : requireAddress(sent)`,
    replace: `if (sent === undefined && getUserInfo) continue
    const value = getUserInfo ? fold(sent ?? '') : sent ? requireAddress(sent) : ''`,
    suite: 'test/flows/webauthn-contract-options.test.ts',
    test: 'empty address',
  },
  {
    rule: 'WAN-03',
    bug: 'Whether somebody was present is left to functions of the application.',
    file: 'packages/core/src/lib/webauthn/flags.ts',
    find: "if (!flags.up) throw new Error('Nobody was present')",
    replace: '',
    suite: 'test/flows/webauthn-contract-options.test.ts',
    test: 'do not look who was there',
  },
  {
    rule: 'WAN-01',
    bug: 'A registration that did not verify is taken for what was read of it.',
    file: 'packages/core/src/lib/webauthn/register.ts',
    find: "if (!verified || !registrationInfo) throw new Error('The attestation does not verify')",
    replace: "if (!registrationInfo) throw new Error('The attestation does not verify')",
    suite: 'test/flows/webauthn-contract-options.test.ts',
    test: 'that do not verify',
  },
]
