const lib = 'packages/core/src/lib'
const CLAIMED =
  'The option asks for an adapter with the capability, whose methods have been found; the compiler does not know.'
const FEED = 'Asked only where there is a feed; the compiler does not know.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const revocation = [
  ...[
    ['await config.adapter?.putDevice?.({', 'config.adapter?.putDevice?.({'],
    ['await config.adapter?.putDevice?.({', 'config.adapter?.putDevice'],
    [
      'const devices = (await adapter?.listDevicesByUserId?.(userId)) ?? []',
      'adapter?.listDevicesByUserId?.(userId)',
    ],
    [
      'const devices = (await adapter?.listDevicesByUserId?.(userId)) ?? []',
      'adapter?.listDevicesByUserId',
    ],
    ['const devices = (await adapter?.listDevicesByUserId?.(userId)) ?? []', '[]'],
    ['await config.adapter?.putDevice?.(', 'config.adapter?.putDevice?.('],
    ['await config.adapter?.putDevice?.(', 'config.adapter?.putDevice'],
    [
      'await Promise.all(sessionIds.map(async (id) => adapter?.deleteDevice?.(id)))',
      'adapter?.deleteDevice?.(id)',
    ],
    [
      'await Promise.all(sessionIds.map(async (id) => adapter?.deleteDevice?.(id)))',
      'adapter?.deleteDevice',
    ],
  ].map(([line = '', original = '']) => ({
    file: `${lib}/devices/registry.ts`,
    line,
    original,
    reason: CLAIMED,
  })),
  ...[
    ['adapter?.capabilities?.revocationFeed === true', 'adapter?.capabilities?.revocationFeed'],
    ['adapter?.capabilities?.revocationFeed === true', 'adapter?.capabilities'],
    [
      'await config.adapter?.appendRevocations?.(sessionIds.map((key) => ({ ...entry, key })))',
      'config.adapter?.appendRevocations?.(sessionIds.map((key) => ({ ...entry, key })))',
    ],
    [
      'await config.adapter?.appendRevocations?.(sessionIds.map((key) => ({ ...entry, key })))',
      'config.adapter?.appendRevocations',
    ],
    [
      "const found = await config.adapter?.getRevocation?.({ kind: 'session', key: sessionId })",
      "config.adapter?.getRevocation?.({ kind: 'session', key: sessionId })",
    ],
    [
      "const found = await config.adapter?.getRevocation?.({ kind: 'session', key: sessionId })",
      'config.adapter?.getRevocation',
    ],
  ].map(([line = '', original = '']) => ({
    file: `${lib}/revocation/told.ts`,
    line,
    original,
    reason: CLAIMED,
  })),
  {
    file: `${lib}/revocation/told.ts`,
    line: 'text !== undefined && WORDS.has(text)',
    original: 'text !== undefined',
    replacement: 'true',
    reason: 'Nothing that is undefined is one of the words; the compiler does not know.',
  },
  {
    file: `${lib}/revocation/told.ts`,
    line: "return { name: name.replace(/device$/, 'ended'), options }",
    original: '/device$/',
    replacement: '/device/',
    reason: 'No option changes the name of that cookie, which has the word once.',
  },
  {
    file: `${lib}/revocation/endings.ts`,
    line: 'if (!adapter?.deleteSessionsByUserId) {',
    original: 'adapter?.deleteSessionsByUserId',
    reason: 'The strategy `database` asks for an adapter; the compiler does not know.',
  },
  {
    file: `${lib}/revocation/endings.ts`,
    line: "if (session.strategy !== 'database') return",
    original: "session.strategy !== 'database'",
    replacement: 'false',
    reason: 'Asked only with the strategy `database`; the compiler does not know.',
  },
  ...[
    ["ending.kind === 'all'", 'false'],
    ["'all'", '""'],
  ].map(([original = '', replacement = '']) => ({
    file: `${lib}/revocation/endings.ts`,
    line: "if (!session.devices || ending.kind === 'session' || ending.kind === 'all') return []",
    original,
    replacement,
    reason: 'Only a shorter way: it names no user, and without one no devices are read.',
  })),
  {
    file: `${lib}/revocation/endings.ts`,
    line: "if (!session.devices || ending.kind === 'session' || ending.kind === 'all') return []",
    original: '[]',
    reason:
      'What is in it is looked at where all sessions of a user or a provider end, and used where devices are listed.',
  },
  ...['config.adapter?.putDevice?.(device)', 'config.adapter?.putDevice'].map((original) => ({
    file: `${lib}/revocation/endings.ts`,
    line: 'if (await isSpared(config, ending.id, device)) await config.adapter?.putDevice?.(device)',
    original,
    reason: CLAIMED,
  })),
  {
    file: `${lib}/revocation/endings.ts`,
    line: 'return user === undefined ? [] : ((await adapter?.listDevicesByUserId?.(user)) ?? [])',
    original: '[]',
    reason:
      'A text was opened by nothing at a provider, and is left out; with the user the adapter returns a list.',
  },
  ...['adapter?.listDevicesByUserId?.(user)', 'adapter?.listDevicesByUserId'].map((original) => ({
    file: `${lib}/revocation/endings.ts`,
    line: 'return user === undefined ? [] : ((await adapter?.listDevicesByUserId?.(user)) ?? [])',
    original,
    reason: CLAIMED,
  })),
  {
    file: `${lib}/revocation/endings.ts`,
    line: "const isPart = (ending: Ending): boolean => ending.kind === 'provider' && ending.unnamed === true",
    original: "ending.kind === 'provider'",
    replacement: 'true',
    reason: 'No other ending has such a member; the compiler does not know.',
  },
  {
    file: `${lib}/revocation/generations.ts`,
    line: 'if (latest <= own.generation || latest % 2 === 0) return',
    original: 'latest <= own.generation',
    replacement: 'latest < own.generation',
    reason: 'Its own generation is even.',
  },
  ...[
    ["kind === 'all'", 'false'],
    ["'all'", '""'],
  ].map(([original = '', replacement = '']) => ({
    file: `${lib}/revocation/endings.ts`,
    line: "const userId = kind === 'user' ? ending.id : kind === 'all' ? undefined : ending.user",
    original,
    replacement,
    reason: 'An ending of all has no member `user`; the compiler wants it left out.',
  })),
  {
    file: `${lib}/revocation/feed.ts`,
    line: 'if (page.length < limit || from === undefined) return tail',
    original: 'from === undefined',
    replacement: 'false',
    reason: 'A page without a last entry is shorter than the limit; the compiler does not know.',
  },
  {
    file: `${lib}/revocation/feed.ts`,
    line: 'this.#safe = entries.at(-TAIL)?.cursor',
    original: 'entries.at(-TAIL)?.cursor',
    replacement: 'entries.at(-TAIL).cursor',
    reason: 'There are more entries than that; the compiler does not know.',
  },
  {
    file: `${lib}/revocation/feed.ts`,
    line: 'if (!this.#pulled || this.#pulled.steady < began.steady) this.#pulled = began',
    original: 'this.#pulled.steady < began.steady',
    replacement: 'this.#pulled.steady <= began.steady',
    reason: 'Of two pulls that began at the same moment either may count.',
  },
  {
    file: `${lib}/revocation/feed.ts`,
    line: '.catch(() => false)',
    original: '() => false',
    reason: 'Nobody looks at what it is settled with.',
  },
  {
    file: `${lib}/revocation/feed.ts`,
    line: '.catch(() => false)',
    original: 'false',
    reason: 'Nobody looks at what it is settled with.',
  },
  {
    file: `${lib}/revocation/look-up.ts`,
    line: 'const found = await openFeed(config)?.use.store().getRevocation({ kind, key })',
    original: 'openFeed(config)?.use',
    reason: FEED,
  },
  ...[
    "return andThen(findKey(known, 'session', sparedKey(token.jti ?? '')), (spared) =>",
    "return andThen(findKey(known, 'session', token.jti ?? ''), (session) => {",
  ].map((line) => ({
    file: `${lib}/revocation/look-up.ts`,
    line,
    original: "''",
    reason: 'Neither text is the id of a session.',
  })),
  {
    file: `${lib}/revocation/look-up.ts`,
    line: 'if (maxStale === undefined) return',
    original: 'maxStale === undefined',
    replacement: 'false',
    reason: 'No age is compared with what is not a number; the compiler does not know.',
  },
  {
    file: `${lib}/devices/label.ts`,
    line: "[/\\bVersion\\/[\\d.]+.*\\bSafari\\//, 'Safari'],",
    original: '/\\bVersion\\/[\\d.]+.*\\bSafari\\//',
    replacement: '/\\bVersion\\/[\\d.].*\\bSafari\\//',
    reason: 'Whatever may follow the first digit, other digits among it.',
  },
  {
    file: `${lib}/devices/label.ts`,
    line: "const text = userAgent?.slice(0, LONGEST) ?? ''",
    original: "''",
    reason: 'Neither text names a browser or a system.',
  },
  {
    file: `${lib}/revocation/bloom-filter.ts`,
    line: 'for (let index = 0; index < text.length; index++) {',
    original: 'index < text.length',
    replacement: 'index <= text.length',
    reason:
      'Behind the end there is nothing, which makes another hash of the whole text, as good as this one.',
  },
  {
    file: `${lib}/revocation/key-sieve.ts`,
    line: 'for (let at = Math.max(0, key.length - CHARACTERS); at < key.length; at++) {',
    original: 'at < key.length',
    replacement: 'at <= key.length',
    reason:
      'Behind the end there is nothing, which makes another hash of the same end, as good as this one.',
  },
  {
    file: `${lib}/revocation/key-sieve.ts`,
    line: 'this.#words ??= new Int32Array((this.#capacity * BITS) / 32)',
    original: '(this.#capacity * BITS) / 32',
    replacement: 'this.#capacity * BITS * 32',
    reason: 'Only more room, and fewer of the other keys that get through.',
  },
  {
    file: `${lib}/revocation/ended-keys.ts`,
    line: '#cleared: Cache<string> = createCache<string>({ entries: CLEARED })',
    original: '{ entries: CLEARED }',
    replacement: '{}',
    reason: 'Until it is made anew there is no filter, and nobody looks into it.',
  },
  {
    file: `${lib}/revocation/ended-keys.ts`,
    line: 'if (this.#filters.length === 0 || this.#cleared.find(key) !== undefined) return false',
    original: 'this.#filters.length === 0',
    replacement: 'false',
    reason: 'Only a shorter way: where there are no filters none may have the key.',
  },
]
