const lib = 'packages/core/src/lib'

/** Of endings, and of sessions that are looked up among them. @type {readonly import('../types.d.ts').Equivalent[]} */
export const feed = [
  {
    file: `${lib}/session/token-endings.ts`,
    line: 'return finding === undefined ? opened : andThen(finding, (found) => applyTo(opened, found))',
    original: 'finding === undefined',
    replacement: 'false',
    reason: 'Only a shorter way: where nothing was found the session is returned as it is.',
  },
  {
    file: `${lib}/session/why-ended.ts`,
    line: "return read((await strategy.read(context, 'server')).jar)",
    original: "'server'",
    reason: 'The session is over, so that nothing of it is shown to anybody.',
  },
  ...[
    [
      '(s !== undefined && providers.mayKnow(s)) || (u !== undefined && providers.mayKnow(u))',
      '(s !== undefined && providers.mayKnow(s)) || (u !== undefined && providers.mayKnow(u))',
      'true',
    ],
    ['function knowsNothing(feed: Feed, token: JWT): boolean {', '{', '{}'],
    [
      "!feed.sessions.mayKnow(token.jti ?? '') &&",
      "!feed.sessions.mayKnow(token.jti ?? '') &&",
      'false',
    ],
    [
      'feed.epoch.generation <= readEpoch(token) &&',
      'feed.epoch.generation <= readEpoch(token)',
      'feed.epoch.generation < readEpoch(token)',
    ],
    [
      'if (isNew && knowsNothing(feed, token)) return undefined',
      'isNew && knowsNothing(feed, token)',
      'false',
    ],
  ].map(([line = '', original = '', replacement = '']) => ({
    file: `${lib}/revocation/look-up.ts`,
    line,
    original,
    replacement,
    reason: 'Only a shorter way: what is asked then finds nothing either.',
  })),
  {
    file: `${lib}/revocation/look-up.ts`,
    line: "const latestReads = memoize((_application: object): Feed['reads'][] => [])",
    original: '[]',
    reason:
      'The list is judged from the twentieth read on, and by then its first entry has left it.',
  },
  {
    file: `${lib}/revocation/look-up.ts`,
    line: "!feed.sessions.mayKnow(token.jti ?? '') &&",
    original: "''",
    reason: 'Neither text is the id of a session.',
  },
  {
    file: `${lib}/revocation/look-up.ts`,
    line: "const found = await openFeed(config)?.use.store().getRevocation({ kind: 'provider', key })",
    original: 'openFeed(config)?.use',
    reason: 'Asked only where there is a feed; the compiler does not know.',
  },
  {
    file: `${lib}/revocation/look-up.ts`,
    line: 'if (key === null || !found) return false',
    original: 'key === null',
    replacement: 'false',
    reason: 'Nothing is found without a key; the compiler does not know.',
  },
  {
    file: `${lib}/revocation/endings.ts`,
    line: 'if (!adapter?.deleteAllSessions) {',
    original: 'adapter?.deleteAllSessions',
    reason: 'The strategy `database` asks for an adapter; the compiler does not know.',
  },
  {
    file: `${lib}/revocation/endings.ts`,
    line: "if (ending.kind !== 'user' || ending.except === undefined || devices.length === 0) return",
    original: "ending.kind !== 'user'",
    replacement: 'false',
    reason: 'No other ending spares a session; the compiler does not know.',
  },
  {
    file: `${lib}/revocation/endings.ts`,
    line: ": ending.kind === 'provider' &&",
    original: "ending.kind === 'provider'",
    replacement: 'true',
    reason: 'Of an ending of all no devices are read; the compiler does not know.',
  },
  ...[
    [
      'session/decoded.ts',
      'const call = () => encode?.({ token, secret, salt, maxAge })',
      'encode?.({ token, secret, salt, maxAge })',
    ],
    [
      'session/expose.ts',
      'callbacks.session?.(callbackParams(record, update)),',
      'callbacks.session?.(callbackParams(record, update))',
    ],
    [
      'session/jwt-strategy.ts',
      "const called = naming(Failure, 'The `jwt` callback', () => callbacks.jwt?.(params))",
      'callbacks.jwt?.(params)',
    ],
    [
      'devices/registry.ts',
      'callbacks.deviceInfo?.({ headers }),',
      'callbacks.deviceInfo?.({ headers })',
    ],
  ].map(([file = '', line = '', original = '']) => ({
    file: `${lib}/${file}`,
    line,
    original,
    reason: 'Called only where there is such a function; the compiler does not know.',
  })),
  {
    file: `${lib}/session/jwt-strategy.ts`,
    line: 'if (config.callbacks.jwt) tokenText(token)',
    original: 'config.callbacks.jwt',
    replacement: 'true',
    reason: 'Only a shorter way: what the library puts into a token is JSON.',
  },
  {
    file: `${lib}/revocation/look-up.ts`,
    line: "const key = await unsparedKey(findOwner(token) ?? '')",
    original: "''",
    reason: 'Asked only of a token that names its user; the compiler does not know.',
  },
]
