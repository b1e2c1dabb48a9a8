const lib = 'packages/core/src/lib'
const logger = `${lib}/logger`
const explanation = `${lib}/development/explanation.ts`
const notices = `${lib}/development/notices.ts`
const keyless = `${lib}/development/keyless.ts`
const place = `${lib}/development/keyless-place.ts`
const VARIABLE = 'Every name of such a variable has both parts; the compiler does not know.'
const CHOSEN = 'What is called was chosen because it has the method; the compiler does not know.'
const CAUGHT = 'What is thrown there is caught, and nothing is logged either.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const log = [
  {
    file: `${lib}/errors/auth-error.ts`,
    line: 'return Array.isArray(types) ? types : []',
    original: '[]',
    reason: 'Neither list has the type of a class.',
  },
  {
    file: `${logger}/lines.ts`,
    line: "const [oldest = ''] = counted.keys()",
    original: "''",
    reason: 'Deleted only where there are as many as there may be, so that there is an oldest one.',
  },
  {
    file: `${logger}/logger.ts`,
    line: "if (!isNew(warned, `${code} ${detail ?? ''}`)) return",
    original: "''",
    reason: 'Any text that is not a detail will do.',
  },
  ...[
    [
      "call('debug', () => steps?.debug?.(redactText(message), metadata && redactValue(metadata))),",
      'steps?.debug?.(redactText(message), metadata && redactValue(metadata))',
    ],
    [
      "step: (message, metadata) => call('debug', () => steps?.debug?.(message, metadata)),",
      'steps?.debug?.(message, metadata)',
    ],
    ['() => errors.error?.(copy),', 'errors.error?.(copy)'],
    ['() => refusals.info?.(...line),', 'refusals.info?.(...line)'],
    ['() => warnings.warn?.(...line),', 'warnings.warn?.(...line)'],
  ].map(([line = '', original = '']) => ({
    file: `${logger}/logger.ts`,
    line,
    original,
    reason: CHOSEN,
  })),
  {
    file: `${logger}/logger.ts`,
    line: 'if (custom) print?.()',
    original: 'print?.()',
    reason: CAUGHT,
  },
  {
    file: `${logger}/logger.ts`,
    line: "if (cause === undefined) return ''",
    original: 'cause === undefined',
    replacement: 'false',
    reason: 'Only a shorter way: what is not an object shows nothing.',
  },
  {
    file: `${logger}/logger.ts`,
    line: "if (typeof result === 'object') Promise.resolve(result).catch(tell)",
    original: "typeof result === 'object'",
    replacement: 'true',
    reason: 'Only a shorter way: nothing else can reject.',
  },
  {
    file: `${lib}/errors/own-function.ts`,
    line: 'if (isPending(returned)) Promise.resolve(returned).catch(() => undefined)',
    original: 'isPending(returned)',
    replacement: 'true',
    reason: 'Only a shorter way: nothing else can reject.',
  },
  {
    file: `${logger}/redact.ts`,
    line: "const stack = error.stack ?? ''",
    original: "''",
    reason: 'Of a stack only lines that say where are shown, and this text has none.',
  },
  {
    file: `${logger}/redact.ts`,
    line: "const first = address.replace(/^[\\\\\"]+/, '').charAt(0)",
    original: '/^[\\\\"]+/',
    replacement: '/[\\\\"]+/',
    reason: 'What is not in front does not change the first character.',
  },
  {
    file: explanation,
    line: "const lines = errors.flatMap(({ stack = '' }) => stack.split('\\n'))",
    original: "''",
    reason: 'A masked copy has a stack.',
  },
  {
    file: explanation,
    line: 'const own = lines.find((line) => /^\\s+at .*:\\d+:\\d+/.test(line) && !FOREIGN.test(line))',
    original: '/^\\s+at .*:\\d+:\\d+/',
    replacement: '/^\\s+at .*:\\d+:\\d/',
    reason: 'Only whether there is a column is asked.',
  },
  {
    file: explanation,
    line: "return own === undefined ? [] : [own.trim().replace(/^at /, '')]",
    original: '/^at /',
    replacement: '/at /',
    reason: 'The first is in front.',
  },
  {
    file: explanation,
    line: "([, option, variable]) => option ?? variable ?? '',",
    original: "''",
    reason: 'One of both groups takes part in every match; the compiler does not know.',
  },
  {
    file: explanation,
    line: 'const explanation = ref === undefined ? undefined : explanations.find(ref)',
    original: 'ref === undefined',
    replacement: 'false',
    reason: 'Only for the compiler: nothing is kept under no reference.',
  },
  {
    file: explanation,
    line: 'if (ref === undefined || explanation === undefined) return page',
    original: 'ref === undefined',
    replacement: 'false',
    reason: 'Only for the compiler: nothing is kept under no reference.',
  },
  {
    file: notices,
    line: "const [, stem = '', end = ''] = /^AUTH_(.+)_(ID|SECRET)$/.exec(wanted) ?? []",
    original: "''",
    reason: VARIABLE,
  },
  {
    file: notices,
    line: "const [, stem = '', end = ''] = /^AUTH_(.+)_(ID|SECRET)$/.exec(wanted) ?? []",
    original: '[]',
    reason: VARIABLE,
  },
  {
    file: notices,
    line: "const [, stem = '', end = ''] = /^AUTH_(.+)_(ID|SECRET)$/.exec(wanted) ?? []",
    original: '/^AUTH_(.+)_(ID|SECRET)$/',
    replacement: '/AUTH_(.+)_(ID|SECRET)$/',
    reason: VARIABLE,
  },
  {
    file: notices,
    line: "const [, stem = '', end = ''] = /^AUTH_(.+)_(ID|SECRET)$/.exec(wanted) ?? []",
    original: '/^AUTH_(.+)_(ID|SECRET)$/',
    replacement: '/^AUTH_(.+)_(ID|SECRET)/',
    reason: VARIABLE,
  },
  {
    file: notices,
    line: 'const variables = development?.variables ?? []',
    original: '[]',
    reason: 'Neither has the name of a variable that is looked for.',
  },
  {
    file: notices,
    line: 'const found = /^(.*)\\/(?:session|signin|signout|csrf|providers|callback|error)(?:\\/[^/]+)?$/.exec(',
    original: '/^(.*)\\/(?:session|signin|signout|csrf|providers|callback|error)(?:\\/[^/]+)?$/',
    replacement: '/(.*)\\/(?:session|signin|signout|csrf|providers|callback|error)(?:\\/[^/]+)?$/',
    reason: 'The first group takes everything from the beginning.',
  },
  {
    file: notices,
    line: "const [, mount = ''] = found",
    original: "''",
    reason: 'The group takes part in every match; the compiler does not know.',
  },
  {
    file: notices,
    line: "const type = response.headers.get('content-type') ?? ''",
    original: "''",
    reason: 'Neither text begins like the type of JSON.',
  },
  {
    file: keyless,
    line: '{ id, merged: { type, requires = [] } }: KeylessProvider,',
    original: '[]',
    reason: 'Neither has the name of a variable that is looked for.',
  },
  {
    file: keyless,
    line: "const always: readonly string[] = type === 'email' ? [] : ['clientId', 'clientSecret']",
    original: '[]',
    reason: 'Neither has the name of a variable that is looked for.',
  },
  {
    file: keyless,
    line: "told: Keyless['notices'] = [],",
    original: '[]',
    reason: 'Left out where no provider is looked for, so that nothing of it is read.',
  },
  {
    file: keyless,
    line: "const nowhere: Pick<Found, 'origin' | 'connections'> = { origin: '', connections: [] }",
    original: "''",
    reason: 'Without connections nothing is said to be at an origin.',
  },
  {
    file: keyless,
    line: "report(config, { keyless: [], ...nowhere, why: '' })",
    original: '[]',
    reason: 'A text is not a provider that was left out either, and there are no notices.',
  },
  {
    file: keyless,
    line: "report(config, { keyless: [], ...nowhere, why: '' })",
    original: "''",
    reason: 'What is told of them does not say why there is no emulator.',
  },
  {
    file: place,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'A function that ends gives undefined as well.',
  },
  {
    file: place,
    line: 'if (origin === undefined || loopbackOrigin(origin) === undefined) {',
    original: 'origin === undefined',
    replacement: 'false',
    reason: 'The text `undefined` is not an address; the compiler does not know.',
  },
]
