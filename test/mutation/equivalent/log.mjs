const lib = 'packages/core/src/lib'
const logger = `${lib}/logger`
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
    file: `${logger}/logger.ts`,
    line: "if (!isNew(warned, `${code} ${detail ?? ''}`)) return",
    original: "''",
    reason: 'Any text that is not a detail will do.',
  },
  {
    file: `${logger}/logger.ts`,
    line: 'guarded(() => steps?.debug?.(redactText(message), metadata && redactValue(metadata))),',
    original: 'steps?.debug?.(redactText(message), metadata && redactValue(metadata))',
    reason: CHOSEN,
  },
  {
    file: `${logger}/logger.ts`,
    line: 'guarded(() => steps?.debug?.(redactText(message), metadata && redactValue(metadata))),',
    original: 'steps?.debug',
    reason: CAUGHT,
  },
  {
    file: `${logger}/logger.ts`,
    line: 'step: (message, metadata) => guarded(() => steps?.debug?.(message, metadata)),',
    original: 'steps?.debug?.(message, metadata)',
    reason: CHOSEN,
  },
  {
    file: `${logger}/logger.ts`,
    line: 'step: (message, metadata) => guarded(() => steps?.debug?.(message, metadata)),',
    original: 'steps?.debug',
    reason: CAUGHT,
  },
  {
    file: `${logger}/logger.ts`,
    line: 'guarded(() => notices.info?.(code, redactText(detail)))',
    original: 'notices.info?.(code, redactText(detail))',
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
    line: "if (typeof result === 'object') Promise.resolve(result).catch(() => undefined)",
    original: "typeof result === 'object'",
    replacement: 'true',
    reason: 'Only a shorter way: nothing else can reject.',
  },
  {
    file: `${logger}/logger.ts`,
    line: 'detail === undefined ? warnings.warn?.(code) : warnings.warn?.(code, redactText(detail)),',
    original: 'warnings.warn?.(code)',
    reason: CHOSEN,
  },
  {
    file: `${logger}/logger.ts`,
    line: 'detail === undefined ? warnings.warn?.(code) : warnings.warn?.(code, redactText(detail)),',
    original: 'warnings.warn?.(code, redactText(detail))',
    reason: CHOSEN,
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
]
