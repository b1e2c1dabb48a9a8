const LIB = 'packages/core/src/lib'
const FILE = `${LIB}/crypto/decrypt-once.ts`
const UNIT = `${LIB}/crypto/decrypt-once.test.ts`
const FLOW = 'test/flows/session-read-again.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'PERF-14',
    bug: 'A token that is read again is decrypted again.',
    file: FILE,
    find: 'if (same) return known',
    replace: '',
    suite: UNIT,
    test: 'happens twice at most (PERF-14)',
  },
  {
    rule: 'PERF-14',
    bug: 'A token is taken for another one with the same last characters.',
    path: 'fingerprint',
    file: FILE,
    find: 'constantTimeEqual(known.fingerprint, fingerprint)',
    replace: 'fingerprint !== ""',
    suite: UNIT,
    test: 'does not confuse tokens that differ in any character (PERF-14, CKI-10)',
  },
  {
    rule: 'PERF-14',
    bug: 'A token is taken for another one with the same last characters.',
    path: 'session',
    file: FILE,
    find: 'constantTimeEqual(known.fingerprint, fingerprint)',
    replace: 'fingerprint !== ""',
    suite: UNIT,
    test: 'with the last characters of a cached token does not affect that one (PERF-14)',
  },
  {
    rule: 'JWE-04',
    bug: 'What one key has decrypted is good for every key.',
    path: 'a token that was read before',
    file: FILE,
    find: 'known?.key === key && constantTimeEqual(known.fingerprint, fingerprint)',
    replace: 'known !== undefined && constantTimeEqual(known.fingerprint, fingerprint)',
    suite: UNIT,
    test: 'fails with another key, even with the same kid (PERF-14, JWE-04)',
  },
  {
    rule: 'PERF-14',
    bug: 'What could not be verified takes the place of what was.',
    path: 'read again',
    file: FILE,
    find: 'if (!plaintext) return null',
    replace: "if (!plaintext) return decrypted.keep(mark, { key, fingerprint, text: '' }) && null",
    suite: UNIT,
    test: 'with the last characters of a cached token does not affect that one (PERF-14)',
  },
  {
    rule: 'PERF-14',
    bug: 'The number of tokens that are remembered has no bound.',
    path: 'entries',
    file: FILE,
    find: 'entries: 512',
    replace: 'entries: 1e9',
    suite: UNIT,
    test: 'happens again after many other tokens (PERF-14)',
  },
  {
    rule: 'PERF-14',
    bug: 'What is remembered of tokens has no bound in bytes.',
    path: 'bytes',
    file: FILE,
    find: 'PER_CHARACTER * text.length',
    replace: '0',
    suite: UNIT,
    test: 'happens again after a megabyte of other tokens (PERF-14)',
  },
  {
    rule: 'PERF-14',
    bug: 'The bytes of what was let go still count.',
    path: 'cache',
    file: `${LIB}/cache.ts`,
    find: 'used -= size(value)',
    replace: '',
    suite: `${LIB}/cache.test.ts`,
    test: 'has at most its number of bytes, and drops the oldest (PERF-14)',
  },
  {
    rule: 'JWE-10',
    bug: 'The times of a session are looked at when it is first read.',
    path: 'a token that was read before',
    file: `${LIB}/crypto/sealed-box.ts`,
    find: '!isTimely(payload, numericDate(now))',
    replace:
      '!isTimely(payload, ((Object(globalThis).firstReads ??= {})[text] ??= numericDate(now)))',
    suite: FLOW,
    test: 'ends at its expiry and at `absoluteMaxAge`, to the second (PERF-14, JWE-10, ALT-09)',
  },
  {
    rule: 'SES-04',
    bug: 'The audience of a session is looked at when it is first read.',
    path: 'a token that was read before',
    file: `${LIB}/crypto/sealed-box.ts`,
    find: 'return accepts(payload[AUDIENCE]) ? { payload, json: text } : null',
    replace: `const accepted = (Object(globalThis).acceptedOnce ??= new Set())
  if (accepts(payload[AUDIENCE])) accepted.add(text)
  return accepted.has(text) ? { payload, json: text } : null`,
    suite: FLOW,
    test: 'is valid exactly if the current secrets, times and settings allow it (PERF-14, JWE-07, JWE-10, ALT-09, SES-04)',
  },
  {
    rule: 'ALT-09',
    bug: 'The age of a session is looked at when it is first read.',
    path: 'a token that was read before',
    file: `${LIB}/session/opened-token.ts`,
    find: `opened && withinAbsoluteAge(context.config.session, signedInAt(opened.token), opened.wall)
      ? opened
      : null`,
    replace: `{
    const young = (Object(globalThis).youngOnce ??= new Set())
    if (opened && withinAbsoluteAge(context.config.session, signedInAt(opened.token), opened.wall)) young.add(opened.json)
    return opened && young.has(opened.json) ? opened : null
  }`,
    suite: FLOW,
    test: 'is valid exactly if the current secrets, times and settings allow it (PERF-14, JWE-07, JWE-10, ALT-09, SES-04)',
  },
  {
    rule: 'SES-17',
    bug: 'Callbacks change what the next read of a session is given.',
    path: 'a token that was read before',
    file: `${LIB}/crypto/sealed-box.ts`,
    find: '{ ...claims }',
    replace: 'claims',
    suite: FLOW,
    test: 'is not affected by changes that the `session` callback makes to its token:',
  },
  {
    rule: 'SES-17',
    bug: 'Callbacks change what is inside the claims of the next read.',
    path: 'a token that was read before, deep',
    file: FILE,
    find: 'isObject(claims) && !Object.values(claims).some((value) => value instanceof Object)',
    replace: 'isObject(claims)',
    suite: FLOW,
    test: 'is not affected by changes that the `session` callback makes to its token:',
  },
  {
    rule: 'PERF-14',
    bug: 'What the application decodes is remembered.',
    path: 'jwt.decode',
    file: `${LIB}/session/decoded.ts`,
    find: 'return await runDecoder(context, sealed)',
    replace: `const known = (Object(globalThis).decodedOnce ??= new Map())
    if (!known.has(sealed)) known.set(sealed, await runDecoder(context, sealed))
    return known.get(sealed)`,
    suite: FLOW,
    test: 'is decoded each time by a custom decoder (PERF-14)',
  },
]
